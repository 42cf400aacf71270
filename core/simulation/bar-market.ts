import { accepted, type Outcome, refused } from '../contract/app-error.ts';
import type { Order, OrderIntent } from '../contract/trading.ts';
import type { VenueEvent } from '../contract/venue.ts';
import type { Instrument } from '../domain/instrument.ts';
import type { OrderSide } from '../domain/order.ts';
import { stepsOf } from '../domain/steps.ts';
import type { AccountLedger } from './account-ledger.ts';
import type { MarketGrid } from './market-grid.ts';
import { MarketUnits } from './market-units.ts';
import { newOrder } from './new-order.ts';
import { OrderAccounting } from './order-accounting.ts';

export interface BarMarketParts {
  readonly instrument: Instrument;
  readonly grid: MarketGrid;
  readonly ledger: AccountLedger;
  readonly newId: () => string;
  /** True: a resting order fills when the price only touches it. */
  readonly isOptimistic: boolean;
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
  readonly #ledger: AccountLedger;
  readonly #newId: () => string;
  readonly #isOptimistic: boolean;
  readonly #units: MarketUnits;
  readonly #accounting: OrderAccounting;
  /** Came since the last bar began, in order of arrival. */
  #arrivals: BarOrder[] = [];
  /** Best price first, earlier first. */
  readonly #resting: Readonly<Record<OrderSide, BarOrder[]>> = { BUY: [], SELL: [] };
  #lastTicks = 0;

  constructor({ instrument, grid, ledger, newId, isOptimistic }: BarMarketParts) {
    this.instrument = instrument;
    this.#grid = grid;
    this.#ledger = ledger;
    this.#newId = newId;
    this.#isOptimistic = isOptimistic;
    this.#units = new MarketUnits(instrument, grid, ledger.scale);
    this.#accounting = new OrderAccounting({ instrument, grid, ledger, units: this.#units });
  }

  get lastPrice(): string | null {
    return this.#lastTicks === 0 ? null : this.#accounting.price(this.#lastTicks);
  }

  /** LIMIT (GTC, IOC, GTX) or MARKET by quantity, on the grid; it acts from the next bar on. */
  place(intent: OrderIntent): Outcome<BarPlacing> {
    const { side, type, apiId } = intent;
    const { qtyDecimals, priceDecimals } = this.#grid;
    const lots = intent.qty === undefined ? null : stepsOf(intent.qty, qtyDecimals);
    if (lots === null || lots <= 0) return refused('ORDER_FIELD_MISSING', { field: 'qty', type });
    if (type !== 'LIMIT' && type !== 'MARKET') return refused('ORDER_NOT_SUPPORTED', { field: 'type', value: type });
    const ticks = type === 'MARKET' ? 0 : stepsOf(intent.price ?? '', priceDecimals);
    if (ticks === null || (type === 'LIMIT' && ticks <= 0)) return refused('ORDER_PRICE_INVALID', { field: 'price' });
    const { asset, units } = this.#units.given(side, ticks === 0 ? this.#lastTicks : ticks, lots);
    const available = this.#ledger.available(apiId, asset);
    if (units > available) return refused('ORDER_INSUFFICIENT_BALANCE', { field: 'qty', limit: this.#ledger.text(available), asset });
    const order = newOrder(this.instrument.exchange, this.#newId(), intent, this.#accounting.timeMs);
    // A market order pays at the next open, which nobody knows: its money is checked again then.
    const events: VenueEvent[] = [{ type: 'order', order }];
    if (ticks > 0) events.push(this.#ledger.hold(apiId, asset, units));
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
    if (this.#arrivals.length === 0 && !this.#touches(bar)) return nothing;
    const events: VenueEvent[] = [];
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    this.#gap(bar.open, events);
    for (const arrival of arrivals) this.#arrive(arrival, bar.open, events);
    const lowFirst = bar.open - bar.low < bar.high - bar.open || (bar.open - bar.low === bar.high - bar.open && bar.close >= bar.open);
    const sides = lowFirst ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const);
    for (const side of sides) this.#reach(side, side === 'BUY' ? bar.low : bar.high, events);
    return events;
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
        this.#release(first, open);
        this.#fill(first, open, 'MAKER', events);
      }
    }
  }

  /** An order's first open: it takes what is there, or begins to wait. */
  #arrive(arrival: BarOrder, open: number, events: VenueEvent[]): void {
    const { side, ticks, lots, order } = arrival;
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
    if (ticks > 0) this.#release(arrival, 0);
    const { asset, units } = this.#units.given(side, open, lots);
    if (units <= this.#ledger.available(order.apiId, asset)) this.#fill(arrival, open, 'TAKER', events);
    else this.#end({ ...arrival, ticks: 0 }, 'EXPIRED', 'EXPIRED_NO_FUNDS', events);
  }

  /** Fills what the price goes through on its way to an extreme, nearest first, at the orders' own prices. */
  #reach(side: OrderSide, extreme: number, events: VenueEvent[]): void {
    const list = this.#resting[side];
    for (let [first] = list; first !== undefined; [first] = list) {
      if (!isThrough(first, extreme) && !(this.#isOptimistic && first.ticks === extreme)) return;
      list.shift();
      this.#fill(first, first.ticks, 'MAKER', events);
    }
  }

  #fill(filled: BarOrder, ticks: number, liquidity: 'MAKER' | 'TAKER', events: VenueEvent[]): void {
    const tradeId = this.#newId();
    filled.order = this.#accounting.fill(filled.order, { ticks, lots: filled.lots, leftLots: 0, liquidity, tradeId }, events);
  }

  /** Gives back what was held beyond the cost at `ticks`; 0 gives all of it back. */
  #release({ side, ticks, lots, order }: BarOrder, at: number): void {
    const held = this.#units.given(side, ticks, lots);
    const needed = at === 0 ? 0n : this.#units.given(side, at, lots).units;
    this.#ledger.hold(order.apiId, held.asset, needed - held.units);
  }

  #end(ended: BarOrder, status: 'CANCELED' | 'EXPIRED', cause: string, events: VenueEvent[]): void {
    ended.order = this.#accounting.changed(ended.order, status, cause);
    events.push({ type: 'order', order: ended.order });
    if (ended.ticks === 0) return;
    const { asset, units } = this.#units.given(ended.side, ended.ticks, ended.lots);
    events.push(this.#ledger.hold(ended.order.apiId, asset, -units));
  }
}

/** The price has gone beyond the order's own. */
const isThrough = ({ side, ticks }: BarOrder, price: number): boolean => (side === 'BUY' ? price < ticks : price > ticks);

function insert(list: BarOrder[], order: BarOrder): void {
  const isBetter = (other: BarOrder): boolean => (order.side === 'BUY' ? order.ticks > other.ticks : order.ticks < other.ticks);
  const at = list.findIndex(isBetter);
  if (at < 0) list.push(order);
  else list.splice(at, 0, order);
}
