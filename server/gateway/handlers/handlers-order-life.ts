import type { Principal } from '../../../core/contract/access.ts';
import { accepted, refused } from '../../../core/contract/app-error.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import { mostRefusals, type OrderLifeView, type orderEventRoutes } from '../../../schemas/wire/order-events.ts';
import type { OrderRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { originOf } from '../../trading/order-origin.ts';
import { type AccountReading, accountIds } from '../views/history-reader.ts';
import { tellOrderLife, withRefusals } from '../views/order-life.ts';
import { storedOrderView } from '../views/order-mapping.ts';
import type { HandlersOf } from './handlers.ts';
import { sessionOf } from './handlers-user.ts';

interface OrderLifeParts extends AccountReading {
  readonly store: Pick<Store, 'orders' | 'fills' | 'refusals' | 'users'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

export function createOrderLifeHandlers({ accounts, looks, store, clock }: OrderLifeParts): HandlersOf<typeof orderEventRoutes> {
  const reading = { accounts, looks };
  const relatedTo = async (order: OrderRecord): Promise<readonly OrderRecord[]> => {
    const named = [order.pairId, order.parentId].filter((id) => id !== null);
    const [others, children] = await Promise.all([
      Promise.all(named.map((id) => store.orders.get(order.venue, id))),
      store.orders.children(order.venue, order.orderId),
    ]);
    const byId = new Map([...others, ...children].flatMap((one) => (one === null ? [] : [[one.orderId, one] as const])));
    // An id that a venue gives to another owner's order is none of the caller's business.
    return [...byId.values()].filter((one) => one.apiId === order.apiId);
  };
  const originOfOrder = async (principal: Principal, order: OrderRecord): Promise<OrderLifeView['origin']> => {
    const { venue, orderId, apiId } = order;
    const sender = (await store.orders.senders(venue, [orderId])).get(orderId);
    const origin = sender === undefined ? null : originOf(sender, clock.nowMs());
    if (origin === null) return null;
    const { kind, userId, source } = origin;
    const username = userId === null ? null : ((await store.users.get(userId))?.username ?? null);
    return { kind, username, source: kind === 'key' && !accounts.owns(principal, apiId) ? null : source };
  };
  return {
    orderEvents: async (request) => {
      const { api_id, exchange, order_id } = request.query;
      const own = await accountIds(reading, request, String(api_id), 'report');
      if (!own.ok) return own;
      await accounts.stored(own.value);
      const order = await store.orders.get(exchange, order_id);
      if (order === null || order.apiId !== api_id) return refused('ORDER_UNKNOWN', { orderId: order_id });
      const [events, fills, refusals, related, origin] = await Promise.all([
        store.orders.events(exchange, order_id),
        store.fills.ofOrder(exchange, order_id),
        store.refusals.ofOrder(exchange, order_id),
        relatedTo(order),
        originOfOrder(sessionOf(request).principal, order),
      ]);
      const life = withRefusals(order, events, tellOrderLife(events, fills), refusals);
      return accepted({ order: storedOrderView(order), origin, events: life, related: related.map(storedOrderView) });
    },
    orderRefusals: async (request) => {
      const { api_ids, from } = request.query;
      const own = await accountIds(reading, request, api_ids, 'report');
      if (!own.ok) return own;
      await accounts.stored(own.value);
      const refusals = await store.refusals.ofAccounts(own.value, from, mostRefusals);
      return accepted(
        refusals.map(({ order, refusal: { refusalId, orderId, timeMs, by, code, params, repeats } }) => ({
          ...{ time: timeMs, order: storedOrderView(order), amends: refusalId !== orderId },
          refusal: { by, code, params, repeats },
        })),
      );
    },
  };
}
