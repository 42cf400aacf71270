import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Delivery, DeliveryFilter } from '../../../core/contract/deliveries.ts';
import type { DeliveryChannel } from '../../../core/domain/delivery.ts';
import type { Database } from '../opening/dialect.ts';
import type { Page } from '../records.ts';
import { checkedLimit, conditionsOf, toPage } from '../sql/page.ts';
import type { DatabaseTables } from '../tables.ts';
import type { NewDeliveryRecord, StoredDeliveryRows } from './delivery-store.ts';

type Row = Selectable<DatabaseTables['delivery']>;

export class SqlDeliveries implements StoredDeliveryRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add({ deliveryId, userId, sealedBody, createdMs, expiresMs, ...same }: NewDeliveryRecord): Promise<void> {
    await this.#database
      .insertInto('delivery')
      .values({
        ...{ ...same, delivery_id: deliveryId, user_id: userId, sealed_body: sealedBody },
        ...{ state: 'WAITING', tries: 0, next_ms: createdMs, created_ms: createdMs, expires_ms: expiresMs, ended_ms: null },
        ...{ error: null, error_detail: null },
      })
      .execute();
  }

  async get(deliveryId: string): Promise<Delivery | null> {
    const row = await this.#database.selectFrom('delivery').selectAll().where('delivery_id', '=', deliveryId).executeTakeFirst();
    return row === undefined ? null : toDelivery(row);
  }

  async sealedBody(deliveryId: string): ReturnType<StoredDeliveryRows['sealedBody']> {
    const row = await this.#database
      .selectFrom('delivery')
      .select(['address', 'sealed_body'])
      .where('delivery_id', '=', deliveryId)
      .executeTakeFirst();
    return row?.sealed_body == null ? null : { address: row.address, sealedBody: row.sealed_body };
  }

  async page(
    { search, channel, state, kind }: DeliveryFilter,
    { before, limit }: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<Page<Delivery, number>> {
    const conditions: RawBuilder<unknown>[] = [...conditionsOf({ channel, state, kind }, {}, { column: 'created_ms' })];
    if (before !== undefined) conditions.push(sql`place < ${before}`);
    if (search !== undefined)
      conditions.push(sql`(strpos(lower(address), ${search.toLowerCase()}) > 0 or strpos(lower(subject), ${search.toLowerCase()}) > 0)`);
    const where = sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`;
    const query = this.#database.selectFrom('delivery').selectAll().where(where).orderBy('place', 'desc');
    const rows = await query.limit(checkedLimit(limit) + 1).execute();
    return toPage(rows.map(toDelivery), limit, (last) => last.place);
  }

  async due(channel: DeliveryChannel, nowMs: number, limit: number): ReturnType<StoredDeliveryRows['due']> {
    const rows = await this.#database
      .selectFrom('delivery')
      .selectAll()
      .where('channel', '=', channel)
      .where('state', '=', 'WAITING')
      .where('next_ms', '<=', String(nowMs))
      .where('expires_ms', '>', String(nowMs))
      .where('sealed_body', 'is not', null)
      .orderBy(sql`case kind when 'code' then 0 when 'notice' then 2 else 1 end`)
      .orderBy('next_ms')
      .orderBy('place')
      .limit(checkedLimit(limit))
      .execute();
    return rows.map((row) => ({ ...toDelivery(row), sealedBody: row.sealed_body ?? '' }));
  }

  async taken(deliveryId: string, nowMs: number): Promise<void> {
    const changed = { state: 'TAKEN', ended_ms: nowMs, sealed_body: null, error: null, error_detail: null, tries: sql<number>`tries + 1` };
    await this.#database.updateTable('delivery').set(changed).where('delivery_id', '=', deliveryId).execute();
  }

  async notTaken(deliveryId: string, problem: Parameters<StoredDeliveryRows['notTaken']>[1]): Promise<void> {
    const { error, errorDetail, nowMs, nextMs } = problem;
    const next = nextMs === null ? { state: 'FAILED', ended_ms: nowMs } : { next_ms: nextMs };
    await this.#database
      .updateTable('delivery')
      .set({ ...next, error, error_detail: errorDetail, tries: sql<number>`tries + 1` })
      .where('delivery_id', '=', deliveryId)
      .where('state', '=', 'WAITING')
      .execute();
  }

  async retry(deliveryId: string, nowMs: number): Promise<boolean> {
    const result = await this.#database
      .updateTable('delivery')
      .set({ state: 'WAITING', next_ms: nowMs, ended_ms: null })
      .where('delivery_id', '=', deliveryId)
      .where('state', '=', 'FAILED')
      .where('sealed_body', 'is not', null)
      .where('expires_ms', '>', String(nowMs))
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  takeBack(deliveryId: string, nowMs: number): Promise<void> {
    return this.#end(sql`delivery_id = ${deliveryId}`, nowMs);
  }

  expire(nowMs: number): Promise<void> {
    return this.#end(sql`expires_ms <= ${nowMs}::bigint`, nowMs);
  }

  /** What failed stays failed; of both the words go. */
  async #end(which: RawBuilder<unknown>, nowMs: number): Promise<void> {
    await sql`update delivery set sealed_body = null,
        ended_ms = case when state = 'WAITING' then ${nowMs}::bigint else ended_ms end,
        state = case when state = 'WAITING' then 'EXPIRED' else state end
      where sealed_body is not null and ${which}`.execute(this.#database);
  }

  async deleteOlder(beforeMs: number): Promise<number> {
    const result = await this.#database.deleteFrom('delivery').where('created_ms', '<', String(beforeMs)).executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}

const toDelivery = (row: Row): Delivery => ({
  deliveryId: row.delivery_id,
  place: Number(row.place),
  userId: row.user_id,
  address: row.address,
  channel: row.channel as Delivery['channel'],
  kind: row.kind as Delivery['kind'],
  subject: row.subject,
  state: row.state as Delivery['state'],
  tries: row.tries,
  error: row.error as Delivery['error'],
  errorDetail: row.error_detail,
  hasBody: row.sealed_body !== null,
  createdMs: Number(row.created_ms),
  expiresMs: Number(row.expires_ms),
  endedMs: row.ended_ms === null ? null : Number(row.ended_ms),
});
