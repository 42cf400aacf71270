import { type Selectable, sql } from 'kysely';
import type { ErrorParams } from '../../../core/contract/app-error.ts';
import type { ErrorCode } from '../../../core/contract/error-catalogue.ts';
import type { Refuser } from '../../../schemas/wire/order-events.ts';
import type { Database } from '../opening/dialect.ts';
import { arrayLiteral, type BulkTarget, bulkInsert } from '../sql/bulk.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { conditionsOf, readAccountPage } from '../sql/page.ts';
import type { DatabaseTables } from '../tables.ts';
import { toOrder } from './order-code.gen.ts';
import { orderTarget } from './projection-targets.ts';
import type { OrderRecord, OrderRefusalRecord, RefusalBatch, RefusedOrder } from './trading-records.ts';
import type { Refusals } from './trading-store.ts';

const refusedOrderTarget: BulkTarget<OrderRecord> = { ...orderTarget, table: 'refused_order', onKnown: 'keep' };

const refusalTarget: BulkTarget<OrderRefusalRecord> = {
  table: 'order_refusal',
  columns: {
    venue: ['text', (refusal) => refusal.venue],
    refusal_id: ['text', (refusal) => refusal.refusalId],
    order_id: ['text', (refusal) => refusal.orderId],
    api_id: ['bigint', (refusal) => refusal.apiId],
    refused_by: ['text', (refusal) => refusal.by],
    code: ['text', (refusal) => refusal.code],
    params: ['text', (refusal) => JSON.stringify(refusal.params)],
    price: ['numeric', (refusal) => refusal.price],
    qty: ['numeric', (refusal) => refusal.qty],
    trigger_price: ['numeric', (refusal) => refusal.triggerPrice],
    time_ms: ['bigint', (refusal) => refusal.timeMs],
    repeats: ['integer', (refusal) => refusal.repeats],
  },
  key: ['venue', 'refusal_id'],
  onKnown: 'update',
};

export class SqlRefusals implements Refusals {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async append({ orders, refusals }: RefusalBatch): Promise<void> {
    await inTransaction(this.#database, async (database) => {
      await bulkInsert(database, refusedOrderTarget, orders);
      await bulkInsert(database, refusalTarget, refusals);
    });
  }

  async ofOrder(venue: string, orderId: string): Promise<readonly OrderRefusalRecord[]> {
    const rows = await this.#database
      .selectFrom('order_refusal')
      .selectAll()
      .where('venue', '=', venue)
      .where('order_id', '=', orderId)
      .orderBy('refusal_id')
      .execute();
    return rows.map(toRefusal);
  }

  async ofAccounts(apiIds: readonly number[], fromMs: number, limit: number): Promise<readonly RefusedOrder[]> {
    const rows = await readAccountPage<Selectable<DatabaseTables['order_refusal']>>(this.#database, {
      table: 'order_refusal',
      account: 'api_id',
      accounts: apiIds,
      // Ids grow with time.
      sortedBy: ['refusal_id'],
      from: null,
      conditions: conditionsOf({}, {}, { column: 'time_ms', fromMs }),
      limit,
    });
    const refusals = rows.slice(0, limit).map(toRefusal);
    const orders = await this.#orders(refusals);
    return refusals.flatMap((refusal) => {
      const order = orders.get(`${refusal.venue}/${refusal.orderId}`);
      return order === undefined ? [] : [{ refusal, order }];
    });
  }

  /** By venue and id. */
  async #orders(refusals: readonly OrderRefusalRecord[]): Promise<ReadonlyMap<string, OrderRecord>> {
    const rows = await this.#database
      .selectFrom('order_history')
      .selectAll()
      .where(sql<boolean>`venue = any(${arrayLiteral(refusals.map(({ venue }) => venue))}::text[])`)
      .where(sql<boolean>`order_id = any(${arrayLiteral(refusals.map(({ orderId }) => orderId))}::text[])`)
      .execute();
    return new Map(rows.map(toOrder).map((order) => [`${order.venue}/${order.orderId}`, order]));
  }

  async deleteOlder(beforeMs: number): Promise<number> {
    return inTransaction(this.#database, async (database) => {
      await database.deleteFrom('refused_order').where('created_ms', '<', String(beforeMs)).execute();
      const { numDeletedRows } = await database
        .deleteFrom('order_refusal')
        .where('time_ms', '<', String(beforeMs))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    });
  }

  async keepNewest(most: number): Promise<number> {
    const { rows } = await sql<{ readonly gone: string }>`with
      ranked as (select venue, refusal_id, row_number() over (partition by api_id order by refusal_id desc) as place
        from order_refusal where api_id in (select api_id from order_refusal group by api_id having count(*) > ${most}::integer)),
      gone as (delete from order_refusal using ranked where place > ${most}::integer
        and order_refusal.venue = ranked.venue and order_refusal.refusal_id = ranked.refusal_id
        returning order_refusal.venue, order_refusal.order_id),
      orders as (delete from refused_order using gone where refused_order.venue = gone.venue and refused_order.order_id = gone.order_id)
      select count(*) as gone from gone`.execute(this.#database);
    return Number(rows[0]?.gone ?? 0);
  }
}

const toRefusal = (row: Selectable<DatabaseTables['order_refusal']>): OrderRefusalRecord => ({
  venue: row.venue,
  refusalId: row.refusal_id,
  orderId: row.order_id,
  apiId: row.api_id === null ? null : Number(row.api_id),
  by: row.refused_by as Refuser,
  code: row.code as ErrorCode,
  params: JSON.parse(row.params) as ErrorParams,
  price: row.price,
  qty: row.qty,
  triggerPrice: row.trigger_price,
  timeMs: Number(row.time_ms),
  repeats: row.repeats,
});
