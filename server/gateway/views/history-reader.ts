import { accepted, denied, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Cursor } from '../../store/orders/trading-records.ts';
import type { Page } from '../../store/records.ts';
import { formatCursor, parseCursor } from '../../store/sql/page.ts';
import type { SessionCaller } from '../handlers/handlers.ts';
import { sessionOf } from '../handlers/handlers-user.ts';
import type { AccountDirectory } from '../ports.ts';
import type { AccountLooks } from './account-looks.ts';

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

/** Through which accounts are read. */
export interface AccountReading {
  readonly accounts: AccountDirectory;
  readonly looks: Pick<AccountLooks, 'seen' | 'exported'>;
}

/** The asked-for accounts when the caller may do it with all of them; without a question all with which he may. The audit has that he looks at those of others. */
export async function accountIds(
  { accounts, looks }: AccountReading,
  caller: SessionCaller,
  asked: string | undefined,
  act: 'see' | 'report',
): Promise<Outcome<readonly number[]>> {
  const found = allowedIds(accounts, caller, asked, act);
  if (found.ok) await looks.seen(caller.principal, found.value, act);
  return found;
}

function allowedIds(
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
export async function historyFilter(reading: AccountReading, caller: SessionCaller, query: HistoryQuery): Promise<Outcome<HistoryFilter>> {
  const ids = await accountIds(reading, caller, query.api_ids, 'report');
  return ids.ok ? filterOf(reading.accounts, ids.value, query) : ids;
}

/** The same for a table that is taken along; `what` is in it. */
export async function exportFilter(
  { accounts, looks }: AccountReading,
  caller: SessionCaller,
  query: HistoryQuery,
  what: 'orders' | 'fills' | 'closes' | 'ledger',
): Promise<Outcome<HistoryFilter>> {
  const ids = allowedIds(accounts, caller, query.api_ids, 'report');
  if (!ids.ok) return ids;
  // Before a line of it goes out.
  await looks.exported(caller.principal, ids.value, { what, ...query });
  return filterOf(accounts, ids.value, query);
}

async function filterOf(accounts: AccountDirectory, apiIds: readonly number[], query: HistoryQuery): Promise<Outcome<HistoryFilter>> {
  const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  if (cursor === null) return refused('REQUEST_INVALID', { field: 'cursor', rule: "must be the last page's next" });
  if (cursor === undefined) await accounts.stored(apiIds);
  return accepted({
    apiIds,
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
