import type { Database } from '../opening/dialect.ts';
import type { StoredNetworks } from '../store.ts';

export class SqlKnownNetworks implements StoredNetworks {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async has(networkHash: string): Promise<boolean> {
    const row = await this.#database
      .selectFrom('known_network')
      .select('network_hash')
      .where('network_hash', '=', networkHash)
      .executeTakeFirst();
    return row !== undefined;
  }

  async greet(userId: string, networkHash: string, nowMs: number, most: number): Promise<void> {
    await this.#database
      .insertInto('known_network')
      .values({ network_hash: networkHash, user_id: userId, last_ms: nowMs })
      .onConflict((conflict) => conflict.column('network_hash').doUpdateSet({ user_id: userId, last_ms: nowMs }))
      .execute();
    const newest = this.#database
      .selectFrom('known_network')
      .select('network_hash')
      .where('user_id', '=', userId)
      .orderBy('last_ms', 'desc')
      .orderBy('network_hash')
      .limit(most);
    await this.#database.deleteFrom('known_network').where('user_id', '=', userId).where('network_hash', 'not in', newest).execute();
  }

  async deleteOlder(beforeMs: number): Promise<number> {
    const result = await this.#database.deleteFrom('known_network').where('last_ms', '<', String(beforeMs)).executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}
