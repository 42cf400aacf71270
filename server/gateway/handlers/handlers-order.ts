import { accepted, refused } from '../../../core/contract/app-error.ts';
import type { OrderChange, OrderTiming, Trading } from '../../../core/contract/trading.ts';
import { accountKeyOf } from '../../../core/domain/accounts/account-key.ts';
import { type AccountType, type InstrumentId, instrumentId } from '../../../core/domain/markets/instrument.ts';
import { mostOpenOrders, type orderRoutes } from '../../../schemas/wire/order.ts';
import { type AccountReading, accountIds } from '../views/history-reader.ts';
import { orderView } from '../views/order-code.gen.ts';
import { orderIntent } from '../views/order-mapping.ts';
import { balanceView, orderFateView } from '../views/wire-mapping.ts';
import type { HandlersOf } from './handlers.ts';
import type { StoredOrderRoute } from './handlers-order-history.ts';

interface OrderHandlerParts extends AccountReading {
  readonly trading: Trading;
}

const marketOf = (market: { readonly exchange: string; readonly symbol: string; readonly account_type: AccountType }): InstrumentId =>
  instrumentId({ exchange: market.exchange, symbol: market.symbol, accountType: market.account_type });

const timing = (notAfterMs: number | undefined): OrderTiming => (notAfterMs === undefined ? {} : { notAfterMs });

export function createOrderHandlers({
  trading,
  accounts,
  looks,
}: OrderHandlerParts): HandlersOf<Omit<typeof orderRoutes, StoredOrderRoute>> {
  const reading = { accounts, looks };
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
    findOrder: async ({ principal, query }) => {
      const { api_id, account_type, symbol, client_order_id } = query;
      const account = accountKeyOf(api_id, account_type, symbol);
      if (account === null) return refused('REQUEST_INVALID', { field: 'symbol', rule: 'belongs to isolated_margin alone' });
      const outcome = await trading.find(principal, account, client_order_id);
      if (!outcome.ok) return outcome;
      await looks.seen(principal, [api_id], 'see');
      return accepted(orderFateView(outcome.value));
    },
    openOrders: async (request) => {
      const ids = await accountIds(reading, request, request.query.api_ids, 'see');
      return ids.ok ? accepted(trading.openOrders(ids.value).slice(0, mostOpenOrders).map(orderView)) : ids;
    },
    balances: async (request) => {
      const ids = await accountIds(reading, request, request.query.api_ids, 'see');
      return ids.ok ? accepted(trading.balances(ids.value).map(balanceView)) : ids;
    },
  };
}
