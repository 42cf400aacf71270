import type { Order } from '../../contract/trading.ts';
import type { OrderSide } from '../../domain/orders/order.ts';
import type { PaidLots } from '../clearing/clearing.ts';
import type { OwnOrders, RestingOrder } from '../orders/own-orders.ts';
import type { SimulatedBook } from '../simulated-book.ts';

/** What a taker meets next: recorded quantity, or a resting order of one of our accounts. */
export interface Meeting {
  readonly ticks: number;
  readonly lots: number;
  readonly resting: RestingOrder | null;
}

export const opposite = (side: OrderSide): OrderSide => (side === 'BUY' ? 'SELL' : 'BUY');

/**
 * What stands against a taker, best price first; at one price recorded quantity that came before our orders, then those, then
 * the rest. `limitTicks` null goes through the whole book.
 */
export function* meetingsOf(book: SimulatedBook, own: OwnOrders, takerSide: OrderSide, limitTicks: number | null): Generator<Meeting> {
  const side = opposite(takerSide);
  const away = side === 'SELL' ? 1 : -1;
  const ours = [...own.of(side)];
  const beyond = (ticks: number): boolean => limitTicks !== null && away * (ticks - limitTicks) > 0;
  for (const offer of book.offers(side)) {
    while (ours[0] !== undefined && away * (ours[0].ticks - offer.ticks) < 0) yield* ownMeeting(ours.shift(), beyond);
    if (beyond(offer.ticks)) return;
    let left = offer.lots;
    while (ours[0]?.ticks === offer.ticks) {
      const ahead = Math.min(left, Math.max(0, ours[0].aheadLots - (offer.lots - left)));
      if (ahead > 0) yield { ticks: offer.ticks, lots: ahead, resting: null };
      left -= ahead;
      yield* ownMeeting(ours.shift(), beyond);
    }
    if (left > 0) yield { ticks: offer.ticks, lots: left, resting: null };
  }
  for (const resting of ours) yield* ownMeeting(resting, beyond);
}

function* ownMeeting(resting: RestingOrder | undefined, beyond: (ticks: number) => boolean): Generator<Meeting> {
  if (resting !== undefined && !beyond(resting.ticks)) yield { ticks: resting.ticks, lots: resting.remainingLots, resting };
}

/** What a taker meets first; null when nothing is there. */
export function firstMeeting(book: SimulatedBook, own: OwnOrders, takerSide: OrderSide, limitTicks: number | null): Meeting | null {
  for (const meeting of meetingsOf(book, own, takerSide, limitTicks)) return meeting;
  return null;
}

/** Why what is left of an order without a limit does not fill: nothing is there, it is too far away, or not worth one lot more. */
export function marketEnd(book: SimulatedBook, own: OwnOrders, takerSide: OrderSide, limitTicks: number | null): string {
  if (firstMeeting(book, own, takerSide, null) === null) return 'EXPIRED_NO_LIQUIDITY';
  return firstMeeting(book, own, takerSide, limitTicks) === null ? 'EXPIRED_PRICE_BAND' : 'EXPIRED_IOC';
}

/** What `lots` of an order without a limit would pay for: own orders are met as its self-trade prevention will, and lots that it takes cost nothing. */
export function paidMeetings({ apiId, stp }: Pick<Order, 'apiId' | 'stp'>, meetings: Iterable<Meeting>, lots: number): PaidLots[] {
  const paid: PaidLots[] = [];
  let left = lots;
  for (const { ticks, lots: there, resting } of meetings) {
    if (left <= 0) break;
    const isPrevented = stp !== 'NONE' && resting?.apiId === apiId;
    if (isPrevented && stp === 'EXPIRE_MAKER') continue;
    if (isPrevented && stp !== 'DECREMENT') break;
    const met = Math.min(left, there);
    left -= met;
    paid.push({ ticks: isPrevented ? 0 : ticks, lots: met });
  }
  return paid;
}

/** Whether an order would fill to its last lot. Own orders do not count; one in the path fails it, unless they trade or step aside. */
export function isFillable({ apiId, stp }: Order, meetings: Iterable<Meeting>, lots: number): boolean {
  let left = lots;
  for (const { resting, lots: there } of meetings) {
    if (stp === 'NONE' || resting?.apiId !== apiId) left -= there;
    else if (stp !== 'EXPIRE_MAKER') return false;
    if (left <= 0) return true;
  }
  return false;
}
