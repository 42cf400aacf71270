import { sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { AuditRecord, NewAuditRecord } from '../records.ts';

/** What one entry `orders.sealed` says: the changes of orders of an exchange that its journal made after `from` and up to `to`. */
export interface OrderSeal {
  readonly venue: string;
  readonly from: number;
  readonly to: number;
  readonly changes: number;
  /** Hex SHA-256 over their lines. */
  readonly sha256: string;
}

const sealed = 'orders.sealed';
const lossAccepted = 'venue.loss-accepted';
const subjectOf = (venue: string): string => `venue/${venue}`;
/** Changes of one seal, about: a statement over more would be felt by whoever else needs the database. */
const mostChanges = 2_000;

/**
 * What has come since the last seal, or null where nothing has. The next one begins where the last one ended, or where an accepted loss has cut the
 * journal since: numbers that were given up are given again.
 */
export async function nextSeal(database: Database, venue: string): Promise<OrderSeal | null> {
  const from = await sealedTo(database, venue);
  const { rows } = await sql<{ readonly to: string | null }>`
    select max(sequence) as to from (
      select e.sequence from order_event as e
      where e.venue = ${venue} and e.sequence > ${String(from)}::bigint
        and e.sequence <= (select p.sequence from projection_position as p where p.venue = ${venue})
      order by e.sequence, e.ordinal limit ${sql.lit(mostChanges)}
    ) as next`.execute(database);
  const to = rows[0]?.to ?? null;
  return to === null ? null : { venue, from, to: Number(to), ...(await digestOf(database, venue, from, Number(to))) };
}

/** As it stands in the entry. */
type SealFacts = { readonly journal_after: number; readonly journal_to: number; readonly order_changes: number; readonly sha256: string };

export function entryOf({ venue, from, to, changes, sha256 }: OrderSeal, timeMs: number): NewAuditRecord {
  const after: SealFacts = { journal_after: from, journal_to: to, order_changes: changes, sha256 };
  return { timeMs, actor: 'system', action: sealed, subject: subjectOf(venue), before: null, after };
}

/** Null: the entry is none. */
export function sealOf({ action, subject, after }: Pick<AuditRecord, 'action' | 'subject' | 'after'>): OrderSeal | null {
  if (action !== sealed) return null;
  const { journal_after: from, journal_to: to, order_changes: changes, sha256 } = after as unknown as SealFacts;
  return { venue: subject.slice(subjectOf('').length), from, to, changes, sha256 };
}

/** Where the journal of an exchange was cut after an entry: what a seal before says of later numbers is told of others now. */
export type Cuts = ReadonlyMap<string, readonly { readonly entryId: number; readonly end: number }[]>;

export async function readCuts(database: Database): Promise<Cuts> {
  const rows = await database.selectFrom('audit_log').select(['id', 'subject', 'after']).where('action', '=', lossAccepted).execute();
  const cuts = new Map<string, { readonly entryId: number; readonly end: number }[]>();
  for (const { id, subject, after } of rows) {
    const venue = subject.slice(subjectOf('').length);
    cuts.set(venue, [...(cuts.get(venue) ?? []), { entryId: Number(id), end: endOf(after) }]);
  }
  return cuts;
}

/** Whether the stored orders still are what was sealed. One whose orders are not there by right cannot be looked at: cut off, or being written anew. */
export async function isAsSealed(database: Database, seal: OrderSeal, entryId: number, cuts: Cuts): Promise<boolean> {
  const { venue, from, to, changes, sha256 } = seal;
  if ((cuts.get(venue) ?? []).some((cut) => cut.entryId > entryId && cut.end < to)) return true;
  const position = await database.selectFrom('projection_position').select('sequence').where('venue', '=', venue).executeTakeFirst();
  if (Number(position?.sequence ?? 0) < to) return true;
  const found = await digestOf(database, venue, from, to);
  return found.changes === changes && found.sha256 === sha256;
}

async function sealedTo(database: Database, venue: string): Promise<number> {
  const rows = await database
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('subject', '=', subjectOf(venue))
    .where('action', 'in', [sealed, lossAccepted])
    .orderBy('id', 'desc')
    // Losses are accepted by hand, a few in the life of an installation.
    .limit(100)
    .execute();
  let end = Number.POSITIVE_INFINITY;
  for (const { action, after } of rows) {
    if (action === sealed) return Math.min(end, (after as unknown as SealFacts).journal_to);
    end = Math.min(end, endOf(after));
  }
  return 0;
}

const endOf = (after: unknown): number => Number((after as { readonly end?: number } | null)?.end ?? 0);

/**
 * Made by the database, so that no line comes here. Each line is a JSON array: journal number and place in it, order, account, market, the sender's
 * own ID (which tells the origin), side, type, what became of it, price, quantity, trigger, filled, time. Whose the account is stands elsewhere in the
 * chain, and may be forgotten with the person.
 */
async function digestOf(database: Database, venue: string, from: number, to: number): Promise<Pick<OrderSeal, 'changes' | 'sha256'>> {
  const { rows } = await sql<{ readonly changes: string; readonly sha256: string }>`
    select count(*) as changes, encode(sha256(convert_to(coalesce(string_agg(json_build_array(
      e.sequence, e.ordinal, e.order_id, o.api_id, o.account_type, o.symbol, o.client_order_id, o.side, o.type, e.status, e.cause,
      trim_scale(e.price)::text, trim_scale(e.qty)::text, trim_scale(e.trigger_price)::text, trim_scale(e.filled_qty)::text, e.time_ms
    )::text, chr(10) order by e.sequence, e.ordinal), ''), 'UTF8')), 'hex') as sha256
    from order_event as e left join order_record as o on o.venue = e.venue and o.order_id = e.order_id
    where e.venue = ${venue} and e.sequence > ${String(from)}::bigint and e.sequence <= ${String(to)}::bigint`.execute(database);
  return { changes: Number(rows[0]?.changes ?? 0), sha256: rows[0]?.sha256 ?? '' };
}
