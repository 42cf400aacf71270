import type { ApiId, Order } from '../../contract/trading.ts';
import type { VenueEvent } from '../../contract/venue.ts';
import type { OrderSide } from '../../domain/orders/order.ts';
import type { OrderStatus } from '../../domain/orders/order-status.ts';
import { type Clearing, termsOf } from '../clearing/clearing.ts';
import { nothingToReduce, type OrderAccounting } from '../clearing/order-accounting.ts';
import { amountLeft, lotsAtPrice, type QuoteLotsParts } from '../quote-lots.ts';
import type { OrderPairs } from './order-pairs.ts';

/** An order that takes what prints next. */
export interface PrintTaker {
  readonly orderId: string;
  readonly apiId: ApiId;
  readonly side: OrderSide;
  /** Its limit, which is held for; 0 without one: then it is paid when it fills. */
  readonly ticks: number;
  /** Worst price at which it may fill: its limit, or the band's edge when it came; null where no trade has given one. */
  readonly bound: number | null;
  remainingLots: number;
  order: Order;
}

interface PrintTakersParts {
  readonly newId: () => string;
  readonly clearing: Clearing;
  readonly accounting: OrderAccounting;
  readonly pairs: OrderPairs;
  readonly sizes: QuoteLotsParts;
  /** What the price has left behind begins to rest; it holds nothing any more. */
  readonly rest: (order: Order, lots: number, limit: number, events: VenueEvent[]) => void;
}

const isBeyond = (side: OrderSide, ticks: number, bound: number | null): boolean =>
  bound !== null && (side === 'BUY' ? ticks > bound : ticks < bound);

/** A limit better than the last print: what stood there was taken for less. */
const crossesPrint = (side: OrderSide, limit: number, last: number): boolean => last > 0 && limit !== last && !isBeyond(side, last, limit);

/** Whether an order of which a market without a book has only prints acts on the next ones; what does not rests. */
export const takesPrints = ({ side, timeInForce }: Order, limit: number | null, last: number): boolean =>
  limit === null || timeInForce === 'IOC' || timeInForce === 'FOK' || crossesPrint(side, limit, last);

/**
 * Orders that take where only trades are known. Each waits for the next prints and fills at their prices, at most what they print, the
 * order that came first before the others; a print beyond its limit or the band ends that.
 */
export class PrintTakers {
  readonly #parts: PrintTakersParts;
  readonly #takers: PrintTaker[] = [];

  constructor(parts: PrintTakersParts) {
    this.#parts = parts;
  }

  get all(): readonly PrintTaker[] {
    return this.#takers;
  }

  find(orderId: string): PrintTaker | null {
    return this.#takers.find((taker) => taker.orderId === orderId) ?? null;
  }

  /** Takes up orders of an earlier life, whose funds the ledger holds already. */
  takeUp(takers: readonly Readonly<PrintTaker>[]): void {
    for (const one of takers) this.#takers.push({ ...one });
  }

  add(order: Order, lots: number, limit: number | null, bound: number | null, events: VenueEvent[]): void {
    const { orderId, apiId, side } = order;
    const taker: PrintTaker = { orderId, apiId, side, ticks: limit ?? 0, bound, remainingLots: lots, order };
    this.#takers.push(taker);
    if (taker.ticks > 0) this.#parts.pairs.hold(orderId, termsOf(order, taker.ticks, lots), events);
  }

  /** Takes an order out and gives back what was held for it. */
  remove(taker: PrintTaker, events: VenueEvent[]): void {
    this.#takers.splice(this.#takers.indexOf(taker), 1);
    this.#release(taker, taker.remainingLots, events);
  }

  end(taker: PrintTaker, status: OrderStatus, cause: string, events: VenueEvent[]): void {
    taker.order = this.#parts.accounting.changed(taker.order, status, cause);
    events.push({ type: 'order', order: taker.order });
    this.remove(taker, events);
    this.#parts.pairs.changed(taker.order, events);
  }

  /** One print; gives the lots of it that nobody took. */
  meet(ticks: number, lots: number, events: VenueEvent[]): number {
    let left = lots;
    for (const taker of [...this.#takers]) {
      if (left === 0) break;
      if (isBeyond(taker.side, ticks, taker.bound)) this.#leave(taker, events);
      else left -= this.#take(taker, ticks, left, events);
    }
    return left;
  }

  #take(taker: PrintTaker, ticks: number, printed: number, events: VenueEvent[]): number {
    const { side, order, remainingLots } = taker;
    const { clearing, accounting, pairs, sizes, newId } = this.#parts;
    const amount = amountLeft(order, sizes.units);
    const wanted = amount === null ? remainingLots : lotsAtPrice(side, amount, ticks, sizes);
    if (wanted === 0) {
      this.end(taker, 'EXPIRED', 'EXPIRED_IOC', events);
      return 0;
    }
    const lots = accounting.fillable(order, Math.min(printed, wanted));
    if (lots === 0) {
      this.end(taker, 'EXPIRED', nothingToReduce, events);
      return 0;
    }
    if (order.timeInForce === 'FOK' && lots < remainingLots) {
      this.end(taker, 'EXPIRED', 'EXPIRED_FOK', events);
      return 0;
    }
    if (pairs.executing(taker.orderId, events) && taker.ticks > 0) clearing.hold(termsOf(order, taker.ticks, remainingLots), events);
    this.#release(taker, lots, events);
    taker.remainingLots = wanted - lots;
    if (clearing.problem(termsOf(order, ticks, lots)) !== null) {
      this.end(taker, 'EXPIRED', 'EXPIRED_NO_FUNDS', events);
      return 0;
    }
    const terms = { ticks, lots, leftLots: taker.remainingLots, liquidity: 'TAKER', isHeld: false, tradeId: newId() } as const;
    taker.order = accounting.fill(order, terms, events);
    if (taker.remainingLots === 0) this.remove(taker, events);
    pairs.changed(taker.order, events);
    if (taker.remainingLots > 0 && accounting.fillable(order, 1) === 0) this.end(taker, 'EXPIRED', nothingToReduce, events);
    return lots;
  }

  /** The price is where it may not go. */
  #leave(taker: PrintTaker, events: VenueEvent[]): void {
    const { order, ticks, remainingLots } = taker;
    if (ticks === 0) this.end(taker, 'EXPIRED', 'EXPIRED_PRICE_BAND', events);
    else if (order.timeInForce === 'IOC') this.end(taker, 'EXPIRED', 'EXPIRED_IOC', events);
    else if (order.timeInForce === 'FOK') this.end(taker, 'EXPIRED', 'EXPIRED_FOK', events);
    else {
      this.remove(taker, events);
      this.#parts.rest(order, remainingLots, ticks, events);
    }
  }

  #release({ orderId, order, ticks }: PrintTaker, lots: number, events: VenueEvent[]): void {
    if (ticks > 0 && lots > 0) this.#parts.pairs.release(orderId, termsOf(order, ticks, lots), events);
  }
}
