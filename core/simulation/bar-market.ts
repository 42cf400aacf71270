import { accepted, type Outcome, refused } from '../contract/app-error.ts';
import type { Order, OrderIntent } from '../contract/trading.ts';
import type { VenueEvent } from '../contract/venue.ts';
import { hasLimitPrice, isTriggerType, type OrderSide } from '../domain/order.ts';
import { stepsOf } from '../domain/steps.ts';
import { amendedTerms } from './amended-terms.ts';
import { BarPath, type BarTicks } from './bar-path.ts';
import type { BarSeries } from './bar-recording.ts';
import { ClearedMarket, type ClearedMarketParts } from './cleared-market.ts';
import type { OrderTerms } from './clearing.ts';
import { newOrder, pairProblem, positionProblem } from './new-order.ts';
import type { FiredOrders, OrderTermsChange, Placed } from './waiting-orders.ts';

export interface BarMarketParts extends ClearedMarketParts {
  /** True: a resting order fills when the price only touches it. */
  readonly isOptimistic: boolean;
}

interface BarOrder {
  readonly side: OrderSide;
  /** 0 for a market order. */
  readonly ticks: number;
  lots: number;
  order: Order;
}

/**
 * A market of which only bars are known. Within a bar the price goes its {@link BarPath}; orders that come meanwhile act where the
 * price is then, orders that come between two bars at the next open. A resting limit fills when the price goes through it, at its own
 * price, and at a better open at the open. Volume is not looked at.
 */
