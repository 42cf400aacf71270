import { type Selectable, sql } from 'kysely';
import { type BulkTarget, bulkInsert, lastPerKey } from '../bulk.ts';
import type { Database } from '../dialect.ts';
import type { AstockNameRecord } from '../records.ts';
import type { AstockNames } from '../store.ts';
import type { Tables } from '../tables.ts';

const target: BulkTarget<AstockNameRecord> = {
  table: 'astock_name',
  columns: {
    exchange_id: ['integer', (name) => name.exchangeId],
    security_id: ['text', (name) => name.securityId],
    security_name: ['text', (name) => name.securityName],
  },
  key: ['exchange_id', 'security_id'],
  onKnown: 'update',
};

export class SqlAstockNames implements AstockNames {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(): Promise<readonly AstockNameRecord[]> {
    const rows = await this.#database.selectFrom('astock_name').selectAll().orderBy('exchange_id').orderBy('security_id').execute();
    return rows.map(toName);
  }

  async get(exchangeId: 1 | 2, securityId: string): Promise<AstockNameRecord | null> {
    const row = await this.#database
      .selectFrom('astock_name')
      .selectAll()
      .where('exchange_id', '=', exchangeId)
      .where('security_id', '=', securityId)
      .executeTakeFirst();
    return row === undefined ? null : toName(row);
  }

  async upsert(names: readonly AstockNameRecord[]): Promise<number> {
    await bulkInsert(
      this.#database,
      target,
      lastPerKey(names, (name) => `${name.exchangeId}/${name.securityId}`),
    );
    return names.length;
  }

  async count(): Promise<number> {
    const row = await this.#database.selectFrom('astock_name').select(sql<string>`count(*)`.as('names')).executeTakeFirstOrThrow();
    return Number(row.names);
  }
}

const toName = (row: Selectable<Tables['astock_name']>): AstockNameRecord => ({
  securityId: row.security_id,
  exchangeId: row.exchange_id as 1 | 2,
  securityName: row.security_name,
});
