import { accepted, type Outcome, refused } from '../contract/app-error.ts';
import type { Order, OrderIntent } from '../contract/trading.ts';
import type { VenueEvent } from '../contract/venue.ts';
import { stepsOf } from '../domain/numbers/steps.ts';
import { hasLimitPrice, type OrderSide } from '../domain/orders/order.ts';
import type { OrderStatus } from '../domain/orders/order-status.ts';
import { BarPath, type BarTicks } from './bar-path.ts';
import { ClearedMarket, type ClearedMarketParts, type MarketQuote } from './clearing/cleared-market.ts';
import { type ClearingOrder, termsOf as termsAt } from './clearing/clearing.ts';
import { nothingToReduce } from './clearing/order-accounting.ts';
import { amendedTerms } from './orders/amended-terms.ts';
import { newOrder } from './orders/new-order.ts';
import type { OrderTermsChange } from './orders/waiting-orders.ts';
import { amountLeft, amountOf, lotsAtPrice, qtyLots } from './quote-lots.ts';
import type { BarSeries } from './recordings/bar-recording.ts';

interface BarMarketParts extends ClearedMarketParts {
  /** True: a resting order fills when the price only touches it. */
  readonly isOptimistic: boolean;
}

interface BarOrder {
  readonly side: OrderSide;
  /** 0 for a market order. */
  readonly ticks: number;
  /** Of an order by an amount known when it fills. */
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

  constructor({ isOptimistic, ...parts }: BarMarketParts) {
    super(parts);
    this.#beyond = isOptimistic ? 0 : 1;
  }

  protected placeNow(intent: OrderIntent, events: VenueEvent[]): Outcome<void> {
    const { side, type, apiId } = intent;
    const amount = amountOf(intent, this.units);
    const lots = amount === null ? qtyLots(intent, this.grid) : 0;
    if (lots === null) return refused('ORDER_FIELD_MISSING', { field: 'qty', type });
    const ticks = hasLimitPrice(type) ? stepsOf(intent.price ?? '', this.grid.priceDecimals) : 0;
    if (ticks === null) return refused('ORDER_PRICE_INVALID', { field: 'price' });
    const small = amount === null ? this.accounting.sizeProblem(ticks || this.last, lots) : null;
    const offBand = hasLimitPrice(type) ? this.accounting.priceProblem(side, ticks, this.last) : null;
    // Between bars a market order pays at the next open, which nobody knows: it is looked at again then, and holds nothing until it comes.
    const unpaid =
      amount === null
        ? this.clearing.problem({ apiId, side, ticks: ticks || this.last, lots, reduceOnly: false })
        : this.amountProblem(intent, amount);
    const problem = small ?? offBand ?? unpaid ?? this.pairs.terms.smallLegs(intent);
    if (problem !== null) return problem;
    const order = newOrder(this.instrument.exchange, this.newId(), intent, this.accounting.timeMs);
    this.tell(order, intent, events);
    this.arrive(order, lots, ticks === 0 ? null : ticks, events);
    return accepted(undefined);
  }

  protected amendStanding(orderId: string, change: OrderTermsChange, events: VenueEvent[]): Outcome<void> | null {
    const found = this.#find(orderId);
    if (found === null) return null;
    const { list, at, order: before } = found;
    const { grid, accounting, pairs, last: lastTicks } = this;
    const amendable = { order: before.order, ticks: before.ticks, remainingLots: before.lots };
    const terms = amendedTerms(amendable, change, { grid, accounting, pairs, lastTicks });
    if (!terms.ok) return terms;
    const { order, ticks, leftLots, keepsPlace } = terms.value;
    if (keepsPlace) {
      this.clearing.release({ ...termsOf(before), lots: before.lots - leftLots }, events);
      before.lots = leftLots;
      before.order = order;
      events.push({ type: 'order', order });
      return accepted(undefined);
    }
    const arrival: BarOrder = { side: before.side, ticks, lots: leftLots, order };
    const short = this.clearing.problem({ ...termsOf(arrival), instead: termsOf(before) });
    if (short !== null) return short;
    list.splice(at, 1);
    events.push({ type: 'order', order });
    this.clearing.release(termsOf(before), events);
    this.arrive(order, leftLots, ticks, events);
    return accepted(undefined);
  }

  protected endStanding(orderId: string, status: OrderStatus, cause: string, events: VenueEvent[]): void {
    const found = this.#find(orderId);
    if (found === null) return;
    found.list.splice(found.at, 1);
    this.#end(found.order, status, cause, events);
  }

  protected takeStanding(orderId: string, events: VenueEvent[]): void {
    const found = this.#find(orderId);
    if (found === null) return;
    found.list.splice(found.at, 1);
    this.pairs.release(orderId, termsOf(found.order), events);
  }

  protected unpaid(order: Order, lots: number, limit: number | null): Outcome<never> | null {
    return this.clearing.problem(termsAt(order, limit ?? this.last, lots));
  }

