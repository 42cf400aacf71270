import { type Selectable, sql } from 'kysely';
import type { AccountKey } from '../../../core/domain/accounts/account-key.ts';
import { type OrderStatus, orderStatuses, orderStatusTable } from '../../../core/domain/orders/order-status.ts';
import { isFinal } from '../../../core/domain/state-table.ts';
import type { Database } from '../opening/dialect.ts';
import type { Page } from '../records.ts';
import { arrayLiteral } from '../sql/bulk.ts';
import { checkedLimit, conditionsOf, readAccountPage, toPage } from '../sql/page.ts';
import type { DatabaseTables, OrderTable } from '../tables.ts';
import { toOrder } from './order-code.gen.ts';
import { readSenders, type StoredSender } from './order-senders.ts';
import type { Cursor, OrderEventRecord, OrderFilter, OrderRecord } from './trading-records.ts';
import type { Orders } from './trading-store.ts';

/** Written out, not as parameters, so that the planner sees that the partial index fits. */
const openStatuses = sql.join(orderStatuses.filter((status) => !isFinal(orderStatusTable, status)).map((status) => sql.lit(status)));

export class SqlOrders implements Orders {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(venue: string, orderId: string): Promise<OrderRecord | null> {
    const row = await this.#database
      .selectFrom('order_history')
      .selectAll()
      .where('venue', '=', venue)
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    return row === undefined ? null : toOrder(row);
  }

  async named(venue: string, orderIds: readonly string[]): Promise<readonly OrderRecord[]> {
    const rows = await this.#select()
      .where('venue', '=', venue)
      .where(sql<boolean>`order_id = any(${arrayLiteral(orderIds)}::text::text[])`)
      .orderBy('created_ms')
      .orderBy('order_id')
      .execute();
    return rows.map(toOrder);
  }

  async byClientOrderId(venue: string, account: AccountKey, clientOrderId: string): Promise<OrderRecord | null> {
    const ofAccount = this.#select()
      .where('venue', '=', venue)
      .where('api_id', '=', String(account.apiId))
      .where('account_type', '=', account.accountType)
      .where('client_order_id', '=', clientOrderId);
    const { symbol } = account;
    const row = await (symbol === undefined ? ofAccount : ofAccount.where('symbol', '=', symbol)).executeTakeFirst();
    return row === undefined ? null : toOrder(row);
  }

  async bySender(apiId: number, begins: string): Promise<readonly OrderRecord[]> {
    const rows = await this.#select()
      .where('api_id', '=', String(apiId))
      // Not "like": letters of an id would be signs of a pattern.
      .where(sql<boolean>`starts_with(client_order_id, ${begins})`)
      .orderBy('created_ms')
      .orderBy('order_id')
      .execute();
    return rows.map(toOrder);
  }

  senders(venue: string, orderIds: readonly string[]): Promise<ReadonlyMap<string, StoredSender>> {
    return readSenders(this.#database, venue, orderIds);
  }

  async page(filter: OrderFilter): Promise<Page<OrderRecord, Cursor>> {
    const limit = checkedLimit(filter.limit);
    const { cursor } = filter;
    const rows = await readAccountPage<Selectable<OrderTable>>(this.#database, {
      table: 'order_history',
      account: 'api_id',
      accounts: filter.apiIds,
      sortedBy: ['created_ms', 'venue', 'order_id'],
      from: cursor === undefined ? null : [cursor.timeMs, cursor.venue, cursor.id],
      conditions: conditionsOf(
        { symbol: filter.symbol, account_type: filter.accountType, side: filter.side },
        { venue: filter.venues, type: filter.types, status: filter.statuses },
        { column: 'created_ms', fromMs: filter.fromMs, toMs: filter.toMs },
      ),
      limit,
    });
    return toPage(rows.map(toOrder), limit, (last) => ({ timeMs: last.createdMs, venue: last.venue, id: last.orderId, part: '' }));
  }

  async open(apiIds: readonly number[]): Promise<readonly OrderRecord[]> {
    const rows = await this.#select()
      .where(sql<boolean>`api_id = any(${arrayLiteral(apiIds)}::text::bigint[]) and status in (${openStatuses})`)
      .orderBy('created_ms')
      .orderBy('venue')
      .orderBy('order_id')
      .execute();
    return rows.map(toOrder);
  }

  async children(venue: string, parentId: string): Promise<readonly OrderRecord[]> {
    const rows = await this.#select()
      .where('venue', '=', venue)
      .where('parent_id', '=', parentId)
      .orderBy('created_ms')
      .orderBy('order_id')
      .execute();
    return rows.map(toOrder);
  }

  async events(venue: string, orderId: string): Promise<readonly OrderEventRecord[]> {
    const rows = await this.#database
      .selectFrom('order_event')
      .selectAll()
      .where('venue', '=', venue)
      .where('order_id', '=', orderId)
      .orderBy('sequence')
      .orderBy('ordinal')
      .execute();
    return rows.map(toOrderEvent);
  }

  #select() {
    return this.#database.selectFrom('order_record').selectAll();
  }
}

export const toOrderEvent = (row: Selectable<DatabaseTables['order_event']>): OrderEventRecord => ({
  venue: row.venue,
  sequence: Number(row.sequence),
  ordinal: row.ordinal,
  orderId: row.order_id,
  status: row.status as OrderStatus,
  cause: row.cause,
  price: row.price,
  qty: row.qty,
  triggerPrice: row.trigger_price,
  filledQty: row.filled_qty ?? '0',
  preventedQty: row.prevented_qty ?? '0',
  timeMs: Number(row.time_ms),
});
