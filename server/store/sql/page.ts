import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { Cursor } from '../orders/trading-records.ts';
import type { Page } from '../records.ts';
import { arrayLiteral } from './bulk.ts';
import { isUnstorable } from './unstorable.ts';

const maxPageSize = 1_000;

/** Throws unless 1–1000: the caller checks what users send. */
export function checkedLimit(limit: number, max = maxPageSize): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > max) throw new RangeError(`page size ${limit} is outside 1–${max}`);
  return limit;
}

/** Cuts a list that was asked for one row more than the page holds. */
export function toPage<T, C>(rows: readonly T[], limit: number, cursorOf: (last: T) => C): Page<T, C> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

interface AccountPage {
  readonly table: string;
  /** The column that holds the account, first in the table's history index. */
  readonly account: string;
  readonly accounts: readonly number[];
  /** The rest of that index, all descending; the first is the time. */
  readonly sortedBy: readonly string[];
  /** Values of `sortedBy` at the cursor. */
  readonly from: readonly (string | number)[] | null;
  readonly conditions: readonly RawBuilder<unknown>[];
  readonly limit: number;
}

/**
 * Rows of several accounts, newest first, one more than `limit`. Each account's index is read backwards on its own and only
 * as far as needed; a plain `in (…)` would read and sort everything these accounts ever did.
 */
export async function readAccountPage<R>(database: Database, page: AccountPage): Promise<readonly R[]> {
  if (page.accounts.length === 0) return [];
  const order = sql.raw(page.sortedBy.map((column) => `"${column}" desc`).join(', '));
  const conditions = [sql`t.${sql.ref(page.account)} = a.id`, ...page.conditions];
  if (page.from !== null)
    conditions.push(sql`(${sql.join(page.sortedBy.map((column) => sql.ref(column)))}) < (${sql.join([...page.from])})`);
  const accounts = arrayLiteral([...new Set(page.accounts)]);
  const result = await sql<R>`select r.* from unnest(${accounts}::text::bigint[]) as a (id)
    cross join lateral (
      select t.* from ${sql.table(page.table)} as t where ${sql.join(conditions, sql` and `)} order by ${order} limit ${page.limit + 1}
    ) as r order by ${order} limit ${page.limit + 1}`.execute(database);
  return result.rows;
}

/** The conditions that are given; an empty list matches nothing. */
export function conditionsOf(
  equal: Readonly<Record<string, string | undefined>>,
  among: Readonly<Record<string, readonly string[] | undefined>>,
  time: { readonly column: string; readonly fromMs?: number | undefined; readonly toMs?: number | undefined },
): readonly RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  for (const [column, value] of Object.entries(equal)) if (value !== undefined) conditions.push(sql`${sql.ref(column)} = ${value}`);
  for (const [column, values] of Object.entries(among)) {
    if (values !== undefined) conditions.push(sql`${sql.ref(column)} = any(${arrayLiteral(values)}::text::text[])`);
  }
  if (time.fromMs !== undefined) conditions.push(sql`${sql.ref(time.column)} >= ${time.fromMs}`);
  if (time.toMs !== undefined) conditions.push(sql`${sql.ref(time.column)} < ${time.toMs}`);
  return conditions;
}

/** A cursor as text for the wire; {@link parseCursor} reads it back. */
export const formatCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify([cursor.timeMs, cursor.venue, cursor.id, cursor.part])).toString('base64url');

const isText = (value: unknown): value is string => typeof value === 'string' && !isUnstorable(value);

/** Null when the text is not a cursor, or none that the database can be asked with. */
export function parseCursor(text: string): Cursor | null {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  if (!Array.isArray(parts) || parts.length !== 4) return null;
  const [timeMs, venue, id, part] = parts as unknown[];
  if (!Number.isSafeInteger(timeMs) || !isText(venue) || !isText(id) || !isText(part)) return null;
  return { timeMs: timeMs as number, venue, id, part };
}
