import type { FillView, OrderView } from '../../../schemas/wire/order.ts';
import { compareDecimals } from '../../domain/numbers/decimal.ts';
import { orderStatusTable } from '../../domain/orders/order-status.ts';
import { isFinal } from '../../domain/state-table.ts';

/** Order ids are unique within an account. */
export const orderKey = (order: Pick<OrderView, 'api_id' | 'order_id'>): string => `${order.api_id}/${order.order_id}`;
export const fillKey = (fill: FillView): string => `${fill.id}/${fill.trade_id}/${fill.order_id}`;

export const hasEnded = (order: OrderView): boolean => isFinal(orderStatusTable, order.status);

/** True when `next` tells more than `known`: replies and stream events of one order may overtake each other. */
export function isNewer(next: OrderView, known: OrderView): boolean {
  if (hasEnded(known)) return false;
  if (hasEnded(next)) return true;
  if (next.update_time !== known.update_time) return next.update_time > known.update_time;
  return compareDecimals(next.filled_qty, known.filled_qty) >= 0 && compareDecimals(next.prevented_qty, known.prevented_qty) >= 0;
}

export const newestFirst = (a: OrderView, b: OrderView): number => b.create_time - a.create_time || byNumber(b.order_id, a.order_id);
export const newestFillFirst = (a: FillView, b: FillView): number => b.time - a.time || byNumber(b.trade_id, a.trade_id);

/** Decimal ids of any length compare by length, then digit by digit. */
const byNumber = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
