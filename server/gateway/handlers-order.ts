import { accepted, refused } from '../../core/contract/app-error.ts';
import type { OrderChange, OrderTiming, Trading } from '../../core/contract/trading.ts';
import { type AccountType, type InstrumentId, instrumentId } from '../../core/domain/instrument.ts';
import { type OrderStatus, orderStatuses, orderStatusTable } from '../../core/domain/order-status.ts';
import { isFinal } from '../../core/domain/state-table.ts';
import type { Routes } from '../../schemas/wire/index.ts';
import { mostOpenOrders, type orderRoutes } from '../../schemas/wire/order.ts';
import type { QueryOf } from '../../schemas/wire/route.ts';
import type { Page } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Cursor } from '../store/trading-records.ts';
import { csvTable } from './csv.ts';
import { fillColumns, orderColumns } from './csv-columns.ts';
import type { HandlersOf } from './handlers.ts';
import { allPages, type HistoryFilter, historyFilter, ownIds, pageView } from './history-reader.ts';
import type { AccountDirectory } from './ports.ts';
import { balanceView, ledgerView, orderIntent, orderView, storedFillView, storedOrderView } from './wire-mapping.ts';

export interface OrderHandlerParts {
  readonly trading: Trading;
  readonly accounts: AccountDirectory;
  readonly store: Pick<Store, 'orders' | 'fills' | 'ledger'>;
}

type OrdersQuery = QueryOf<Routes['orderHistoryExport']>;
type FillsQuery = QueryOf<Routes['fillsExport']>;

const endedStatuses = orderStatuses.filter((status) => isFinal(orderStatusTable, status));

const marketOf = (market: { readonly exchange: string; readonly symbol: string; readonly account_type: AccountType }): InstrumentId =>
  instrumentId({ exchange: market.exchange, symbol: market.symbol, accountType: market.account_type });

const timing = (notAfterMs: number | undefined): OrderTiming => (notAfterMs === undefined ? {} : { notAfterMs });

export function createOrderHandlers({ trading, accounts, store }: OrderHandlerParts): HandlersOf<typeof orderRoutes> {
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

  return {
    doOrder: async ({ principal, body, notAfterMs }) => {
      const outcome = await trading.submit(principal, orderIntent(body), timing(notAfterMs));
      return outcome.ok ? accepted(outcome.value.map(orderView)) : outcome;
    },
    amendOrder: async ({ principal, body, notAfterMs }) => {
      const change: OrderChange = {
        apiId: body.api_id,
        instrumentId: marketOf(body),
        orderId: body.order_id,
        ...(body.price === undefined ? {} : { price: body.price }),
        ...(body.qty === undefined ? {} : { qty: body.qty }),
        ...(body.trigger_price === undefined ? {} : { triggerPrice: body.trigger_price }),
      };
      const outcome = await trading.amend(principal, change, timing(notAfterMs));
      return outcome.ok ? accepted(orderView(outcome.value)) : outcome;
    },
    cancelOrder: async ({ principal, body }) => {
      const target = { apiId: body.api_id, instrumentId: marketOf(body), orderId: body.order_id };
      const outcome = await trading.cancel(principal, target);
      return outcome.ok ? accepted(orderView(outcome.value)) : outcome;
    },
    cancelAll: async (request) => {
      const { api_id, symbol, account_type } = request.body;
      const account = accounts.of(request.principal, 'reduce').find(({ apiId }) => apiId === api_id);
      if (account === undefined) return refused('ACCESS_ACCOUNT', { apiId: api_id });
      // An account of one market type may be named alone, a symbol needs its type.
      if (symbol === undefined && account_type !== undefined) return refused('REQUEST_INVALID', { field: 'symbol', rule: 'is required' });
      if (symbol !== undefined && account_type === undefined) {
        return refused('REQUEST_INVALID', { field: 'account_type', rule: 'is required' });
      }
      const one = symbol === undefined || account_type === undefined ? null : { exchange: account.exchange, symbol, account_type };
      const scope = one === null ? { apiId: api_id } : { apiId: api_id, instrumentId: marketOf(one) };
      const outcome = await trading.cancelAll(request.principal, scope);
      return outcome.ok ? accepted(outcome.value.map(orderView)) : outcome;
    },
    openOrders: async (request) => {
      const ids = ownIds(accounts, request, request.query.api_ids);
      return ids.ok ? accepted(trading.openOrders(ids.value).slice(0, mostOpenOrders).map(orderView)) : ids;
    },
    userOrders: async (request) => {
      const filter = await historyFilter(accounts, request, request.query);
      return filter.ok ? accepted(pageView(await orderPage(filter.value, request.query, orderStatuses), storedOrderView)) : filter;
    },
    orderHistory: async (request) => {
      const filter = await historyFilter(accounts, request, request.query);
      return filter.ok ? accepted(pageView(await orderPage(filter.value, request.query, endedStatuses), storedOrderView)) : filter;
    },
    orderHistoryExport: async (request) => {
      const filter = await historyFilter(accounts, request, request.query);
      if (!filter.ok) return filter;
      const pages = allPages(filter.value, (page) => orderPage(page, request.query, endedStatuses).then(viewsOf(storedOrderView)));
      return accepted(csvTable(orderColumns, pages));
    },
    fills: async (request) => {
      const filter = await historyFilter(accounts, request, request.query);
      return filter.ok ? accepted(pageView(await fillPage(filter.value, request.query), storedFillView)) : filter;
    },
    fillsExport: async (request) => {
      const filter = await historyFilter(accounts, request, request.query);
      if (!filter.ok) return filter;
      const pages = allPages(filter.value, (page) => fillPage(page, request.query).then(viewsOf(storedFillView)));
      return accepted(csvTable(fillColumns, pages));
    },
    balances: async (request) => {
      const ids = ownIds(accounts, request, request.query.api_ids);
      return ids.ok ? accepted(trading.balances(ids.value).map(balanceView)) : ids;
    },
    ledger: async (request) => {
      const filter = await historyFilter(accounts, request, request.query);
      if (!filter.ok) return filter;
      const { apiIds, ...rest } = filter.value;
      return accepted(pageView(await store.ledger.page({ ...rest, accounts: apiIds }), ledgerView));
    },
  };
}

const viewsOf =
  <T, V>(view: (item: T) => V) =>
  ({ items, next }: Page<T, Cursor>): Page<V, Cursor> => ({ items: items.map(view), next });
