import { accepted, type Outcome, refused } from '../../contract/app-error.ts';
import type { Order, OrderChange, OrderIntent } from '../../contract/trading.ts';
import type { VenueEvent } from '../../contract/venue.ts';
import { stepsOf } from '../../domain/numbers/steps.ts';
import { hasLimitPrice, type WatchedPrice } from '../../domain/orders/order.ts';
import { conditionMet, firesUp, triggerProblem } from '../../domain/orders/trigger-rules.ts';
import type { OrderAccounting } from '../clearing/order-accounting.ts';
import type { MarketGrid } from '../market-grid.ts';
import { newOrder } from './new-order.ts';

/** An order that waits for its trigger; it holds nothing until then. */
interface WaitingOrder {
  readonly order: Order;
  /** Trigger in ticks. */
  readonly trigger: number;
  readonly firesUp: boolean;
  /** Orders that one price fires act in this order. */
  readonly sequence: number;
}

const watchedBy = ({ watchedPrice = 'LAST' }: Pick<Order, 'watchedPrice'>): WatchedPrice => watchedPrice;

/** Where a waiting order of an earlier life stands; its terms are the order's own. */
export type WaitingPlace = Pick<WaitingOrder, 'firesUp' | 'sequence'> & { readonly orderId: string };

/** Why an order may not begin to wait. */
export const triggerReasons = { NO_REFERENCE_PRICE: 'ORDER_NO_REFERENCE_PRICE', WOULD_TRIGGER: 'ORDER_WOULD_TRIGGER' } as const;
const field = 'triggerPrice';

/** A price that triggers watch, in ticks; 0 while there is none. */
type PriceOf = (watched: WatchedPrice) => number;

export type OrderTermsChange = Pick<OrderChange, 'price' | 'qty' | 'triggerPrice'>;

/** What a market does with an order that acts now; `limit` is null for one without. */
export interface FiredOrders {
  readonly last: number;
  readonly priceOf: PriceOf;
  /** A step is over. */
  settle(events: VenueEvent[]): void;
  /** Its trigger has come. */
  firing(order: Order, events: VenueEvent[]): void;
  /** It was told what has become of it. */
  changed(order: Order, events: VenueEvent[]): void;
  unpaid(order: Order, lots: number, limit: number | null): Outcome<never> | null;
  act(order: Order, lots: number, limit: number | null, events: VenueEvent[]): void;
}

interface WaitingOrdersParts {
  readonly exchange: string;
  readonly grid: MarketGrid;
  readonly newId: () => string;
  readonly accounting: OrderAccounting;
}

/** The orders of a simulated market that wait for its last price or the index of its pair, by the rules of the house's own engine. */
export class WaitingOrders {
  readonly #parts: WaitingOrdersParts;
  readonly #waiting: WaitingOrder[] = [];
  /** Their price has come: they act wherever it goes meanwhile. */
  readonly #fired: WaitingOrder[] = [];
  #lastSequence = 0;

  constructor(parts: WaitingOrdersParts) {
    this.#parts = parts;
  }

