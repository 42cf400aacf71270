import { accepted, type Outcome, refused } from '../contract/app-error.ts';
import type { Order, OrderIntent } from '../contract/trading.ts';
import type { VenueEvent } from '../contract/venue.ts';
import type { Instrument } from '../domain/instrument.ts';
import type { OrderSide } from '../domain/order.ts';
import { stepsOf } from '../domain/steps.ts';
import type { AccountLedger } from './account-ledger.ts';
import type { BarSeries } from './bar-recording.ts';
import type { Clearing, FundingPayment, OrderTerms } from './clearing.ts';
import { clearingOf, type PoolOf } from './clearing-of.ts';
import type { MarketGrid } from './market-grid.ts';
import { MarketUnits } from './market-units.ts';
import { newOrder, positionProblem } from './new-order.ts';
import { OrderAccounting } from './order-accounting.ts';

export interface BarMarketParts {
  readonly instrument: Instrument;
  readonly grid: MarketGrid;
  readonly ledger: AccountLedger;
  readonly newId: () => string;
  /** True: a resting order fills when the price only touches it. */
  readonly isOptimistic: boolean;
  readonly poolOf?: PoolOf;
}

/** Prices of a bar in ticks of the market's grid. */
export interface BarTicks {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

interface BarOrder {
  readonly side: OrderSide;
  /** 0 for a market order. */
  readonly ticks: number;
  readonly lots: number;
  /** True from the bar after the one in which it came. */
  isResting: boolean;
  order: Order;
}

export interface BarPlacing {
  readonly order: Order;
  readonly events: readonly VenueEvent[];
}

const nothing: readonly VenueEvent[] = [];

/**
 * A market of which only bars are known, by DOMAIN §13: orders made on bar t act from t + 1; within a bar the price goes
 * open, nearer extreme, other extreme, close; a resting limit fills when the price goes through it, and at a better open at
 * the open. Volume is not looked at.
 */
export class BarMarket {
  readonly instrument: Instrument;
  readonly #grid: MarketGrid;
  readonly #clearing: Clearing;
  readonly #newId: () => string;
  readonly #isOptimistic: boolean;
  readonly #accounting: OrderAccounting;
  /** Came since the last bar began, in order of arrival. */
  #arrivals: BarOrder[] = [];
  /** Best price first, earlier first. */
  readonly #resting: Readonly<Record<OrderSide, BarOrder[]>> = { BUY: [], SELL: [] };
  #lastTicks = 0;

  constructor({ instrument, grid, ledger, newId, isOptimistic, poolOf }: BarMarketParts) {
    this.instrument = instrument;
    this.#grid = grid;
    this.#newId = newId;
    this.#isOptimistic = isOptimistic;
    const units = new MarketUnits(instrument, grid, ledger.scale);
    this.#clearing = clearingOf({ instrument, grid, units, ledger }, poolOf);
    this.#accounting = new OrderAccounting({ instrument, grid, ledger, units, clearing: this.#clearing });
  }

  /** Open profit of all positions in minor units of the quote; nothing at a spot market. */
  get openProfit(): bigint {
    return this.#clearing.openProfit;
  }

  /** Moves the funding of all positions, at the last price. Throws MarginBroken. */
  fund(rate: string, timeMs: number, events: VenueEvent[]): readonly FundingPayment[] {
    return this.#clearing.fund(rate, timeMs, events);
  }

  get lastPrice(): string | null {
    return this.#lastTicks === 0 ? null : this.#accounting.price(this.#lastTicks);
  }

  /** The last price as a number, to look at. */
  get lastNumber(): number | null {
    return this.#lastTicks === 0 ? null : this.#lastTicks / 10 ** this.#grid.priceDecimals;
  }

