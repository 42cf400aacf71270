import type { Database } from '../opening/dialect.ts';
import type { SecretRows } from './secret-store.ts';

export class SqlSecrets implements SecretRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(pluginId: string, name: string): Promise<string | null> {
    const found = this.#database.selectFrom('plugin_secret').select('sealed').where('plugin_id', '=', pluginId).where('name', '=', name);
    return (await found.executeTakeFirst())?.sealed ?? null;
  }

  async put(pluginId: string, name: string, sealed: string): Promise<void> {
    await this.#database
      .insertInto('plugin_secret')
      .values({ plugin_id: pluginId, name, sealed })
      .onConflict((conflict) => conflict.columns(['plugin_id', 'name']).doUpdateSet({ sealed }))
      .execute();
  }

  async remove(pluginId: string, name: string): Promise<void> {
    await this.#database.deleteFrom('plugin_secret').where('plugin_id', '=', pluginId).where('name', '=', name).execute();
  }
}
