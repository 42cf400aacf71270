import { accepted, denied, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Cursor } from '../../store/orders/trading-records.ts';
import type { Page } from '../../store/records.ts';
import { formatCursor, parseCursor } from '../../store/sql/page.ts';
import { isUnstorable } from '../guards/json-body.ts';
import type { SessionCaller } from '../handlers/handlers.ts';
import { sessionOf } from '../handlers/handlers-user.ts';
import type { AccountDirectory } from '../ports.ts';

/** What every query of a history may ask. */
interface HistoryQuery {
  readonly api_ids?: string | undefined;
  readonly exchange?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface HistoryFilter {
  readonly apiIds: readonly number[];
  readonly venues: readonly string[] | undefined;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  readonly cursor: Cursor | undefined;
  readonly limit: number;
}

const usualLimit = 100;
const exportPage = 1_000;

/** The asked-for accounts when the caller may do it with all of them; without a question all with which he may. */
export function accountIds(
  accounts: AccountDirectory,
  caller: SessionCaller,
  asked: string | undefined,
  act: 'see' | 'report',
): Outcome<readonly number[]> {
  const { principal } = sessionOf(caller);
  if (asked === undefined) return accepted(accounts.of(principal, act).map(({ apiId }) => apiId));
  const ids = [...new Set(asked.split(',').map(Number))];
  for (const id of ids) {
    const barred = accounts.may(principal, id, act);
    if (barred !== null) return denied(barred);
  }
  return accepted(ids);
}

/** What to read, once the store holds what the accounts were told before the question. */
export async function historyFilter(
  accounts: AccountDirectory,
  caller: SessionCaller,
  query: HistoryQuery,
): Promise<Outcome<HistoryFilter>> {
  const ids = accountIds(accounts, caller, query.api_ids, 'report');
  if (!ids.ok) return ids;
  const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  if (cursor === null || (cursor !== undefined && [cursor.venue, cursor.id, cursor.part].some(isUnstorable))) {
    return refused('REQUEST_INVALID', { field: 'cursor', rule: "must be the last page's next" });
  }
  if (cursor === undefined) await accounts.stored(ids.value);
  return accepted({
    apiIds: ids.value,
    venues: query.exchange === undefined ? undefined : [query.exchange],
    fromMs: query.from,
    toMs: query.to,
    cursor,
    limit: query.limit ?? usualLimit,
  });
}

export const pageView = <T, V>(page: Page<T, Cursor>, view: (item: T) => V): { results: V[]; next: string | null } => ({
  results: page.items.map(view),
  next: page.next === null ? null : formatCursor(page.next),
});

/** Everything that a filter shows, page by page: the next page is read when the reader has taken the last one. */
export async function* allPages<T>(
  filter: HistoryFilter,
  read: (filter: HistoryFilter) => Promise<Page<T, Cursor>>,
): AsyncGenerator<readonly T[]> {
  for (let cursor = filter.cursor, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await read({ ...filter, cursor, limit: exportPage });
    if (page.items.length > 0) yield page.items;
    cursor = page.next ?? undefined;
  }
}
