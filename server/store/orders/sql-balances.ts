import { sql } from 'kysely';
import type { AccountType } from '../../../core/domain/markets/instrument.ts';
import type { Database } from '../opening/dialect.ts';
import { arrayLiteral } from '../sql/bulk.ts';
import type { BalanceRecord } from './trading-records.ts';
import type { Balances } from './trading-store.ts';

export class SqlBalances implements Balances {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async of(apiIds: readonly number[], venue?: string): Promise<readonly BalanceRecord[]> {
    let query = this.#database
      .selectFrom('balance')
      .selectAll()
      .where(sql<boolean>`api_id = any(${arrayLiteral(apiIds)}::text::bigint[])`)
      .orderBy('api_id')
      .orderBy('venue')
      .orderBy('account_type')
      .orderBy('symbol')
      .orderBy('asset');
    if (venue !== undefined) query = query.where('venue', '=', venue);
    const rows = await query.execute();
    return rows.map((row) => ({
      venue: row.venue,
      apiId: Number(row.api_id),
      accountType: row.account_type as AccountType,
      ...(row.symbol === '' ? {} : { symbol: row.symbol }),
      asset: row.asset,
      total: row.total,
      held: row.held,
    }));
  }
}
