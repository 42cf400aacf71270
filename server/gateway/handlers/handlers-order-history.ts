import { accepted, refused } from '../../../core/contract/app-error.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import { csvTable } from '../../../core/domain/csv.ts';
import { type OrderStatus, orderStatuses, orderStatusTable } from '../../../core/domain/orders/order-status.ts';
import { isFinal } from '../../../core/domain/state-table.ts';
import type { ProductRoutes } from '../../../schemas/wire/index.ts';
import type { orderRoutes } from '../../../schemas/wire/order.ts';
import type { QueryOf } from '../../../schemas/wire/route.ts';
import type { Cursor } from '../../store/orders/trading-records.ts';
import type { LedgerPostingRecord, LineStandingRecord, Page } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { fillColumns, ledgerColumns, orderColumns } from '../views/csv-columns.ts';
import {
  type AccountReading,
  accountIds,
  allPages,
  exportFilter,
  type HistoryFilter,
  historyFilter,
  pageView,
} from '../views/history-reader.ts';
import { storedOrderView } from '../views/order-mapping.ts';
import { balanceChangeView, ledgerView, storedFillView } from '../views/wire-mapping.ts';
import type { HandlersOf, SessionCaller } from './handlers.ts';
import { sessionOf } from './handlers-user.ts';

interface OrderHistoryParts extends AccountReading {
  readonly store: Pick<Store, 'orders' | 'fills' | 'ledger'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** What the database answers of orders. */
export type StoredOrderRoute =
  | 'userOrders'
  | 'orderHistory'
  | 'orderHistoryExport'
  | 'fills'
  | 'fillsExport'
  | 'balanceChanges'
  | 'ledger'
  | 'ledgerExport';

/** Changes of balances are summed over no more: a day and what a zone's clock is put back, with room for clients whose own is off. */
const changesHours = 48;

/** Who made it, where that is the house; the account that it came from; the sender's own name for it. */
const transferName = /^(asset-)?(\d+)\/(.*)$/s;

type OrdersQuery = QueryOf<ProductRoutes['orderHistoryExport']>;
type FillsQuery = QueryOf<ProductRoutes['fillsExport']>;
type LedgerQuery = QueryOf<ProductRoutes['ledgerExport']>;

const endedStatuses = orderStatuses.filter((status) => isFinal(orderStatusTable, status));

export function createOrderHistoryHandlers({
  accounts,
  looks,
  store,
  clock,
}: OrderHistoryParts): HandlersOf<Pick<typeof orderRoutes, StoredOrderRoute>> {
  const reading = { accounts, looks };
  /** Without a status asked for, orders of the `usual` ones. */
  const orderPage = async (filter: HistoryFilter, { symbol, side, type, status }: OrdersQuery, usual: readonly OrderStatus[]) =>
    store.orders.page({
      ...filter,
      symbol,
      side,
      types: type === undefined ? undefined : [type],
      statuses: status === undefined ? usual : [status],
    });
  const fillPage = async (filter: HistoryFilter, { symbol, side }: FillsQuery) => store.fills.page({ ...filter, symbol, side });
  /** `older`: shared by the pages of one statement. Between lines of one kind others are missing: they have no balance. */
  const ledgerPage = async (
    { apiIds, ...filter }: HistoryFilter,
    { kind }: LedgerQuery,
    older?: Map<string, string>,
  ): Promise<Page<LedgerPostingRecord & Partial<LineStandingRecord>, Cursor>> => {
    const page = await store.ledger.page({ ...filter, accounts: apiIds, kinds: kind === undefined ? undefined : [kind] });
    if (kind !== undefined) return page;
    const standings = await store.ledger.standings(page.items, older);
    return { items: page.items.map((line, at) => ({ ...line, ...standings[at] })), next: page.next };
  };

  /** A transfer between accounts of one person is named after the one that it came from, which is for who may read that one. */
  const ledgerViewFor = (caller: SessionCaller) => (posting: LedgerPostingRecord & Partial<LineStandingRecord>) => {
    const named = posting.kind === 'TRANSFER' ? transferName.exec(posting.reference) : null;
    if (named === null) return ledgerView(posting);
    const [, maker = '', source, name = ''] = named;
    const { principal } = sessionOf(caller);
    const isWhole = accounts.owns(principal, posting.account) || accounts.may(principal, Number(source), 'report') === null;
    return ledgerView(isWhole ? posting : { ...posting, reference: `${maker}${name}` });
  };

  return {
    userOrders: async (request) => {
      const filter = await historyFilter(reading, request, request.query);
      return filter.ok ? accepted(pageView(await orderPage(filter.value, request.query, orderStatuses), storedOrderView)) : filter;
    },
    orderHistory: async (request) => {
      const filter = await historyFilter(reading, request, request.query);
      return filter.ok ? accepted(pageView(await orderPage(filter.value, request.query, endedStatuses), storedOrderView)) : filter;
    },
    orderHistoryExport: async (request) => {
      const filter = await exportFilter(reading, request, request.query, 'orders');
      if (!filter.ok) return filter;
      const pages = allPages(filter.value, (page) => orderPage(page, request.query, endedStatuses).then(viewsOf(storedOrderView)));
      return accepted(csvTable(orderColumns, pages));
    },
    fills: async (request) => {
      const filter = await historyFilter(reading, request, request.query);
      return filter.ok ? accepted(pageView(await fillPage(filter.value, request.query), storedFillView)) : filter;
    },
    fillsExport: async (request) => {
      const filter = await exportFilter(reading, request, request.query, 'fills');
      if (!filter.ok) return filter;
      const pages = allPages(filter.value, (page) => fillPage(page, request.query).then(viewsOf(storedFillView)));
      return accepted(csvTable(fillColumns, pages));
    },
    balanceChanges: async (request) => {
      const ids = await accountIds(reading, request, request.query.api_ids, 'report');
      if (!ids.ok) return ids;
      const { from } = request.query;
      if (from < clock.nowMs() - changesHours * 3_600_000)
        return refused('REQUEST_INVALID', { field: 'from', rule: `must be at most ${changesHours} hours ago` });
      await accounts.stored(ids.value);
      return accepted((await store.ledger.changes(ids.value, from)).map(balanceChangeView));
    },
    ledger: async (request) => {
      const filter = await historyFilter(reading, request, request.query);
      return filter.ok ? accepted(pageView(await ledgerPage(filter.value, request.query), ledgerViewFor(request))) : filter;
    },
    ledgerExport: async (request) => {
      const filter = await exportFilter(reading, request, request.query, 'ledger');
      if (!filter.ok) return filter;
      const older = new Map<string, string>();
      const pages = allPages(filter.value, (page) => ledgerPage(page, request.query, older).then(viewsOf(ledgerViewFor(request))));
      return accepted(csvTable(ledgerColumns, pages));
    },
  };
}

const viewsOf =
  <T, V>(view: (item: T) => V) =>
  ({ items, next }: Page<T, Cursor>): Page<V, Cursor> => ({ items: items.map(view), next });
