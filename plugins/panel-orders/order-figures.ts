import type { OrderView } from '../../core/contract/client-services.ts';
import { decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { averageCost } from '../../core/domain/orders/cost-basis.ts';
import { orderStatusTable } from '../../core/domain/orders/order-status.ts';
import { isFinal } from '../../core/domain/state-table.ts';

/** Filled part in whole percent, rounded down: 100 % means that nothing is left. */
export function filledPercent(order: OrderView): string {
  const total = Number(order.qty ?? order.quote_amount ?? 0);
  const filled = Number(order.qty === null ? order.filled_quote : order.filled_qty);
  if (total === 0) return '–';
  return `${Math.floor((filled / total) * 100 + 1e-9)}%`;
}

/** What one unit was traded at on average, in decimals of the tick; null while nothing is filled. */
export const averagePrice = ({ filled_qty, filled_quote }: OrderView, tick: string): string | null =>
  averageCost({ qty: filled_qty, cost: filled_quote }, decimalsOf(tick));

/** Ended orders of this page over those that the server listed: each once, the newest state of it, newest first. */
export function mergeOrders(live: readonly OrderView[], listed: readonly OrderView[]): readonly OrderView[] {
  const byKey = new Map<string, OrderView>();
  for (const order of [...listed, ...live]) {
    const key = orderKey(order);
    const known = byKey.get(key);
    if (known === undefined || order.update_time >= known.update_time) byKey.set(key, order);
  }
  return [...byKey.values()].sort((a, b) => b.update_time - a.update_time || (a.order_id < b.order_id ? 1 : -1));
}

/** Order ids are unique per exchange only. */
export const orderKey = (order: Pick<OrderView, 'id' | 'order_id'>): string => `${order.id} ${order.order_id}`;

/** The other fields an amendment may touch, by order type. */
export const amendableFields = (order: OrderView): ('price' | 'qty' | 'triggerPrice')[] => [
  ...(order.price === null ? [] : (['price'] as const)),
  ...(order.qty === null ? [] : (['qty'] as const)),
  ...(order.trigger_price === null || order.status !== 'WAITING' ? [] : (['triggerPrice'] as const)),
];

export const isOpenOrder = (order: OrderView): boolean => !isFinal(orderStatusTable, order.status);
