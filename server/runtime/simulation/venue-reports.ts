import type { Order } from '../../../core/contract/trading.ts';
import type { VenueEvent } from '../../../core/contract/venue.ts';
import type { OrderReport } from '../driver/orders/order-report.ts';

/** A leg without a trigger begins to rest: for the first time it has a quantity. */
const isArmed = ({ cause, triggerPrice }: Order): boolean => cause === 'TRIGGERED' && triggerPrice === null;

/** What a market's events say to the owner of the orders: each change once, fills with the order as it is after them. */
export function reportsOf(events: readonly VenueEvent[]): readonly OrderReport[] {
  const reports: OrderReport[] = [];
  for (let at = 0; at < events.length; at++) {
    const event = events[at] as VenueEvent;
    if (event.type !== 'order') continue;
    const { order } = event;
    const { clientOrderId } = order;
    const next = events[at + 1];
    if (next?.type === 'fill') reports.push({ type: 'filled', clientOrderId, order, fill: next.fill });
    else if (order.cause === 'AMENDED' || order.cause === 'PLACED' || isArmed(order))
      reports.push({ type: 'accepted', clientOrderId, order });
    else if (order.status === 'CANCELED' || order.status === 'EXPIRED') reports.push({ type: 'canceled', clientOrderId, order });
    else if (order.status === 'FAILURE') reports.push({ type: 'rejected', clientOrderId, order, cause: order.cause });
  }
  return reports;
}
