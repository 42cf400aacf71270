import type { Database } from '../opening/dialect.ts';
import type { OptOuts } from '../store.ts';

export class SqlOptOuts implements OptOuts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async of(userId: string): Promise<readonly string[]> {
    const rows = await this.#database
      .selectFrom('plugin_opt_out')
      .select('plugin_id')
      .where('user_id', '=', userId)
      .orderBy('plugin_id')
      .execute();
    return rows.map((row) => row.plugin_id);
  }

  async add(userId: string, pluginId: string): Promise<void> {
    await this.#database
      .insertInto('plugin_opt_out')
      .values({ user_id: userId, plugin_id: pluginId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async remove(userId: string, pluginId: string): Promise<void> {
    await this.#database.deleteFrom('plugin_opt_out').where('user_id', '=', userId).where('plugin_id', '=', pluginId).execute();
  }
}
