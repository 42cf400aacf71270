import { accepted, type Outcome, refused } from '../contract/app-error.ts';
import type { Order, OrderChange, OrderIntent } from '../contract/trading.ts';
import type { VenueEvent } from '../contract/venue.ts';
import { hasLimitPrice } from '../domain/order.ts';
import { stepsOf } from '../domain/steps.ts';
import { conditionMet, firesUp, triggerProblem } from '../domain/trigger-rules.ts';
import type { MarketGrid } from './market-grid.ts';
import { newOrder } from './new-order.ts';
import type { OrderAccounting } from './order-accounting.ts';

/** An order that waits for its trigger; it holds nothing until then. */
export interface WaitingOrder {
  readonly order: Order;
  /** Trigger in ticks. */
  readonly trigger: number;
  readonly firesUp: boolean;
  /** Orders that one price fires act in this order. */
  readonly sequence: number;
}

/** Where a waiting order of an earlier life stands; its terms are the order's own. */
export type WaitingPlace = Pick<WaitingOrder, 'firesUp' | 'sequence'> & { readonly orderId: string };

const reasons = { NO_REFERENCE_PRICE: 'ORDER_NO_REFERENCE_PRICE', WOULD_TRIGGER: 'ORDER_WOULD_TRIGGER' } as const;
const field = 'triggerPrice';

export type OrderTermsChange = Pick<OrderChange, 'price' | 'qty' | 'triggerPrice'>;

/** An order after a call, and everything that the call changed, in order. */
export interface Placed {
  readonly order: Order;
  readonly events: readonly VenueEvent[];
}

/** What a market does with an order that acts now; `limit` is null for one without. */
export interface FiredOrders {
  unpaid(order: Order, lots: number, limit: number | null): Outcome<never> | null;
  act(order: Order, lots: number, limit: number | null, events: VenueEvent[]): void;
}

export interface WaitingOrdersParts {
  readonly exchange: string;
  readonly grid: MarketGrid;
  readonly newId: () => string;
  readonly accounting: OrderAccounting;
}

/** The orders of a simulated market that wait for its last price, by the rules of the house's own engine. */
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

  /** Highest price at which one fires when the price falls. */
  get down(): number {
    let down = Number.NEGATIVE_INFINITY;
    for (const { firesUp: isUp, trigger } of this.#waiting) if (!isUp && trigger > down) down = trigger;
    return down;
  }

  /** Lowest price at which one fires when the price rises. */
  get up(): number {
    let up = Number.POSITIVE_INFINITY;
    for (const { firesUp: isUp, trigger } of this.#waiting) if (isUp && trigger < up) up = trigger;
    return up;
  }

  /** Begins to wait at a last price in ticks (0: none yet). It must be an order by quantity. */
  place(intent: OrderIntent, last: number): Outcome<Placed> {
    const lots = stepsOf(intent.qty ?? '', this.#parts.grid.qtyDecimals);
    if (lots === null || lots <= 0) return refused('ORDER_FIELD_MISSING', { field: 'qty', type: intent.type });
    const problem = this.#sizeProblem(intent, lots) ?? this.#problem(intent, last);
    if (problem !== null) return problem;
    const { exchange, newId, accounting } = this.#parts;
    return this.#wait(newOrder(exchange, newId(), intent, accounting.timeMs), last);
  }

  /** Null when no such order waits. */
  cancel(orderId: string): Placed | null {
    const waiting = this.#find(orderId);
    if (waiting === null) return null;
    this.#remove(waiting);
    const order = this.#parts.accounting.changed(waiting.order, 'CANCELED', 'CANCELED_BY_USER');
    return { order, events: [{ type: 'order', order }] };
  }

  /** Only a new trigger queues anew. Null when no such order waits. */
  amend(orderId: string, change: OrderTermsChange, last: number): Outcome<Placed> | null {
    const waiting = this.#find(orderId);
    if (waiting === null) return null;
    const before = waiting.order;
    // By name: a caller's change may be part of something larger, and only terms may become the order's.
    const { price = before.price, qty = before.qty, triggerPrice = before.triggerPrice } = change;
    const invalid = this.#invalidTerm(before, { price, qty, triggerPrice });
    if (invalid !== null) return invalid;
    const order = { ...this.#parts.accounting.changed(before, before.status, 'AMENDED'), price, qty, triggerPrice };
    const isMoved = order.triggerPrice !== before.triggerPrice;
    if (!isMoved && order.price === before.price && order.qty === before.qty) return refused('ORDER_NOTHING_TO_AMEND');
    const problem = isMoved ? this.#problem(order, last) : null;
    if (problem !== null) return problem;
    this.#remove(waiting);
    if (isMoved) return this.#wait(order, last);
    this.#waiting.push({ ...waiting, order });
    return accepted({ order, events: [{ type: 'order', order }] });
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
   * Orders whose trigger the last price has come to act, each after what the one before it has done to the price; the money is looked for
   * only now. `last` gives the last price in ticks.
   */
  fire(last: () => number, market: FiredOrders, events: VenueEvent[]): void {
    if (this.#waiting.length === 0) return;
    this.#reach(last());
    for (let next = this.#fired.shift(); next !== undefined; next = this.#fired.shift()) {
      const { order } = next;
      const limit = hasLimitPrice(order.type) ? this.#ticks(order.price) : null;
      const lots = stepsOf(order.qty ?? '', this.#parts.grid.qtyDecimals) ?? 0;
      const { accounting } = this.#parts;
      const isOff = accounting.isOutOfBand(order.side, limit ?? 0, last());
      const failure = isOff ? 'FAILED_FILTER' : market.unpaid(order, lots, limit) === null ? null : 'FAILED_BALANCE';
      const changed = accounting.changed(order, failure === null ? 'TRADING' : 'FAILURE', failure ?? 'TRIGGERED');
      events.push({ type: 'order', order: changed });
      if (failure === null) market.act(changed, lots, limit, events);
      this.#reach(last());
    }
  }

  #problem({ type, side, price, triggerPrice }: OrderIntent | Order, last: number): Outcome<never> | null {
    const trigger = this.#ticks(triggerPrice);
    if (trigger === null) return refused('ORDER_PRICE_INVALID', { field });
    if (hasLimitPrice(type) && this.#ticks(price) === null) return refused('ORDER_PRICE_INVALID', { field: 'price' });
    const reason = triggerProblem(type, side, trigger, last);
    return reason === null ? null : refused(reasons[reason], { field });
  }

  #wait(order: Order, last: number): Outcome<Placed> {
    const trigger = this.#ticks(order.triggerPrice) ?? 0;
    const { type, side } = order;
    this.#waiting.push({ order, trigger, firesUp: firesUp(type, side, trigger, last), sequence: ++this.#lastSequence });
    return accepted({ order, events: [{ type: 'order', order }] });
  }

  #find(orderId: string): WaitingOrder | null {
    return this.#waiting.find(({ order }) => order.orderId === orderId) ?? null;
  }

  #remove(waiting: WaitingOrder): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
  }

  #reach(last: number): void {
    for (let at = this.#waiting.length - 1; at >= 0; at--) {
      const waiting = this.#waiting[at] as WaitingOrder;
      if (!conditionMet(waiting.firesUp, waiting.trigger, last)) continue;
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
