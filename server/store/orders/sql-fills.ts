import type { Selectable } from 'kysely';
import type { AccountType } from '../../../core/domain/markets/instrument.ts';
import type { LiquiditySide, OrderSide } from '../../../core/domain/orders/order.ts';
import type { Database } from '../opening/dialect.ts';
import type { Page } from '../records.ts';
import { checkedLimit, conditionsOf, readAccountPage, toPage } from '../sql/page.ts';
import type { FillTable } from '../tables.ts';
import type { CloseRecord, Cursor, FillFilter, FillRecord } from './trading-records.ts';
import type { Fills } from './trading-store.ts';

export class SqlFills implements Fills {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async page(filter: FillFilter): Promise<Page<FillRecord, Cursor>> {
    return this.#page(filter, toFill);
  }

  async closes(filter: Omit<FillFilter, 'side'>): Promise<Page<CloseRecord, Cursor>> {
    return this.#page({ ...filter, side: 'SELL' }, toClose);
  }

  async #page<T extends FillRecord>(filter: FillFilter, read: (row: Selectable<FillTable>) => T): Promise<Page<T, Cursor>> {
    const limit = checkedLimit(filter.limit);
    const { cursor } = filter;
    const rows = await readAccountPage<Selectable<FillTable>>(this.#database, {
      table: 'fill_record',
      account: 'api_id',
      accounts: filter.apiIds,
      sortedBy: ['time_ms', 'venue', 'order_id', 'trade_id'],
      from: cursor === undefined ? null : [cursor.timeMs, cursor.venue, cursor.id, cursor.part],
      conditions: conditionsOf(
        { symbol: filter.symbol, account_type: filter.accountType, side: filter.side },
        { venue: filter.venues },
        { column: 'time_ms', fromMs: filter.fromMs, toMs: filter.toMs },
      ),
      limit,
    });
    return toPage(rows.map(read), limit, (last) => ({ timeMs: last.timeMs, venue: last.venue, id: last.orderId, part: last.tradeId }));
  }

  async ofOrder(venue: string, orderId: string): Promise<readonly FillRecord[]> {
    const rows = await this.#database
      .selectFrom('fill_record')
      .selectAll()
      .where('venue', '=', venue)
      .where('order_id', '=', orderId)
      .orderBy('time_ms')
      .orderBy('trade_id')
      .execute();
    return rows.map(toFill);
  }
}

const toFill = (row: Selectable<FillTable>): FillRecord => ({
  venue: row.venue,
  symbol: row.symbol,
  accountType: row.account_type as AccountType,
  tradeId: row.trade_id,
  orderId: row.order_id,
  apiId: Number(row.api_id),
  side: row.side as OrderSide,
  liquidity: row.liquidity as LiquiditySide,
  price: row.price,
  qty: row.qty,
  fee: row.fee,
  feeAsset: row.fee_asset,
  timeMs: Number(row.time_ms),
});

const toClose = (row: Selectable<FillTable>): CloseRecord => ({
  ...toFill(row),
  closedQty: row.closed_qty,
  closedCost: row.closed_cost,
  realised: row.realised,
});
