import { type RawBuilder, sql } from 'kysely';
import type { AccountType } from '../../../core/domain/markets/instrument.ts';
import type { Database } from '../opening/dialect.ts';
import { arrayLiteral } from '../sql/bulk.ts';
import type { PositionRecord } from './trading-records.ts';
import type { StoredPositions } from './trading-store.ts';

export class SqlPositions implements StoredPositions {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  of(apiIds: readonly number[]): Promise<readonly PositionRecord[]> {
    return readPositions(this.#database, sql`api_id = any(${arrayLiteral(apiIds)}::text::bigint[])`);
  }
}

export async function readPositions(database: Database, condition: RawBuilder<unknown>): Promise<readonly PositionRecord[]> {
  const rows = await database
    .selectFrom('position')
    .selectAll()
    .where(sql<boolean>`${condition}`)
    .orderBy('api_id')
    .orderBy('venue')
    .orderBy('account_type')
    .orderBy('symbol')
    .execute();
  return rows.map((row) => ({
    venue: row.venue,
    apiId: Number(row.api_id),
    accountType: row.account_type as AccountType,
    symbol: row.symbol,
    qty: row.qty,
    cost: row.cost,
    realised: row.realised,
    openedMs: Number(row.opened_ms),
    updatedMs: Number(row.updated_ms),
  }));
}
