import { sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import { arrayLiteral } from '../sql/bulk.ts';

/** Under this action orders that were sent with accounts of others stand in the audit. */
export const sentFor = 'orders.sent-for';
/** And under this one those that were changed there: who changes an order has not sent it. */
export const changedFor = 'orders.changed-for';
/** Orders that a script of the owner has sent by an API key: among his traces, for they are as many as he likes; these do not age, as orders do not. */
export const sentByKey = 'orders.sent-by-key';
/** Within that they stand there, unless the database is late. */
export const sentForMs = 5_000;

/** Senders' ids are unique within an account of one type, which therefore stands beside them. */
export type SentOrderIds = {
  /** As `formatAccountKey` writes it. */
  readonly account: string;
  readonly client_order_ids: readonly string[];
};

/** Who has sent an order, where it was not simply its owner by hand or by what he has set up. */
export interface NotedSender {
  readonly kind: 'authorised' | 'key';
  readonly userId: string;
  /** Name of the owner's API key; null: none. */
  readonly apiKey: string | null;
}

/** What is stored of who sent an order. */
export interface StoredSender {
  /** The sender's id of it, or of the entry or pair that it came with; null: they have none. */
  readonly name: string | null;
  /** Null: nobody was noted. */
  readonly noted: NotedSender | null;
  readonly createdMs: number;
}

interface SenderRow {
  readonly order_id: string;
  readonly name: string | null;
  readonly created_ms: string;
  readonly deputy: string | null;
  readonly owner: string | null;
  readonly api_key: string | null;
}

/** What is known of the senders of these orders of an exchange, by their ids, refused ones included; an order that is not stored any more is missing. */
export async function readSenders(
  database: Database,
  venue: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, StoredSender>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<SenderRow>`
    select asked.order_id, coalesce(asked.names[1], asked.names[2]) as name, asked.created_ms, deputy.actor as deputy, asked.owner, script.api_key
    from (
      select o.order_id, a.user_id as owner, array[o.client_order_id, e.client_order_id] as names, 'account/' || o.api_id as subject,
        o.api_id || '/' || o.account_type || case o.account_type when 'isolated_margin' then '/' || o.symbol else '' end as account,
        -- A leg that armed later came with its entry.
        coalesce(e.created_ms, o.created_ms) as created_ms
      from order_history as o left join order_history as e on e.venue = o.venue and e.order_id = coalesce(o.parent_id, o.pair_id)
        and e.api_id = o.api_id left join api_account as a on a.api_id = o.api_id
      where o.venue = ${venue} and o.order_id = any(${arrayLiteral(orderIds)}::text::text[])
    ) as asked left join lateral (
      select l.actor from audit_log as l where l.subject = asked.subject and l.action = ${sql.lit(sentFor)}
        and l.time_ms between asked.created_ms - ${sql.lit(2 * sentForMs)} and asked.created_ms + ${sql.lit(2 * sentForMs)}
        and coalesce(l.after ->> 'account', asked.account) = asked.account and l.after -> 'client_order_ids' ?| asked.names
      order by l.time_ms, l.id limit 1
    ) as deputy on true left join lateral (
      select t.after ->> 'api_key' as api_key from user_trace as t where t.actor = asked.owner and t.action = ${sql.lit(sentByKey)}
        and t.time_ms between asked.created_ms - ${sql.lit(2 * sentForMs)} and asked.created_ms + ${sql.lit(2 * sentForMs)}
        and t.after ->> 'account' = asked.account and t.after -> 'client_order_ids' ?| asked.names
      order by t.time_ms, t.id limit 1
    ) as script on true`.execute(database);
  return new Map(rows.map((row) => [row.order_id, { name: row.name, noted: notedIn(row), createdMs: Number(row.created_ms) }]));
}

function notedIn({ deputy, owner, api_key }: SenderRow): NotedSender | null {
  if (deputy !== null) return { kind: 'authorised', userId: deputy, apiKey: null };
  return owner === null || api_key === null ? null : { kind: 'key', userId: owner, apiKey: api_key };
}
