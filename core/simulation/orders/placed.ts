import type { Order } from '../../contract/trading.ts';
import type { VenueEvent } from '../../contract/venue.ts';

/** An order after a call, and everything that the call changed, in order. */
export interface Placed {
  readonly order: Order;
  /** The other orders of its pair or bracket, where the call has placed one: take profit, then stop. */
  readonly legs: readonly Order[];
  readonly events: readonly VenueEvent[];
}

/** The orders that a call has placed, as they are now: that which it was about first. */
export function placedBy(events: readonly VenueEvent[]): Placed {
  const orders: Order[] = [];
  for (const event of events) {
    if (event.type !== 'order') continue;
    const at = orders.findIndex(({ orderId }) => orderId === event.order.orderId);
    if (at >= 0) orders[at] = event.order;
    else if (event.order.cause === 'PLACED') orders.push(event.order);
  }
  const [order, ...legs] = orders;
  if (order === undefined) throw new Error('nothing was placed');
  return { order, legs, events };
}

/** The orders that were canceled in these events: with a leg goes the other one. */
export const canceledIn = (events: readonly VenueEvent[]): readonly Order[] =>
  events.flatMap((event) => (event.type === 'order' && event.order.status === 'CANCELED' ? [event.order] : []));

/** An order that a call has changed, as it is now. */
export function changedBy(orderId: string, events: readonly VenueEvent[]): Placed {
  const told = events.findLast((event) => event.type === 'order' && event.order.orderId === orderId);
  if (told?.type !== 'order') throw new Error(`order ${orderId} was not told`);
  return { order: told.order, legs: [], events };
}
