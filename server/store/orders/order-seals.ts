import { sql } from 'kysely';
import type { SealedOrderChange, SealPageQuery, SealPlace } from '../../../core/contract/audit.ts';
import type { SealVerdict } from '../../../core/domain/audit/seal-verdict.ts';
import type { Database } from '../opening/dialect.ts';
import type { AuditRecord, NewAuditRecord, Page } from '../records.ts';
import { checkedLimit, toPage } from '../sql/page.ts';

/** What one entry `orders.sealed` says: the changes of orders of an exchange that its journal made after `from` and up to `to`. */
export interface OrderSeal {
  readonly venue: string;
  readonly from: number;
  readonly to: number;
  readonly changes: number;
  /** Hex SHA-256 over their lines. */
  readonly sha256: string;
}

export type SealedOrderRecord = Omit<SealedOrderChange, 'origin'>;
export type SealedOrderRecords = Page<SealedOrderRecord, SealPlace> & { readonly venue: string; readonly verdict: SealVerdict };

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
  if (isCut(seal, entryId, cuts)) return true;
  if (!(await isWritten(database, seal))) return true;
  const found = await digestOf(database, venue, from, to);
  return found.changes === changes && found.sha256 === sha256;
}

const isCut = ({ venue, to }: OrderSeal, entryId: number, cuts: Cuts): boolean =>
  (cuts.get(venue) ?? []).some((cut) => cut.entryId > entryId && cut.end < to);

