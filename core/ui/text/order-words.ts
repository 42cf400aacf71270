import type { OrderStatus } from '../../domain/orders/order-status.ts';

interface Worded {
  readonly triggerPrice: string | null;
}

/** A bracket's take-profit counts as fired once its entry has armed it, but it waits for no trigger: it rests on the book. */
const restsArmed = (order: Worded): boolean => order.triggerPrice === null;

/** The word of a status in the texts: TRADING is a trigger that was reached, or WORKING for a leg that rests without one. */
export const orderStatusWord = (order: Worded, status: OrderStatus): OrderStatus | 'WORKING' =>
  status === 'TRADING' && restsArmed(order) ? 'WORKING' : status;

/** The word of what changed an order: TRIGGERED, or ARMED for a leg that has no trigger. */
export const orderCauseWord = (order: Worded, cause: string): string => (cause === 'TRIGGERED' && restsArmed(order) ? 'ARMED' : cause);
