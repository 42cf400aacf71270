import { sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { Json } from '../records.ts';
import type { StoredPlatform } from '../store.ts';

export class SqlPlatform implements StoredPlatform {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async hold(): Promise<void> {
    await sql`lock table platform_setting in share row exclusive mode`.execute(this.#database);
  }

  async all(): ReturnType<StoredPlatform['all']> {
    const rows = await this.#database.selectFrom('platform_setting').select(['key', 'value', 'version']).execute();
    return Object.fromEntries(rows.map(({ key, value, version }) => [key, { value, version }]));
  }

  async set(key: string, value: Json, nowMs: number): Promise<void> {
    const text = JSON.stringify(value);
    await this.#database
      .insertInto('platform_setting')
      .values({ key, value: text, version: 1, changed_ms: nowMs })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value: text, version: sql<number>`platform_setting.version + 1`, changed_ms: nowMs }),
      )
      .execute();
  }
}
