import { accepted, type Outcome, refused } from '../../contract/app-error.ts';
import type { Order, OrderIntent } from '../../contract/trading.ts';
import type { VenueEvent } from '../../contract/venue.ts';
import type { Instrument } from '../../domain/markets/instrument.ts';
import { isTriggerType, type OrderSide, type WatchedPrice } from '../../domain/orders/order.ts';
import type { OrderStatus } from '../../domain/orders/order-status.ts';
import type { MarketGrid } from '../market-grid.ts';
import { MarketUnits } from '../market-units.ts';
import { nearestTicks } from '../orders/nearest-ticks.ts';
import { conditionProblem, positionProblem, watchedProblem } from '../orders/new-order.ts';
import { OrderPairs, type PairMarket } from '../orders/order-pairs.ts';
import { changedBy, type Placed, placedBy } from '../orders/placed.ts';
import { type FiredOrders, type OrderTermsChange, WaitingOrders } from '../orders/waiting-orders.ts';
import type { AccountLedger } from './account-ledger.ts';
import type { Clearing, FundingPayment } from './clearing.ts';
import { clearingOf, type PoolOf } from './clearing-of.ts';
import type { RatesOf } from './fee-rate.ts';
import { OrderAccounting } from './order-accounting.ts';

export interface ClearedMarketParts {
  readonly instrument: Instrument;
  /** What prices from outside are rounded to where orders watch them; absent: the tick of the instrument. */
  readonly countingTick?: string;
  readonly grid: MarketGrid;
  readonly ledger: AccountLedger;
  /** Ids of orders, fills and ledger entries: decimal, rising, never used before. */
  readonly newId: () => string;
  readonly poolOf?: PoolOf;
  /** Absent: all pay the fees of the market. */
  readonly ratesOf?: RatesOf;
}

/** Null while nobody quotes; `ageMs` since the quote moved last. */
export interface MarketQuote {
  readonly price: string | null;
  readonly ageMs: number;
}

/** What every simulated market has: a last price, the money of its orders, those that wait for a trigger, and those that hang together. */
export abstract class ClearedMarket {
  /** Our orders that wait for their triggers. */
  readonly waiting: WaitingOrders;
  /** Our pairs and brackets. */
  readonly pairs: OrderPairs;
  readonly grid: MarketGrid;
  readonly units: MarketUnits;
  protected readonly newId: () => string;
  protected readonly clearing: Clearing;
  protected readonly accounting: OrderAccounting;
  /** 0 before the first price. */
  protected last = 0;
  /** Of the pair, in ticks; 0 while nobody has told one. */
  #index = 0;
  #instrument: Instrument;
  readonly #countingTick: string;
  readonly #firing: FiredOrders;