export class BarMarket extends ClearedMarket {
  /** Ticks that the price has to go beyond a resting order. */
  readonly #beyond: 0 | 1;
  readonly #path = new BarPath();
  /** Came between two bars, in order of arrival. */
  #arrivals: BarOrder[] = [];
  /** Best price first, earlier first. */
  readonly #resting: Readonly<Record<OrderSide, BarOrder[]>> = { BUY: [], SELL: [] };
  readonly #firing: FiredOrders = {
    unpaid: ({ apiId, side }, lots, limit) => this.clearing.problem({ apiId, side, ticks: limit ?? this.last, lots }),
    act: (order, lots, limit, events) => {
      const { apiId, side } = order;
      if (limit !== null) this.clearing.hold({ apiId, side, ticks: limit, lots }, events);
      this.#arrive({ side, ticks: limit ?? 0, lots, order }, events);
    },
  };

  constructor({ isOptimistic, ...parts }: BarMarketParts) {
    super(parts);
    this.#beyond = isOptimistic ? 0 : 1;
  }

  /**
   * Any type by quantity, on the grid. It acts at once, or at the next open where no bar runs; one that waits for a trigger when the
   * path comes there.
   */
  place(intent: OrderIntent): Outcome<Placed> {
    const { side, type, apiId } = intent;
    const unknown = positionProblem(intent) ?? pairProblem(intent);
    if (unknown !== null) return unknown;
    const lots = intent.qty === undefined ? null : stepsOf(intent.qty, this.grid.qtyDecimals);
    if (lots === null || lots <= 0) return refused('ORDER_FIELD_MISSING', { field: 'qty', type });
    if (isTriggerType(type)) return this.waiting.place(intent, this.last);
    const ticks = hasLimitPrice(type) ? stepsOf(intent.price ?? '', this.grid.priceDecimals) : 0;
    const offBand = ticks === 0 && !hasLimitPrice(type) ? null : this.accounting.priceProblem(side, ticks, this.last);
    if (ticks === null || offBand !== null) return offBand ?? refused('ORDER_PRICE_INVALID', { field: 'price' });
    const small = this.accounting.sizeProblem(ticks || this.last, lots);
    if (small !== null) return small;
    const events: VenueEvent[] = [];
    // Between bars a market order pays at the next open, which nobody knows: it is looked at again then, and holds nothing until it comes.
    const unpaid = this.clearing.problem({ apiId, side, ticks: ticks === 0 ? this.last : ticks, lots });
    if (unpaid !== null) return unpaid;
    if (ticks > 0) this.clearing.hold({ apiId, side, ticks, lots }, events);
    const order = newOrder(this.instrument.exchange, this.newId(), intent, this.accounting.timeMs);
    events.unshift({ type: 'order', order });
    const arrival: BarOrder = { side, ticks, lots, order };
    if (this.#path.isRunning) this.#arrive(arrival, events);
    else this.#arrivals.push(arrival);
    return accepted({ order: arrival.order, events });
  }

  /** New terms of an order. Less at the same price keeps its place; all else acts like an order that comes now. */
  amend(orderId: string, change: OrderTermsChange): Outcome<Placed> {
    const waiting = this.waiting.amend(orderId, change, this.last);
    if (waiting !== null) return waiting;
    const found = this.#find(orderId);
    if (found === null) return refused('ORDER_UNKNOWN', { orderId });
    const { list, at, order: before } = found;
    const { grid, accounting, last } = this;
    const amendable = { order: before.order, ticks: before.ticks, remainingLots: before.lots };
    const terms = amendedTerms(amendable, change, { grid, accounting, lastTicks: last });
    if (!terms.ok) return terms;
    const { order, ticks, leftLots, keepsPlace } = terms.value;
    const events: VenueEvent[] = [{ type: 'order', order }];
    if (keepsPlace) {
      this.clearing.release({ ...termsOf(before), lots: before.lots - leftLots }, events);
      before.lots = leftLots;
      before.order = order;
      return accepted({ order, events });
    }
    const arrival: BarOrder = { side: before.side, ticks, lots: leftLots, order };
    const short = this.clearing.problem({ ...termsOf(arrival), instead: termsOf(before) });
    if (short !== null) return short;
    list.splice(at, 1);
    this.clearing.release(termsOf(before), events);
    this.clearing.hold(termsOf(arrival), events);
    if (this.#path.isRunning) this.#arrive(arrival, events);
    else this.#arrivals.push(arrival);
    return accepted({ order: arrival.order, events });
  }

  cancel(orderId: string): Placed | null {
    const waiting = this.waiting.cancel(orderId);
    if (waiting !== null) return waiting;
    const found = this.#find(orderId);
    if (found === null) return null;
    const { list, at, order: canceled } = found;
    list.splice(at, 1);
    const events: VenueEvent[] = [];
    this.#end(canceled, 'CANCELED', 'CANCELED_BY_USER', events);
    return { order: canceled.order, events };
  }

  /** A bar begins: orders meet its open. Gives what happened to ours, in order. */
  open(bar: BarTicks, openMs: number, lengthMs: number): readonly VenueEvent[] {
    this.#path.start(bar, openMs, lengthMs);
    const events: VenueEvent[] = [];
    this.#here();
    this.clearing.mark(bar.open, openMs);
    if (this.#arrivals.length === 0 && !this.#touches(bar.open)) return events;
    this.#gap(bar.open, events);
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    for (const arrival of arrivals) this.#arrive(arrival, events);
    this.#fire(events);
    return events;
  }

  /** True from a bar's open to its close. */
  get isRunning(): boolean {
    return this.#path.isRunning;
  }

  /**
   * Time of the next point of the running bar at which something may happen: an order of ours is reached, the price is at or below
   * `down` or at or above `up` (ticks), or the bar closes. {@link step} goes there.
   */
  nextMs(down: number, up: number): number {
    return this.#path.next(Math.max(down, this.#down), Math.min(up, this.#up), this.clearing.isExposed);
  }

  step(): readonly VenueEvent[] {
    this.#path.step();
    const { ticks, timeMs } = this.#path;
    const events: VenueEvent[] = [];
    this.accounting.timeMs = timeMs;
    if (this.#touches(ticks)) for (const side of ['BUY', 'SELL'] as const) this.#reach(side, ticks, events);
    this.#here();
    this.#fire(events);
    this.clearing.mark(ticks, timeMs);
    return events;
  }

  /** Time passes inside the running bar, up to before its next point; nothing outside one. */
  moveTo(timeMs: number): void {
    if (!this.#path.isRunning) return;
    this.#path.moveTo(timeMs);
    this.#here();
  }

  /**
   * Passes bars from `at` on that reach no order of ours, as playing each would: the first that reaches one, closes at or after
   * `beforeMs`, or comes to `down` or `up` (ticks) is left to be played. Gives its index.
   */
  pass({ openMs, lengthMs, high, low, close }: BarSeries, at: number, beforeMs: number, down: number, up: number): number {
    if (this.#arrivals.length > 0 || this.#path.isRunning || this.clearing.isExposed) return at;
    const [lowest, highest] = [Math.max(down, this.#down), Math.min(up, this.#up)];
    const { length } = openMs;
    const openBeforeMs = beforeMs - lengthMs + 1;
    let next = at;
    while (next < length && (openMs[next] as number) < openBeforeMs && (low[next] as number) > lowest && (high[next] as number) < highest) {
      next++;
    }
    if (next === at) return at;
    this.accounting.timeMs = (openMs[next - 1] as number) + lengthMs - 1;
    this.last = close[next - 1] as number;
    this.clearing.mark(this.last, this.accounting.timeMs);
    return next;
  }

  /** Highest price at which something of ours happens when the price falls. */
  get #down(): number {
    const [buy] = this.#resting.BUY;
    return buy === undefined ? this.waiting.down : Math.max(buy.ticks - this.#beyond, this.waiting.down);
  }

  get #up(): number {
    const [sell] = this.#resting.SELL;
    return sell === undefined ? this.waiting.up : Math.min(sell.ticks + this.#beyond, this.waiting.up);
  }

  /** Where an order stands that waits for no trigger. */
  #find(orderId: string): { readonly list: BarOrder[]; readonly at: number; readonly order: BarOrder } | null {
    for (const list of [this.#arrivals, this.#resting.BUY, this.#resting.SELL]) {
      const at = list.findIndex((one) => one.order.orderId === orderId);
      const order = list[at];
      if (order !== undefined) return { list, at, order };
    }
    return null;
  }

  #touches(ticks: number): boolean {
    return ticks <= this.#down || ticks >= this.#up;
  }

  /** Takes over where the path stands. */
  #here(): void {
    const { ticks, timeMs } = this.#path;
    this.accounting.timeMs = timeMs;
    this.last = ticks;
    this.clearing.value(ticks);
  }

  #fire(events: VenueEvent[]): void {
    this.waiting.fire(() => this.last, this.#firing, events);
  }

  /** Resting orders that the open has jumped over fill there. */
  #gap(open: number, events: VenueEvent[]): void {
    for (const side of ['BUY', 'SELL'] as const) {
      const list = this.#resting[side];
      for (let [first] = list; first !== undefined && isThrough(first, open); [first] = list) {
        list.shift();
        this.clearing.release(termsOf(first), events);
        this.#fill(first, open, 'MAKER', events);
      }
    }
  }

  /** An order meets the price for the first time: it takes what is there, or begins to wait. */
  #arrive(arrival: BarOrder, events: VenueEvent[]): void {
    const { side, ticks, order } = arrival;
    const price = this.last;
    const isTaking = ticks === 0 || ticks === price || isThrough(arrival, price);
    if (!isTaking) {
      if (order.timeInForce === 'FOK') this.#end(arrival, 'EXPIRED', 'EXPIRED_FOK', events);
      else if (order.timeInForce === 'IOC') this.#end(arrival, 'EXPIRED', 'EXPIRED_IOC', events);
      else insert(this.#resting[side], arrival);
      return;
    }
    if (order.timeInForce === 'GTX') {
      this.#end(arrival, 'EXPIRED', 'EXPIRED_POST_ONLY', events);
      return;
    }
    if (ticks > 0) this.clearing.release(termsOf(arrival), events);
    if (this.clearing.problem({ ...termsOf(arrival), ticks: price }) === null) this.#fill(arrival, price, 'TAKER', events);
    else this.#end({ ...arrival, ticks: 0 }, 'EXPIRED', 'EXPIRED_NO_FUNDS', events);
  }

  /** Fills what the price has gone through, nearest first, at the orders' own prices. */
  #reach(side: OrderSide, price: number, events: VenueEvent[]): void {
    const list = this.#resting[side];
    for (let [first] = list; first !== undefined; [first] = list) {
      if (!isThrough(first, price) && (this.#beyond > 0 || first.ticks !== price)) return;
      list.shift();
      this.clearing.release(termsOf(first), events);
      this.#fill(first, first.ticks, 'MAKER', events);
    }
  }

  #fill(filled: BarOrder, ticks: number, liquidity: 'MAKER' | 'TAKER', events: VenueEvent[]): void {
    const tradeId = this.newId();
    const terms = { ticks, lots: filled.lots, leftLots: 0, liquidity, isHeld: false, tradeId };
    filled.order = this.accounting.fill(filled.order, terms, events);
  }

  #end(ended: BarOrder, status: 'CANCELED' | 'EXPIRED', cause: string, events: VenueEvent[]): void {
    ended.order = this.accounting.changed(ended.order, status, cause);
    events.push({ type: 'order', order: ended.order });
    if (ended.ticks > 0) this.clearing.release(termsOf(ended), events);
  }
}

const termsOf = ({ side, ticks, lots, order }: BarOrder): OrderTerms => ({ apiId: order.apiId, side, ticks, lots });

/** The price has gone beyond the order's own. */
const isThrough = ({ side, ticks }: BarOrder, price: number): boolean => (side === 'BUY' ? price < ticks : price > ticks);

function insert(list: BarOrder[], order: BarOrder): void {
  let at = 0;
  while (at < list.length && !isBetter(order, list[at] as BarOrder)) at++;
  list.splice(at, 0, order);
}

const isBetter = (order: BarOrder, than: BarOrder): boolean => (order.side === 'BUY' ? order.ticks > than.ticks : order.ticks < than.ticks);