  protected act(order: Order, lots: number, limit: number | null, events: VenueEvent[]): void {
    this.#meet(this.#heldOrder(order, lots, limit, events), events);
  }

  /** At the next open where no bar runs. */
  protected override arrive(order: Order, lots: number, limit: number | null, events: VenueEvent[]): void {
    const arrival = this.#heldOrder(order, lots, limit, events);
    if (this.#path.isRunning) this.#meet(arrival, events);
    else this.#arrivals.push(arrival);
  }

  /** Without a book what is there is where the price is. */
  protected touch(): number {
    return this.last;
  }

  #heldOrder(order: Order, lots: number, limit: number | null, events: VenueEvent[]): BarOrder {
    const held: BarOrder = { side: order.side, ticks: limit ?? 0, lots, order };
    if (limit !== null) this.pairs.hold(order.orderId, termsOf(held), events);
    return held;
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
    for (const arrival of arrivals) this.#meet(arrival, events);
    this.fire(events);
    return events;
  }

  quote(nowMs: number): MarketQuote {
    return { price: this.lastPrice, ageMs: this.isRunning ? 0 : nowMs - this.accounting.timeMs };
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
    this.fire(events);
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

  /** Resting orders that the open has jumped over fill there. */
  #gap(open: number, events: VenueEvent[]): void {
    for (const side of ['BUY', 'SELL'] as const) {
      const list = this.#resting[side];
      for (let [first] = list; first !== undefined && isThrough(first, open); [first] = list) {
        list.shift();
        this.#free(first, events);
        this.#fill(first, open, 'MAKER', events);
      }
    }
  }

  /** An order meets the price for the first time: it takes what is there, or begins to wait. */
  #meet(arrival: BarOrder, events: VenueEvent[]): void {
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
    const amount = amountLeft(order, this.units);
    if (amount !== null) arrival.lots = lotsAtPrice(side, amount, price, this);
    if (arrival.lots === 0) {
      this.#end(arrival, 'EXPIRED', 'EXPIRED_IOC', events);
      return;
    }
    this.#free(arrival, events);
    if (this.clearing.problem({ ...termsOf(arrival), ticks: price }) === null) this.#fill(arrival, price, 'TAKER', events);
    else this.#end({ ...arrival, ticks: 0 }, 'EXPIRED', 'EXPIRED_NO_FUNDS', events);
  }

  /** Fills what the price has gone through, nearest first, at the orders' own prices. */
  #reach(side: OrderSide, price: number, events: VenueEvent[]): void {
    const list = this.#resting[side];
    for (let [first] = list; first !== undefined; [first] = list) {
      if (!isThrough(first, price) && (this.#beyond > 0 || first.ticks !== price)) return;
      list.shift();
      this.#free(first, events);
      this.#fill(first, first.ticks, 'MAKER', events);
    }
  }

  /** Before it fills what was held for it comes back: its own, or that of its pair, whose other leg ends. */
  #free(filling: BarOrder, events: VenueEvent[]): void {
    const isOfPair = this.pairs.executing(filling.order.orderId, events);
    if (!isOfPair && filling.ticks > 0) this.clearing.release(termsOf(filling), events);
  }

  #fill(filled: BarOrder, ticks: number, liquidity: 'MAKER' | 'TAKER', events: VenueEvent[]): void {
    const lots = this.accounting.fillable(filled.order, filled.lots);
    if (lots > 0) {
      const terms = { ticks, lots, leftLots: filled.lots - lots, liquidity, isHeld: false, tradeId: this.newId() };
      filled.order = this.accounting.fill(filled.order, terms, events);
      this.pairs.changed(filled.order, events);
    }
    if (lots < filled.lots) this.#end({ ...filled, ticks: 0 }, 'EXPIRED', nothingToReduce, events);
  }

  #end(ended: BarOrder, status: OrderStatus, cause: string, events: VenueEvent[]): void {
    ended.order = this.accounting.changed(ended.order, status, cause);
    events.push({ type: 'order', order: ended.order });
    if (ended.ticks > 0) this.pairs.release(ended.order.orderId, termsOf(ended), events);
    this.pairs.changed(ended.order, events);
  }
}

const termsOf = ({ ticks, lots, order }: BarOrder): ClearingOrder => termsAt(order, ticks, lots);

/** The price has gone beyond the order's own. */
const isThrough = ({ side, ticks }: BarOrder, price: number): boolean => (side === 'BUY' ? price < ticks : price > ticks);

function insert(list: BarOrder[], order: BarOrder): void {
  let at = 0;
  while (at < list.length && !isBetter(order, list[at] as BarOrder)) at++;
  list.splice(at, 0, order);
}

const isBetter = (order: BarOrder, than: BarOrder): boolean => (order.side === 'BUY' ? order.ticks > than.ticks : order.ticks < than.ticks);
