import type { Order } from '../../core/contract/client-services.ts';
import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { averageCost } from '../../core/domain/orders/cost-basis.ts';
import { orderStatusTable } from '../../core/domain/orders/order-status.ts';
import { isFinal } from '../../core/domain/state-table.ts';

/** Filled part in whole percent, rounded down: 100 % means that nothing is left. */
export function filledPercent(order: Order): string {
  const total = Number(order.qty ?? order.quoteAmount ?? 0);
  const filled = Number(order.qty === null ? order.filledQuote : order.filledQty);
  if (total === 0) return '–';
  return `${Math.floor((filled / total) * 100 + 1e-9)}%`;
}

/** What one unit was traded at on average, in decimals of the tick; null while nothing is filled. */
export const averagePrice = ({ filledQty, filledQuote }: Order, tick: string): string | null =>
  averageCost({ qty: filledQty, cost: filledQuote }, decimalsOf(tick));

/** Ended orders of this page over those that the server listed: each once, the newest state of it, newest first. */
export function mergeOrders(live: readonly Order[], listed: readonly Order[]): readonly Order[] {
  const byKey = new Map<string, Order>();
  for (const order of [...listed, ...live]) {
    const key = orderKey(order);
    const known = byKey.get(key);
    if (known === undefined || order.updatedMs >= known.updatedMs) byKey.set(key, order);
  }
  return [...byKey.values()].sort((a, b) => b.updatedMs - a.updatedMs || (a.orderId < b.orderId ? 1 : -1));
}

/** Order ids are unique per exchange only. */
export const orderKey = (order: Pick<Order, 'instrumentId' | 'orderId'>): string => `${order.instrumentId} ${order.orderId}`;

/** The other fields an amendment may touch, by order type. */
export const amendableFields = (order: Order): ('price' | 'qty' | 'triggerPrice')[] => [
  ...(order.price === null ? [] : (['price'] as const)),
  ...(order.qty === null ? [] : (['qty'] as const)),
  ...(order.triggerPrice === null || order.status !== 'WAITING' ? [] : (['triggerPrice'] as const)),
];

export const isOpenOrder = (order: Order): boolean => !isFinal(orderStatusTable, order.status);
