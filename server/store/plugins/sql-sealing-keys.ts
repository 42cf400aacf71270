import { sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { KeyRow, KeyRows } from './key-rows.ts';

export class SqlSealingKeys implements KeyRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async hold(): Promise<void> {
    await sql`lock table sealing_key in share row exclusive mode`.execute(this.#database);
  }

  async all(): Promise<readonly KeyRow[]> {
    const rows = await this.#database.selectFrom('sealing_key').selectAll().orderBy('key_id').execute();
    return rows.map(({ key_id, wrapped, made_ms }) => ({ keyId: key_id, wrapped, madeMs: Number(made_ms) }));
  }

  async replace(rows: readonly KeyRow[]): Promise<void> {
    await this.#database.deleteFrom('sealing_key').execute();
    const values = rows.map(({ keyId, wrapped, madeMs }) => ({ key_id: keyId, wrapped, made_ms: madeMs }));
    await this.#database.insertInto('sealing_key').values(values).execute();
  }
}
