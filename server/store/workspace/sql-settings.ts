import { sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { Json } from '../records.ts';
import type { StoredSettings } from '../store.ts';

export class SqlSettings implements StoredSettings {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(userId: string, key: string): Promise<Json | undefined> {
    const row = await this.#database
      .selectFrom('setting')
      .select('value')
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst();
    return row?.value;
  }

  async all(userId: string, prefix = ''): Promise<Readonly<Record<string, Json>>> {
    const rows = await this.#database
      .selectFrom('setting')
      .select(['key', 'value'])
      .where('user_id', '=', userId)
      .where(sql<boolean>`starts_with(key, ${prefix})`)
      .orderBy('key')
      .execute();
    return Object.fromEntries(rows.map((row) => [row.key, row.value]));
  }

  async set(userId: string, key: string, value: Json): Promise<void> {
    const text = JSON.stringify(value);
    await this.#database
      .insertInto('setting')
      .values({ user_id: userId, key, value: text })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet({ value: text }))
      .execute();
  }

  async delete(userId: string, key: string): Promise<boolean> {
    const result = await this.#database.deleteFrom('setting').where('user_id', '=', userId).where('key', '=', key).executeTakeFirst();
    return result.numDeletedRows > 0n;
  }
}
