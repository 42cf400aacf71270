import type { Fill, Order } from '../../contract/client-services.ts';
import { compareDecimals } from '../../domain/numbers/decimal.ts';
import { orderStatusTable } from '../../domain/orders/order-status.ts';
import { isFinal } from '../../domain/state-table.ts';

/** Order ids are unique within an account. */
export const orderKey = (order: Pick<Order, 'apiId' | 'orderId'>): string => `${order.apiId}/${order.orderId}`;
export const fillKey = (fill: Fill): string => `${fill.instrumentId}/${fill.tradeId}/${fill.orderId}`;

export const hasEnded = (order: Order): boolean => isFinal(orderStatusTable, order.status);

/** True when `next` tells more than `known`: replies and stream events of one order may overtake each other. */
export function isNewer(next: Order, known: Order): boolean {
  if (hasEnded(known)) return false;
  if (hasEnded(next)) return true;
  if (next.updatedMs !== known.updatedMs) return next.updatedMs > known.updatedMs;
  return compareDecimals(next.filledQty, known.filledQty) >= 0 && compareDecimals(next.preventedQty, known.preventedQty) >= 0;
}

export const newestFirst = (a: Order, b: Order): number => b.createdMs - a.createdMs || byNumber(b.orderId, a.orderId);
export const newestFillFirst = (a: Fill, b: Fill): number => b.timeMs - a.timeMs || byNumber(b.tradeId, a.tradeId);

/** Decimal ids of any length compare by length, then digit by digit. */
const byNumber = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
