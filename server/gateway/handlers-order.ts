import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { OrderChange, Trading } from '../../core/contract/trading.ts';
import { type AccountType, type InstrumentId, instrumentId } from '../../core/domain/instrument.ts';
import { orderStatuses, orderStatusTable } from '../../core/domain/order-status.ts';
import { isFinal } from '../../core/domain/state-table.ts';
import type { RouteName, Routes } from '../../schemas/wire/index.ts';
import { mostOpenOrders, type orderRoutes } from '../../schemas/wire/order.ts';
import type { QueryOf } from '../../schemas/wire/route.ts';
import { formatCursor, parseCursor } from '../store/page.ts';
import type { Page } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Cursor } from '../store/trading-records.ts';
import type { Caller, HandlersOf } from './handlers.ts';
import { sessionOf } from './handlers-user.ts';
import { isUnstorable } from './json-body.ts';
import type { AccountDirectory } from './ports.ts';
import { balanceView, ledgerView, orderIntent, orderView, storedFillView, storedOrderView } from './wire-mapping.ts';

export interface OrderHandlerParts {
  readonly trading: Trading;
  readonly accounts: AccountDirectory;
  readonly store: Pick<Store, 'orders' | 'fills' | 'ledger'>;
}

type HistoryQuery = QueryOf<Routes['orderHistory' & RouteName]>;

const endedStatuses = orderStatuses.filter((status) => isFinal(orderStatusTable, status));

const marketOf = (market: { readonly exchange: string; readonly symbol: string; readonly account_type: AccountType }): InstrumentId =>
  instrumentId({ exchange: market.exchange, symbol: market.symbol, accountType: market.account_type });

export function createOrderHandlers({ trading, accounts, store }: OrderHandlerParts): HandlersOf<typeof orderRoutes> {
  /** The asked-for accounts when all are the caller's own; without a question all of them. */
  const ownIds = (caller: Caller, asked: string | undefined): Outcome<readonly number[]> => {
    const own = accounts.ownedBy(sessionOf(caller).principal.userId).map((account) => account.apiId);
    if (asked === undefined) return accepted(own);
    const ids = [...new Set(asked.split(',').map(Number))];
    const foreign = ids.find((id) => !own.includes(id));
    return foreign === undefined ? accepted(ids) : refused('ACCESS_ACCOUNT', { apiId: foreign });
  };
  const history = (caller: Caller, query: HistoryQuery): Outcome<HistoryFilter> => {
    const ids = ownIds(caller, query.api_ids);
    if (!ids.ok) return ids;
    const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor);
    if (cursor === null || (cursor !== undefined && [cursor.venue, cursor.id, cursor.part].some(isUnstorable))) {
      return refused('REQUEST_INVALID', { field: 'cursor', rule: "must be the last page's next" });
    }
    return accepted({
      ids: ids.value,
      venues: query.exchange === undefined ? undefined : [query.exchange],
      fromMs: query.from,
      toMs: query.to,
      cursor,
      limit: query.limit ?? 100,
    });
  };

  return {
    doOrder: async ({ principal, body }) => {
      const outcome = await trading.submit(principal, orderIntent(body));
      return outcome.ok ? accepted(outcome.value.map(orderView)) : outcome;
    },
    amendOrder: async ({ principal, body }) => {
      const change: OrderChange = {
        apiId: body.api_id,
        instrumentId: marketOf(body),
        orderId: body.order_id,
        ...(body.price === undefined ? {} : { price: body.price }),
        ...(body.qty === undefined ? {} : { qty: body.qty }),
        ...(body.trigger_price === undefined ? {} : { triggerPrice: body.trigger_price }),
      };
      const outcome = await trading.amend(principal, change);
      return outcome.ok ? accepted(orderView(outcome.value)) : outcome;
    },
    cancelOrder: async ({ principal, body }) => {
      const target = { apiId: body.api_id, instrumentId: marketOf(body), orderId: body.order_id };
      const outcome = await trading.cancel(principal, target);
      return outcome.ok ? accepted(orderView(outcome.value)) : outcome;
    },
    cancelAll: async (request) => {
      const { api_id, symbol, account_type } = request.body;
      const account = accounts.ownedBy(sessionOf(request).principal.userId).find(({ apiId }) => apiId === api_id);
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
      const ids = ownIds(request, request.query.api_ids);
      return ids.ok ? accepted(trading.openOrders(ids.value).slice(0, mostOpenOrders).map(orderView)) : ids;
    },
    orderHistory: async (request) => {
      const { symbol, side, status } = request.query;
      const filter = history(request, request.query);
      if (!filter.ok) return filter;
      const { ids, ...rest } = filter.value;
      const statuses = status === undefined ? endedStatuses : [status];
      return accepted(pageView(await store.orders.page({ ...rest, apiIds: ids, symbol, side, statuses }), storedOrderView));
    },
    fills: async (request) => {
      const { symbol, side, status } = request.query;
      if (status !== undefined) return refused('REQUEST_INVALID', { field: 'status', rule: 'does not apply to fills' });
      const filter = history(request, request.query);
      if (!filter.ok) return filter;
      const { ids, ...rest } = filter.value;
      return accepted(pageView(await store.fills.page({ ...rest, apiIds: ids, symbol, side }), storedFillView));
    },
    balances: async (request) => {
      const ids = ownIds(request, request.query.api_ids);
      return ids.ok ? accepted(trading.balances(ids.value).map(balanceView)) : ids;
    },
    ledger: async (request) => {
      const unfit = (['symbol', 'side', 'status'] as const).find((name) => request.query[name] !== undefined);
      if (unfit !== undefined) return refused('REQUEST_INVALID', { field: unfit, rule: 'does not apply to the ledger' });
      const filter = history(request, request.query);
      if (!filter.ok) return filter;
      const { ids, ...rest } = filter.value;
      return accepted(pageView(await store.ledger.page({ ...rest, accounts: ids }), ledgerView));
    },
  };
}

interface HistoryFilter {
  readonly ids: readonly number[];
  readonly venues: readonly string[] | undefined;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  readonly cursor: Cursor | undefined;
  readonly limit: number;
}

const pageView = <T, V>(page: Page<T, Cursor>, view: (item: T) => V): { results: V[]; next: string | null } => ({
  results: page.items.map(view),
  next: page.next === null ? null : formatCursor(page.next),
});
