import type { Database } from '../opening/dialect.ts';
import type { UserConfig } from '../store.ts';

export class SqlUserConfig implements UserConfig {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(userId: string): Promise<string | null> {
    const row = await this.#database.selectFrom('user_config').select('config_json').where('user_id', '=', userId).executeTakeFirst();
    return row?.config_json ?? null;
  }

  async save(userId: string, configJson: string): Promise<void> {
    await this.#database
      .insertInto('user_config')
      .values({ user_id: userId, config_json: configJson })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ config_json: configJson }))
      .execute();
  }
}