  get all(): readonly WaitingOrder[] {
    return [...this.#waiting, ...this.#fired];
  }

  /** What a restart needs beside the orders. */
  get places(): readonly WaitingPlace[] {
    return this.all.map(({ order, firesUp: isUp, sequence }) => ({ orderId: order.orderId, firesUp: isUp, sequence }));
  }

  /** Whether one waits for the index. */
  get watchesIndex(): boolean {
    return this.#waiting.some(({ order }) => watchedBy(order) === 'INDEX');
  }

  /** Highest last price at which one fires when it falls. */
  get down(): number {
    let down = Number.NEGATIVE_INFINITY;
    for (const { firesUp: isUp, trigger, order } of this.#waiting)
      if (!isUp && trigger > down && watchedBy(order) === 'LAST') down = trigger;
    return down;
  }

  /** Lowest last price at which one fires when it rises. */
  get up(): number {
    let up = Number.POSITIVE_INFINITY;
    for (const { firesUp: isUp, trigger, order } of this.#waiting) if (isUp && trigger < up && watchedBy(order) === 'LAST') up = trigger;
    return up;
  }

  /** The order that an intent begins to wait with, at the price that it watches, for {@link watch}. It must be one by quantity. */
  accept(intent: OrderIntent, price: number): Outcome<Order> {
    const lots = stepsOf(intent.qty ?? '', this.#parts.grid.qtyDecimals);
    if (lots === null || lots <= 0) return refused('ORDER_FIELD_MISSING', { field: 'qty', type: intent.type });
    const problem = this.#sizeProblem(intent, lots) ?? this.#problem(intent, price);
    if (problem !== null) return problem;
    const { exchange, newId, accounting } = this.#parts;
    return accepted(newOrder(exchange, newId(), intent, accounting.timeMs));
  }

  /** An order that was told begins to wait; the price is that which it watches. */
  watch(order: Order, price: number): void {
    const trigger = this.#ticks(order.triggerPrice) ?? 0;
    const { type, side } = order;
    this.#waiting.push({ order, trigger, firesUp: firesUp(type, side, trigger, price), sequence: ++this.#lastSequence });
  }

  /** An order as it was told to be now, with the same trigger; nothing where it does not wait. */
  replace(order: Order): void {
    for (const list of [this.#waiting, this.#fired]) {
      const at = list.findIndex((one) => one.order.orderId === order.orderId);
      if (at >= 0) list[at] = { ...(list[at] as WaitingOrder), order };
    }
  }

  /** Takes an order out, one whose price has come too; null when it does not wait. */
  take(orderId: string): Order | null {
    for (const list of [this.#waiting, this.#fired]) {
      const at = list.findIndex(({ order }) => order.orderId === orderId);
      if (at >= 0) return list.splice(at, 1)[0]?.order ?? null;
    }
    return null;
  }

  /** Only a new trigger queues anew. `problem`: what else speaks against the amended order. Null when no such order waits. */
  amend(
    orderId: string,
    change: OrderTermsChange,
    priceOf: PriceOf,
    problem: (amended: Order) => Outcome<never> | null,
    events: VenueEvent[],
  ): Outcome<void> | null {
    const waiting = this.#waiting.find(({ order }) => order.orderId === orderId);
    if (waiting === undefined) return null;
    const before = waiting.order;
    // By name: a caller's change may be part of something larger, and only terms may become the order's.
    const { price = before.price, qty = before.qty, triggerPrice = before.triggerPrice } = change;
    const invalid = this.#invalidTerm(before, { price, qty, triggerPrice });
    if (invalid !== null) return invalid;
    const order = { ...this.#parts.accounting.changed(before, before.status, 'AMENDED'), price, qty, triggerPrice };
    const isMoved = order.triggerPrice !== before.triggerPrice;
    if (!isMoved && order.price === before.price && order.qty === before.qty) return refused('ORDER_NOTHING_TO_AMEND');
    const refusal = (isMoved ? this.#problem(order, priceOf(watchedBy(before))) : null) ?? problem(order);
    if (refusal !== null) return refusal;
    events.push({ type: 'order', order });
    if (!isMoved) this.replace(order);
    else {
      this.take(orderId);
      this.watch(order, priceOf(watchedBy(order)));
    }
    return accepted(undefined);
  }

  /** A limit without a price, or an order without a size, would become another kind of order when it fires. */
  #invalidTerm({ type }: Order, { price, qty, triggerPrice }: Pick<Order, 'price' | 'qty' | 'triggerPrice'>): Outcome<never> | null {
    if (!hasLimitPrice(type) && price !== null) return refused('ORDER_FIELD_FORBIDDEN', { field: 'price', type });
    if (hasLimitPrice(type) && (this.#ticks(price) ?? 0) <= 0) return refused('ORDER_PRICE_INVALID', { field: 'price' });
    const lots = stepsOf(qty ?? '', this.#parts.grid.qtyDecimals) ?? 0;
    return lots <= 0 ? refused('ORDER_FIELD_MISSING', { field: 'qty', type }) : this.#sizeProblem({ type, price, triggerPrice }, lots);
  }

  /** Measured at its limit, or at its trigger where it has none. */
  #sizeProblem(
    { type, price, triggerPrice }: Pick<OrderIntent | Order, 'type' | 'price' | 'triggerPrice'>,
    lots: number,
  ): Outcome<never> | null {
    return this.#parts.accounting.sizeProblem(this.#ticks(hasLimitPrice(type) ? price : triggerPrice) ?? 0, lots);
  }

  takeUp(order: Order, { firesUp: isUp, sequence }: WaitingPlace): void {
    this.#waiting.push({ order, trigger: this.#ticks(order.triggerPrice) ?? 0, firesUp: isUp, sequence });
    this.#lastSequence = Math.max(this.#lastSequence, sequence);
  }

  /**
   * Orders whose trigger the price that they watch has come to act, each after what the one before it has done to the price; the money is looked for
   * only now.
   */
  fire(market: FiredOrders, events: VenueEvent[]): void {
    for (;;) {
      market.settle(events);
      if (this.#waiting.length > 0) this.#reach(market.priceOf);
      const next = this.#fired.shift();
      if (next === undefined) return;
      this.#fireOne(next.order, market, events);
    }
  }

  #fireOne(order: Order, market: FiredOrders, events: VenueEvent[]): void {
    const { accounting, grid } = this.#parts;
    const lotsOf = (qty: string | null): number => stepsOf(qty ?? '', grid.qtyDecimals) ?? 0;
    market.firing(order, events);
    const limit = hasLimitPrice(order.type) ? this.#ticks(order.price) : null;
    const lots = lotsOf(order.qty) - lotsOf(order.preventedQty);
    const isOff = accounting.isOutOfBand(order.side, limit ?? 0, market.last);
    const failure = isOff ? 'FAILED_FILTER' : market.unpaid(order, lots, limit) === null ? null : 'FAILED_BALANCE';
    const changed = accounting.changed(order, failure === null ? 'TRADING' : 'FAILURE', failure ?? 'TRIGGERED');
    events.push({ type: 'order', order: changed });
    market.changed(changed, events);
    if (failure === null) market.act(changed, lots, limit, events);
  }

  #problem({ type, side, price, triggerPrice }: OrderIntent | Order, watched: number): Outcome<never> | null {
    const trigger = this.#ticks(triggerPrice);
    if (trigger === null) return refused('ORDER_PRICE_INVALID', { field });
    if (hasLimitPrice(type) && this.#ticks(price) === null) return refused('ORDER_PRICE_INVALID', { field: 'price' });
    const reason = triggerProblem(type, side, trigger, watched);
    return reason === null ? null : refused(triggerReasons[reason], { field });
  }

  #reach(priceOf: PriceOf): void {
    const [last, index] = [priceOf('LAST'), priceOf('INDEX')];
    for (let at = this.#waiting.length - 1; at >= 0; at--) {
      const waiting = this.#waiting[at] as WaitingOrder;
      const price = watchedBy(waiting.order) === 'LAST' ? last : index;
      if (price === 0 || !conditionMet(waiting.firesUp, waiting.trigger, price)) continue;
      this.#waiting.splice(at, 1);
      this.#fired.push(waiting);
    }
    this.#fired.sort((a, b) => a.sequence - b.sequence);
  }

  #ticks(price: string | null | undefined): number | null {
    const ticks = stepsOf(price ?? '', this.#parts.grid.priceDecimals);
    return ticks === null || ticks <= 0 ? null : ticks;
  }
}