  /** LIMIT (GTC, IOC, GTX) or MARKET by quantity, on the grid; it acts from the next bar on. */
  place(intent: OrderIntent): Outcome<BarPlacing> {
    const { side, type, apiId } = intent;
    const unknown = positionProblem(intent);
    if (unknown !== null) return unknown;
    const { qtyDecimals, priceDecimals } = this.#grid;
    const lots = intent.qty === undefined ? null : stepsOf(intent.qty, qtyDecimals);
    if (lots === null || lots <= 0) return refused('ORDER_FIELD_MISSING', { field: 'qty', type });
    if (type !== 'LIMIT' && type !== 'MARKET') return refused('ORDER_NOT_SUPPORTED', { field: 'type', value: type });
    const ticks = type === 'MARKET' ? 0 : stepsOf(intent.price ?? '', priceDecimals);
    if (ticks === null || (type === 'LIMIT' && ticks <= 0)) return refused('ORDER_PRICE_INVALID', { field: 'price' });
    const events: VenueEvent[] = [];
    // A market order pays at the next open, which nobody knows: it is looked at again then, and holds nothing until it comes.
    const unpaid = this.#clearing.problem({ apiId, side, ticks: ticks === 0 ? this.#lastTicks : ticks, lots });
    if (unpaid !== null) return unpaid;
    if (ticks > 0) this.#clearing.hold({ apiId, side, ticks, lots }, events);
    const order = newOrder(this.instrument.exchange, this.#newId(), intent, this.#accounting.timeMs);
    events.unshift({ type: 'order', order });
    this.#arrivals.push({ side, ticks, lots, isResting: false, order });
    return accepted({ order, events });
  }

  cancel(orderId: string): BarPlacing | null {
    const lists = [this.#arrivals, this.#resting.BUY, this.#resting.SELL];
    for (const list of lists) {
      const at = list.findIndex(({ order }) => order.orderId === orderId);
      const [found] = at < 0 ? [] : list.splice(at, 1);
      if (found === undefined) continue;
      const events: VenueEvent[] = [];
      this.#end(found, 'CANCELED', 'CANCELED_BY_USER', events);
      return { order: found.order, events };
    }
    return null;
  }

  /** Plays one bar, which is told when it has closed. Gives what happened to our orders, in order. */
  play(bar: BarTicks, closeMs: number): readonly VenueEvent[] {
    this.#accounting.timeMs = closeMs;
    this.#lastTicks = bar.close;
    if (this.#arrivals.length === 0 && !this.#clearing.isExposed && !this.#touches(bar)) {
      this.#clearing.mark(bar.close, closeMs);
      return nothing;
    }
    const events: VenueEvent[] = [];
    this.#clearing.mark(bar.open, closeMs);
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    this.#gap(bar.open, events);
    for (const arrival of arrivals) this.#arrive(arrival, bar.open, events);
    const lowFirst = bar.open - bar.low < bar.high - bar.open || (bar.open - bar.low === bar.high - bar.open && bar.close >= bar.open);
    const sides = lowFirst ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const);
    for (const side of sides) {
      const extreme = side === 'BUY' ? bar.low : bar.high;
      this.#reach(side, extreme, events);
      this.#clearing.mark(extreme, closeMs);
    }
    this.#clearing.mark(bar.close, closeMs);
    return events;
  }

  /**
   * Passes bars from `at` on that reach no order of ours, as playing each would: the first that reaches one, closes at or after
   * `beforeMs`, or has a close that is not between `above` and `below` (ticks) is left to be played. Gives its index.
   */
  pass({ openMs, lengthMs, high, low, close }: BarSeries, at: number, beforeMs: number, above: number, below: number): number {
    if (this.#arrivals.length > 0 || this.#clearing.isExposed) return at;
    const buy = this.#resting.BUY[0]?.ticks ?? Number.NEGATIVE_INFINITY;
    const sell = this.#resting.SELL[0]?.ticks ?? Number.POSITIVE_INFINITY;
    const { length } = openMs;
    const openBeforeMs = beforeMs - lengthMs + 1;
    let next = at;
    while (next < length && (openMs[next] as number) < openBeforeMs) {
      const closeTicks = close[next] as number;
      if ((low[next] as number) <= buy || (high[next] as number) >= sell || closeTicks <= above || closeTicks >= below) break;
      next++;
    }
    if (next === at) return at;
    this.#accounting.timeMs = (openMs[next - 1] as number) + lengthMs - 1;
    this.#lastTicks = close[next - 1] as number;
    this.#clearing.mark(this.#lastTicks, this.#accounting.timeMs);
    return next;
  }

  #touches({ low, high }: BarTicks): boolean {
    const [buy] = this.#resting.BUY;
    const [sell] = this.#resting.SELL;
    return (buy !== undefined && low <= buy.ticks) || (sell !== undefined && high >= sell.ticks);
  }

  /** Resting orders that the open has jumped over fill there. */
  #gap(open: number, events: VenueEvent[]): void {
    for (const side of ['BUY', 'SELL'] as const) {
      const list = this.#resting[side];
      for (let [first] = list; first !== undefined && isThrough(first, open); [first] = list) {
        list.shift();
        this.#clearing.release(termsOf(first), events);
        this.#fill(first, open, 'MAKER', events);
      }
    }
  }

  /** An order's first open: it takes what is there, or begins to wait. */
  #arrive(arrival: BarOrder, open: number, events: VenueEvent[]): void {
    const { side, ticks, order } = arrival;
    const isTaking = ticks === 0 || ticks === open || isThrough(arrival, open);
    if (!isTaking) {
      if (order.timeInForce === 'IOC') this.#end(arrival, 'EXPIRED', 'EXPIRED_IOC', events);
      else insert(this.#resting[side], arrival);
      return;
    }
    if (order.timeInForce === 'GTX') {
      this.#end(arrival, 'EXPIRED', 'EXPIRED_POST_ONLY', events);
      return;
    }
    if (ticks > 0) this.#clearing.release(termsOf(arrival), events);
    if (this.#clearing.problem({ ...termsOf(arrival), ticks: open }) === null) this.#fill(arrival, open, 'TAKER', events);
    else this.#end({ ...arrival, ticks: 0 }, 'EXPIRED', 'EXPIRED_NO_FUNDS', events);
  }

  /** Fills what the price goes through on its way to an extreme, nearest first, at the orders' own prices. */
  #reach(side: OrderSide, extreme: number, events: VenueEvent[]): void {
    const list = this.#resting[side];
    for (let [first] = list; first !== undefined; [first] = list) {
      if (!isThrough(first, extreme) && !(this.#isOptimistic && first.ticks === extreme)) return;
      list.shift();
      this.#clearing.release(termsOf(first), events);
      this.#fill(first, first.ticks, 'MAKER', events);
    }
  }

  #fill(filled: BarOrder, ticks: number, liquidity: 'MAKER' | 'TAKER', events: VenueEvent[]): void {
    const tradeId = this.#newId();
    const terms = { ticks, lots: filled.lots, leftLots: 0, liquidity, isHeld: false, tradeId };
    filled.order = this.#accounting.fill(filled.order, terms, events);
  }

  #end(ended: BarOrder, status: 'CANCELED' | 'EXPIRED', cause: string, events: VenueEvent[]): void {
    ended.order = this.#accounting.changed(ended.order, status, cause);
    events.push({ type: 'order', order: ended.order });
    if (ended.ticks > 0) this.#clearing.release(termsOf(ended), events);
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