async function isWritten(database: Database, { venue, to }: OrderSeal): Promise<boolean> {
  const position = await database.selectFrom('projection_position').select('sequence').where('venue', '=', venue).executeTakeFirst();
  return Number(position?.sequence ?? 0) >= to;
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

/** The entries whose seals cover a change of an order of this ID; a seal whose numbers were given again since covers it no more. */
export async function sealsOf(database: Database, orderId: string): Promise<readonly number[]> {
  const { rows } = await sql<Pick<AuditRecord, 'action' | 'subject' | 'after'> & { readonly id: string }>`
    select a.id, a.action, a.subject, a.after from (
      select p.venue, min(e.sequence) as first, max(e.sequence) as last
      from projection_position as p join order_event as e on e.venue = p.venue and e.order_id = ${orderId} group by p.venue
    ) as changed join audit_log as a on a.subject = ${subjectOf('')}::text || changed.venue and a.action = ${sealed}
      and (a.after ->> 'journal_to')::bigint >= changed.first and (a.after ->> 'journal_after')::bigint < changed.last
    where exists (
      select from order_event as e where e.venue = changed.venue and e.order_id = ${orderId}
        and e.sequence > (a.after ->> 'journal_after')::bigint and e.sequence <= (a.after ->> 'journal_to')::bigint
    )`.execute(database);
  const cuts = rows.length === 0 ? new Map() : await readCuts(database);
  return rows.flatMap(({ id, ...row }) => {
    const seal = sealOf(row);
    return seal === null || isCut(seal, Number(id), cuts) ? [] : [Number(id)];
  });
}

/** What a seal covers, some of it, and whether all of it is what was sealed: read in one statement, so that the one speaks of the other. */
export async function readSealed(
  database: Database,
  seal: OrderSeal,
  { entryId, after, orderId, limit }: SealPageQuery & { readonly entryId: number },
): Promise<SealedOrderRecords> {
  const { sequence = 0, ordinal = -1 } = after ?? {};
  const { rows } = await sql<{ readonly changes: string; readonly sha256: string; readonly page: readonly SealedLine[] }>`
    with line as materialized (${linesOf(seal)})
    select ${digest}, (
      select coalesce(json_agg(row_to_json(part) order by part.sequence, part.ordinal), '[]') from (
        select line.*, a.user_id from line left join api_account as a on a.api_id = line.api_id
        where (line.sequence, line.ordinal) > (${String(sequence)}::bigint, ${String(ordinal)}::integer)
          and ${orderId === undefined ? sql`true` : sql`line.order_id = ${orderId}`}
        order by line.sequence, line.ordinal limit ${sql.lit(checkedLimit(limit) + 1)}
      ) as part
    ) as page from line`.execute(database);
  const found = rows[0];
  const matches = Number(found?.changes ?? 0) === seal.changes && found?.sha256 === seal.sha256;
  const verdict = matches ? 'matches' : await whyNot(database, seal, entryId);
  // What stands there now are others, under numbers that were given again, or a part.
  const { venue } = seal;
  if (verdict === 'gone') return { venue, verdict, items: [], next: null };
  const lines = (found?.page ?? []).map(recordOf(venue));
  const { items, next } = toPage(lines, limit, (last): SealPlace => ({ sequence: last.sequence, ordinal: last.ordinal }));
  return { venue, verdict, items, next };
}

async function whyNot(database: Database, seal: OrderSeal, entryId: number): Promise<'differs' | 'gone'> {
  if (!(await isWritten(database, seal))) return 'gone';
  return isCut(seal, entryId, await readCuts(database)) ? 'gone' : 'differs';
}

/** A line with the owner of its account beside, as the database gives it: moments and ids of this size are exact in JSON. */
interface SealedLine {
  readonly sequence: number;
  readonly ordinal: number;
  readonly order_id: string;
  readonly api_id: number | null;
  readonly account_type: string | null;
  readonly symbol: string | null;
  readonly client_order_id: string | null;
  readonly side: string | null;
  readonly type: string | null;
  readonly status: string;
  readonly cause: string;
  readonly price: string | null;
  readonly qty: string | null;
  readonly trigger_price: string | null;
  readonly filled_qty: string | null;
  readonly time_ms: number;
  readonly user_id: string | null;
}

const recordOf =
  (venue: string) =>
  ({ symbol, account_type, ...line }: SealedLine): SealedOrderRecord => ({
    ...{
      sequence: line.sequence,
      ordinal: line.ordinal,
      timeMs: line.time_ms,
      orderId: line.order_id,
      clientOrderId: line.client_order_id,
    },
    ...{ apiId: line.api_id, ownerId: line.user_id, market: symbol === null ? null : `${venue}/${symbol}/${account_type}` },
    ...{ side: line.side, type: line.type, status: line.status, cause: line.cause, price: line.price, qty: line.qty },
    ...{ triggerPrice: line.trigger_price, filledQty: line.filled_qty },
  });

const endOf = (after: unknown): number => Number((after as { readonly end?: number } | null)?.end ?? 0);

/**
 * The lines of a seal, each a JSON array: journal number and place in it, order, account, market, the sender's own ID (which tells the origin), side, type,
 * what became of it, price, quantity, trigger, filled, time. Whose the account is stands elsewhere in the chain, and may be forgotten with the person.
 */
const linesOf = ({ venue, from, to }: Pick<OrderSeal, 'venue' | 'from' | 'to'>) => sql`
  select e.sequence, e.ordinal, e.order_id, o.api_id, o.account_type, o.symbol, o.client_order_id, o.side, o.type, e.status, e.cause,
    trim_scale(e.price)::text as price, trim_scale(e.qty)::text as qty, trim_scale(e.trigger_price)::text as trigger_price,
    trim_scale(e.filled_qty)::text as filled_qty, e.time_ms
  from order_event as e left join order_record as o on o.venue = e.venue and o.order_id = e.order_id
  where e.venue = ${venue} and e.sequence > ${String(from)}::bigint and e.sequence <= ${String(to)}::bigint`;

/** Made by the database, so that no line passes through here. */
const digest = sql`count(*) as changes, encode(sha256(convert_to(coalesce(string_agg(json_build_array(
    sequence, ordinal, order_id, api_id, account_type, symbol, client_order_id, side, type, status, cause,
    price, qty, trigger_price, filled_qty, time_ms
  )::text, chr(10) order by sequence, ordinal), ''), 'UTF8')), 'hex') as sha256`;

async function digestOf(database: Database, venue: string, from: number, to: number): Promise<Pick<OrderSeal, 'changes' | 'sha256'>> {
  const { rows } = await sql<{ readonly changes: string; readonly sha256: string }>`
    select ${digest} from (${linesOf({ venue, from, to })}) as line`.execute(database);
  return { changes: Number(rows[0]?.changes ?? 0), sha256: rows[0]?.sha256 ?? '' };
}