  constructor({ instrument, countingTick = instrument.tick, grid, ledger, newId, poolOf, ratesOf }: ClearedMarketParts) {
    const { exchange } = instrument;
    this.#instrument = instrument;
    this.#countingTick = countingTick;
    this.grid = grid;
    this.units = new MarketUnits(instrument, grid, ledger.scale);
    this.newId = newId;
    const { units } = this;
    this.clearing = clearingOf({ market: this, grid, units, ledger }, poolOf);
    const { clearing } = this;
    this.accounting = new OrderAccounting({ market: this, grid, ledger, units, clearing, ratesOf });
    const { accounting } = this;
    this.waiting = new WaitingOrders({ exchange, grid, newId, accounting });
    this.pairs = new OrderPairs({ exchange, grid, newId, accounting, clearing, waiting: this.waiting, market: this.#pairMarket() });
    this.#firing = this.#firedOrders();
  }

  get instrument(): Instrument {
    return this.#instrument;
  }

  /** Gives it other terms on the same grid: orders and fills from here on are judged and charged by them, and what stands stays. */
  relist(instrument: Instrument): void {
    this.#instrument = instrument;
  }

  /** The last price in ticks; 0 before the first one. */
  get lastTicks(): number {
    return this.last;
  }

  /** The last price as a number, to look at. */
  get lastNumber(): number | null {
    return this.last === 0 ? null : this.last / 10 ** this.grid.priceDecimals;
  }

  get lastPrice(): string | null {
    return this.last === 0 ? null : this.accounting.price(this.last);
  }

  /** Tells the index of the pair, in quote: orders that wait for it may fire. Gives what happened to ours. */
  tellIndex(price: string): readonly VenueEvent[] {
    this.#index = nearestTicks(price, this.#countingTick, this.grid);
    const events: VenueEvent[] = [];
    this.fire(events);
    return events;
  }

  /** What the market says of its pair at a time, for an index: the middle of its book or its last price, and since when it stands. */
  abstract quote(nowMs: number): MarketQuote;

  /** Open profit of all positions in minor units of the quote; nothing at a spot market. */
  get openProfit(): bigint {
    return this.clearing.openProfit;
  }

  /** Moves the funding of all positions, at the last price. Throws MarginBroken. */
  fund(rate: string, timeMs: number, events: VenueEvent[]): readonly FundingPayment[] {
    return this.clearing.fund(rate, timeMs, events);
  }

  /** By quantity on the grid, or a market order by an amount of quote. It acts now, or when its trigger has come. */
  place(intent: OrderIntent): Outcome<Placed> {
    const problem =
      conditionProblem(intent) ?? positionProblem(intent) ?? watchedProblem(intent) ?? this.pairs.terms.bracketProblem(intent);
    if (problem !== null) return problem;
    const events: VenueEvent[] = [];
    const placed = intent.triggerKind === 'OCO' ? this.pairs.place(intent, events) : this.#placeOne(intent, events);
    if (!placed.ok) return placed;
    this.fire(events);
    return accepted(placedBy(events));
  }

  /** New terms of an order; `qty` counts what has been filled. Less at the same price keeps its place, all else acts like an order that comes now. */
  amend(orderId: string, change: OrderTermsChange): Outcome<Placed> {
    const events: VenueEvent[] = [];
    const apart = (amended: Order): Outcome<never> | null => this.pairs.entryProblem(amended);
    const amended =
      this.pairs.amend(orderId, change, events) ??
      this.waiting.amend(orderId, change, this.#priceOf, apart, events) ??
      this.amendStanding(orderId, change, events);
    if (amended === null) return refused('ORDER_UNKNOWN', { orderId });
    if (!amended.ok) return amended;
    this.pairs.changed(changedBy(orderId, events).order, events);
    this.fire(events);
    return accepted(changedBy(orderId, events));
  }

  /** Null when no such order is open. */
  cancel(orderId: string): Placed | null {
    const events: VenueEvent[] = [];
    this.#end(orderId, 'CANCELED', 'CANCELED_BY_USER', events);
    this.fire(events);
    return events.length === 0 ? null : changedBy(orderId, events);
  }

  /** Checks an order that waits for nothing, tells it with {@link tell} once it is one, and lets it act. */
  protected abstract placeNow(intent: OrderIntent, events: VenueEvent[]): Outcome<void>;
  /** New terms of an order that stands here without a trigger; null when none does. */
  protected abstract amendStanding(orderId: string, change: OrderTermsChange, events: VenueEvent[]): Outcome<void> | null;
  /** Ends an order that stands here without a trigger; nothing when none does. */
  protected abstract endStanding(orderId: string, status: OrderStatus, cause: string, events: VenueEvent[]): void;
  /** Takes an order that stands here without a trigger out, without a word. */
  protected abstract takeStanding(orderId: string, events: VenueEvent[]): void;
  /** Why an order that acts now cannot be paid; null when it can. */
  protected abstract unpaid(order: Order, lots: number, limit: number | null): Outcome<never> | null;
  /** Lets an order that can be paid act where the price is. */
  protected abstract act(order: Order, lots: number, limit: number | null, events: VenueEvent[]): void;
  /** The first price that an order of this side would meet, in ticks; 0 when nobody knows. */
  protected abstract touch(side: OrderSide): number;

  /** The same of one that was asked for just now. */
  protected arrive(order: Order, lots: number, limit: number | null, events: VenueEvent[]): void {
    this.act(order, lots, limit, events);
  }

  /** A new order is told, and its legs with it. */
  protected tell(order: Order, intent: OrderIntent, events: VenueEvent[]): void {
    events.push({ type: 'order', order });
    this.pairs.join(order, intent, events);
  }

  /** What follows a step: pairs are armed, and triggers fire. */
  protected fire(events: VenueEvent[]): void {
    this.waiting.fire(this.#firing, events);
  }

  /** Why a market order by an amount cannot be; null when it can. */
  protected amountProblem({ apiId, side }: OrderIntent, amount: bigint): Outcome<never> | null {
    const ticks = this.last || this.touch(side);
    const worstTicks = this.accounting.bound(side, ticks) ?? 0;
    return this.accounting.amountProblem(amount) ?? this.clearing.amountProblem({ apiId, side, amount, ticks, worstTicks });
  }

  readonly #priceOf = (watched: WatchedPrice): number => (watched === 'INDEX' ? this.#index : this.last);

  #placeOne(intent: OrderIntent, events: VenueEvent[]): Outcome<void> {
    if (!isTriggerType(intent.type)) return this.placeNow(intent, events);
    const watched = this.#priceOf(intent.watchedPrice ?? 'LAST');
    const order = this.waiting.accept(intent, watched);
    if (!order.ok) return order;
    const small = this.pairs.terms.smallLegs(intent);
    if (small !== null) return small;
    this.tell(order.value, intent, events);
    this.waiting.watch(order.value, watched);
    return accepted(undefined);
  }

  #end(orderId: string, status: OrderStatus, cause: string, events: VenueEvent[]): void {
    const order = this.waiting.take(orderId) ?? this.pairs.findUnarmed(orderId);
    if (order === null) {
      this.endStanding(orderId, status, cause, events);
      return;
    }
    const ended = this.accounting.changed(order, status, cause);
    events.push({ type: 'order', order: ended });
    this.pairs.changed(ended, events);
  }

  #pairMarket(): PairMarket {
    const lastTicks = (): number => this.last;
    return {
      get lastTicks() {
        return lastTicks();
      },
      touch: (side) => this.touch(side),
      end: (orderId, status, cause, events) => this.#end(orderId, status, cause, events),
      take: (orderId, events) => this.takeStanding(orderId, events),
      act: (order, lots, limit, events) => this.act(order, lots, limit, events),
      arrive: (order, lots, limit, events) => this.arrive(order, lots, limit, events),
    };
  }

  #firedOrders(): FiredOrders {
    const last = (): number => this.last;
    return {
      get last() {
        return last();
      },
      priceOf: this.#priceOf,
      settle: (events) => this.pairs.look(events),
      firing: ({ orderId }, events) => {
        // An entry still open would meet its own stop, and self-trade prevention end that instead.
        if (this.pairs.executing(orderId, events)) this.pairs.look(events);
      },
      changed: (order, events) => this.pairs.changed(order, events),
      unpaid: (order, lots, limit) => this.unpaid(order, lots, limit),
      act: (order, lots, limit, events) => this.act(order, lots, limit, events),
    };
  }
}
