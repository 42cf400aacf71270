import type { Order } from '../../contract/trading.ts';
import type { VenueEvent } from '../../contract/venue.ts';
import type { OrderSide } from '../../domain/orders/order.ts';
import type { OrderStatus } from '../../domain/orders/order-status.ts';
import { type Clearing, termsOf } from '../clearing/clearing.ts';
import { nothingToReduce, type OrderAccounting } from '../clearing/order-accounting.ts';
import type { SimulatedBook } from '../simulated-book.ts';
import type { OrderPairs } from './order-pairs.ts';
import { OwnOrders, type RestingOrder } from './own-orders.ts';

interface RestingOrdersParts {
  readonly book: SimulatedBook;
  readonly clearing: Clearing;
  readonly accounting: OrderAccounting;
  readonly pairs: OrderPairs;
  /** A level has another quantity now. */
  readonly tellLevel: (events: VenueEvent[], side: OrderSide, ticks: number) => void;
}

/** Our orders in a book: how they come to rest, fill and leave, with their funds. */
export class RestingOrders {
  readonly own = new OwnOrders();
  readonly #parts: RestingOrdersParts;

  constructor(parts: RestingOrdersParts) {
    this.#parts = parts;
  }

  /** Takes up orders of an earlier life, whose funds the ledger holds already. */
  takeUp(resting: readonly Readonly<RestingOrder>[]): void {
    for (const one of resting) {
      this.own.add({ ...one });
      this.#parts.book.addOwn(one.side, one.ticks, one.remainingLots);
    }
  }

  /** Behind what stands there. */
  rest(order: Order, remainingLots: number, ticks: number, events: VenueEvent[]): void {
    const { orderId, apiId, side } = order;
    const { book, pairs, tellLevel } = this.#parts;
    this.own.add({ orderId, apiId, side, ticks, remainingLots, aheadLots: book.available(side, ticks), order });
    book.addOwn(side, ticks, remainingLots);
    pairs.hold(orderId, termsOf(order, ticks, remainingLots), events);
    tellLevel(events, side, ticks);
  }

  end(resting: RestingOrder, status: OrderStatus, cause: string, events: VenueEvent[]): void {
    resting.order = this.#parts.accounting.changed(resting.order, status, cause);
    this.own.remove(resting.orderId);
    this.shorten(resting, resting.remainingLots, events);
    this.#parts.pairs.changed(resting.order, events);
  }

  /** Less of an order, without a trade. */
  shorten(resting: RestingOrder, lots: number, events: VenueEvent[]): void {
    events.push({ type: 'order', order: resting.order });
    this.#leave(resting, lots, events);
  }

  /** Takes an order out without a word; nothing where it does not rest. */
  take(orderId: string, events: VenueEvent[]): void {
    const resting = this.own.remove(orderId);
    if (resting !== null) this.#leave(resting, resting.remainingLots, events);
  }

  /** Lots of an order that may fill now; one that may fill none any more ends. */
  fillable(resting: RestingOrder, events: VenueEvent[]): number {
    const lots = this.#parts.accounting.fillable(resting.order, resting.remainingLots);
    if (lots === 0 && resting.remainingLots > 0) this.end(resting, 'EXPIRED', nothingToReduce, events);
    return lots;
  }

  /** At most what is {@link fillable}. */
  fill(resting: RestingOrder, lots: number, tradeId: string, events: VenueEvent[]): void {
    const { orderId, side, ticks, remainingLots } = resting;
    const { book, clearing, accounting, pairs, tellLevel } = this.#parts;
    if (pairs.executing(orderId, events)) clearing.hold(termsOf(resting.order, ticks, remainingLots), events);
    resting.remainingLots -= lots;
    book.addOwn(side, ticks, -lots);
    if (resting.remainingLots === 0) this.own.remove(orderId);
    const terms = { ticks, lots, leftLots: resting.remainingLots, liquidity: 'MAKER', isHeld: true, tradeId } as const;
    resting.order = accounting.fill(resting.order, terms, events);
    pairs.changed(resting.order, events);
    tellLevel(events, side, ticks);
    this.fillable(resting, events);
  }

  /** Lots go, and what was held for them comes back. */
  #leave(resting: RestingOrder, lots: number, events: VenueEvent[]): void {
    const { orderId, side, ticks } = resting;
    const { book, pairs, tellLevel } = this.#parts;
    resting.remainingLots -= lots;
    book.addOwn(side, ticks, -lots);
    if (lots > 0) pairs.release(orderId, termsOf(resting.order, ticks, lots), events);
    tellLevel(events, side, ticks);
  }
}
