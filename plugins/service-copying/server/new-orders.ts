import type { Order } from '../../../core/contract/trading.ts';
import { isStop, type MainOrder } from './copy-order.ts';

/** Orders as their sender has asked for them: entries with their pair, pairs as one, each in its newest state, in the order in which they came. */
export function asSent(told: readonly Order[]): readonly MainOrder[] {
  const newest = new Map<string, Order>();
  for (const order of told) newest.set(order.orderId, order);
  const orders = [...newest.values()];
  return orders
    .filter((order) => order.parentId === null && !(order.triggerKind === 'OCO' && isStop(order)))
    .map((order) => ({
      order,
      legs: orders.filter(({ parentId, orderId }) => parentId === order.orderId || (parentId === null && orderId === order.pairId)),
    }));
}
