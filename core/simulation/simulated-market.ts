import { accepted, type Outcome, refused } from '../contract/app-error.ts';
import type { DepthSnapshot } from '../contract/market.ts';
import type { Order, OrderIntent } from '../contract/trading.ts';
import type { VenueEvent } from '../contract/venue.ts';
import { toUnits } from '../domain/decimal.ts';
import type { Instrument } from '../domain/instrument.ts';
import { isTriggerType, type OrderSide } from '../domain/order.ts';
import type { OrderStatus } from '../domain/order-status.ts';
import { stepsOf } from '../domain/steps.ts';
import type { AccountLedger } from './account-ledger.ts';
import type { Clearing, FundingPayment } from './clearing.ts';
import { clearingOf, type PoolOf } from './clearing-of.ts';
import type { MarketGrid } from './market-grid.ts';
import { MarketUnits } from './market-units.ts';
import { givesMost, type Meeting, meetingsFor, meetingsOf, opposite } from './meetings.ts';
import { newOrder, positionProblem } from './new-order.ts';
import { OrderAccounting } from './order-accounting.ts';
import { OwnOrders, type RestingOrder } from './own-orders.ts';
import { lotsForAmount } from './quote-lots.ts';
import type { RecordedEvent, RecordedTrade } from './recorded-event.ts';
import { SimulatedBook } from './simulated-book.ts';

const selfTrade = 'EXPIRED_SELF_TRADE';

export interface SimulatedMarketParts {
  readonly instrument: Instrument;
  readonly grid: MarketGrid;
  readonly ledger: AccountLedger;
  /** Ids of orders, fills and ledger entries: decimal, rising, never used before. */
  readonly newId: () => string;
  /** False: nobody looks at the levels, so that they are not told. Default: true. */
  readonly tellsLevels?: boolean;
  readonly poolOf?: PoolOf;
}

/** An order after a call, and everything that the call changed, in order. */
export interface Placed {
  readonly order: Order;
  readonly events: readonly VenueEvent[];
}

/** A taker while it matches. */
interface Taker {
  order: Order;
  leftLots: number;
  readonly events: VenueEvent[];
}

/** One market, recorded or live: what is played is the outside world, our orders meet it and each other by the rules of venue-replay's README. */
export class SimulatedMarket {
  readonly instrument: Instrument;
  readonly #grid: MarketGrid;
  readonly #ledger: AccountLedger;
  readonly #units: MarketUnits;
  readonly #newId: () => string;
  readonly #clearing: Clearing;
  readonly #accounting: OrderAccounting;
  readonly #tellsLevels: boolean;
  readonly #book: SimulatedBook;
  readonly #own = new OwnOrders();
  #lastTicks = 0;

  constructor({ instrument, grid, ledger, newId, tellsLevels = true, poolOf }: SimulatedMarketParts) {
    this.#tellsLevels = tellsLevels;
    this.instrument = instrument;
    this.#grid = grid;
    this.#ledger = ledger;
    this.#units = new MarketUnits(instrument, grid, ledger.scale);
    this.#newId = newId;
    this.#clearing = clearingOf({ instrument, grid, units: this.#units, ledger }, poolOf);
    this.#accounting = new OrderAccounting({ instrument, grid, ledger, units: this.#units, clearing: this.#clearing });
    this.#book = new SimulatedBook(grid);
  }

  /** The last price as a number, to look at. */
  get lastNumber(): number | null {
    return this.#lastTicks === 0 ? null : this.#lastTicks / 10 ** this.#grid.priceDecimals;
  }

  get lastPrice(): string | null {
    return this.#lastTicks === 0 ? null : this.#accounting.price(this.#lastTicks);
  }

  /** Open profit of all positions in minor units of the quote; nothing at a spot market. */
  get openProfit(): bigint {
    return this.#clearing.openProfit;
  }

  /** Moves the funding of all positions, at the last price. Throws MarginBroken. */
  fund(rate: string, timeMs: number, events: VenueEvent[]): readonly FundingPayment[] {
    return this.#clearing.fund(rate, timeMs, events);
  }

  /** What people see: the recording less what we took, and our own orders. */
  depth(levels: number): DepthSnapshot {
    return this.#book.snapshot(this.instrument.id, levels);
  }

  /** The recording's own best price, and the id of the update that it stands at. */
  external(side: OrderSide): { readonly price: string | null; readonly updateId: number } {
    const best = this.#book.externalBest(side);
    return { price: best === null ? null : this.#accounting.price(best), updateId: this.#book.updateId };
  }

  openOrders(): readonly Order[] {
    return this.#own.all.map(({ order }) => order);
  }

  /** Our orders in the book with their places in the queues: with the ledger, all that a restart needs beside the world's own book. */
  get resting(): readonly Readonly<RestingOrder>[] {
    return this.#own.all;
  }

  /** Takes up orders of an earlier life, whose funds the ledger holds already. */
  takeUp(resting: readonly Readonly<RestingOrder>[]): void {
    for (const one of resting) {
      this.#own.add({ ...one });
      this.#book.addOwn(one.side, one.ticks, one.remainingLots);
    }
  }

  /** Last price of trades before the first that is played. */
  begin(lastPrice: string): void {
    this.#lastTicks = stepsOf(lastPrice, this.#grid.priceDecimals) ?? 0;
  }

  /** What is asked for next happens at this time. */
  advance(timeMs: number): void {
    this.#accounting.timeMs = timeMs;
  }

  /** Plays one recorded event. Throws RangeError when it does not fit the recording's grid, MarginBroken when a position does not survive it. */
  play(event: RecordedEvent): readonly VenueEvent[] {
    this.#accounting.timeMs = event.timeMs;
    if (event.type === 'trade') return this.#playTrade(event);
    const events: VenueEvent[] = [];
    const changes = this.#book.apply(event);
    if (this.#lastTicks === 0) this.#markBook();
    for (const { side, ticks } of changes) this.#own.shrinkQueues(side, ticks, this.#book.externalLots(side, ticks));
    if (event.type === 'book' && this.#tellsLevels) events.push({ type: 'book', book: this.depth(Number.MAX_SAFE_INTEGER) });
    else if (this.#tellsLevels) for (const { side, ticks } of changes) this.#tellLevel(events, side, ticks);
    for (const resting of [...this.#own.all]) this.#meetRecording(resting, events);
    return events;
  }

  /** LIMIT or MARKET, at once: by quantity on the grid, or a market order by an amount of quote. */
  place(intent: OrderIntent): Outcome<Placed> {
    const { side, type, apiId } = intent;
    if (isTriggerType(type)) return refused('ORDER_NOT_SUPPORTED', { field: 'type', value: type });
    if (intent.triggerKind !== undefined) return refused('ORDER_NOT_SUPPORTED', { field: 'triggerKind', value: intent.triggerKind });
    const bound = this.#accounting.bound(side, this.#lastTicks);
    const limit = type === 'MARKET' || intent.price === undefined ? null : stepsOf(intent.price, this.#grid.priceDecimals);
    const offBand = (type === 'LIMIT' ? this.#priceProblem(side, limit) : null) ?? positionProblem(intent);
    if (offBand !== null) return offBand;
    const lots = this.#lotsOf(intent, bound);
    if (lots === null) return refused('ORDER_FIELD_MISSING', { field: 'qty', type });
    const meetings = meetingsFor(this.#book, this.#own, side, limit ?? bound, lots);
    const worst = limit ?? meetings.at(-1)?.ticks ?? this.#lastTicks;
    const short = this.#clearing.problem({ apiId, side, ticks: worst, lots, gives: givesMost(this.#units, side, lots, limit, meetings) });
    if (short !== null) return short;
    const order = newOrder(this.instrument.exchange, this.#newId(), intent, this.#accounting.timeMs);
    return accepted(this.#admit({ order, leftLots: lots, events: [{ type: 'order', order }] }, limit, bound));
  }

  /** New terms of a resting order; `qty` counts what has been filled. Less at the same price keeps its place, all else queues anew. */
  amend(orderId: string, change: { readonly price?: string; readonly qty?: string }): Outcome<Placed> {
    const resting = this.#own.find(orderId);
    if (resting === null) return refused('ORDER_UNKNOWN', { orderId });
    const { side, apiId, remainingLots } = resting;
    const ticks = change.price === undefined ? resting.ticks : stepsOf(change.price, this.#grid.priceDecimals);
    const qty = change.qty ?? resting.order.qty ?? '0';
    const wasLots = stepsOf(resting.order.qty ?? '0', this.#grid.qtyDecimals) ?? 0;
    const lots = stepsOf(qty, this.#grid.qtyDecimals);
    const goneLots = wasLots - remainingLots;
    if (lots === null || lots <= goneLots) return refused('ORDER_QTY_TOO_SMALL', { field: 'qty', limit: this.#accounting.qty(goneLots) });
    if (ticks === resting.ticks && lots === wasLots) return refused('ORDER_NOTHING_TO_AMEND');
    const order = { ...this.#accounting.changed(resting.order, resting.order.status, 'AMENDED'), qty };
    if (ticks === resting.ticks && lots < wasLots) {
      resting.order = order;
      const events: VenueEvent[] = [];
      this.#shorten(resting, wasLots - lots, events);
      return accepted({ order, events });
    }
    const offBand = ticks === resting.ticks ? null : this.#priceProblem(side, ticks);
    if (offBand !== null) return offBand;
    const leftLots = lots - goneLots;
    const instead = { apiId, side, ticks: resting.ticks, lots: remainingLots };
    const short = this.#clearing.problem({ apiId, side, ticks: ticks ?? 0, lots: leftLots, instead });
    if (short !== null) return short;
    this.#own.remove(orderId);
    const moved = { ...order, price: this.#accounting.price(ticks ?? 0) };
    const events: VenueEvent[] = [];
    resting.order = moved;
    this.#shorten(resting, remainingLots, events);
    return accepted(this.#admit({ order: moved, leftLots, events }, ticks, ticks));
  }

  cancel(orderId: string): Placed | null {
    const resting = this.#own.find(orderId);
    if (resting === null) return null;
    const events: VenueEvent[] = [];
    return { order: this.#end(resting, 'CANCELED', 'CANCELED_BY_USER', events), events };
  }

  /** Lets an order that was checked act. `bound` is the worst price of one without a limit; null: no trade has given one. */
  #admit(taker: Taker, limit: number | null, bound: number | null): Placed {
    const { side, timeInForce } = taker.order;
    if (timeInForce === 'GTX' || timeInForce === 'FOK') {
      const meetings = meetingsFor(this.#book, this.#own, side, limit ?? bound, taker.leftLots);
      if (timeInForce === 'GTX' && meetings.length > 0) return this.#expire(taker, 'EXPIRED_POST_ONLY');
      if (timeInForce === 'FOK' && this.#fillable(taker.order, meetings) < taker.leftLots) return this.#expire(taker, 'EXPIRED_FOK');
    }
    return this.#match(taker, limit, bound);
  }

  #match(taker: Taker, limit: number | null, bound: number | null): Placed {
    const { apiId, side, stp, timeInForce } = taker.order;
    for (const meeting of [...meetingsOf(this.#book, this.#own, side, limit ?? bound)]) {
      if (taker.leftLots === 0) break;
      const { resting } = meeting;
      if (resting === null) this.#takeRecorded(taker, meeting);
      else if (resting.apiId !== apiId || stp === 'NONE') this.#tradeWithOwn(taker, resting);
      else if (this.#preventSelfTrade(taker, resting)) return this.#expire(taker, selfTrade);
    }
    if (taker.leftLots === 0 && taker.order.status === 'FILLED') return taker;
    if (limit === null) return this.#expire(taker, 'EXPIRED_NO_LIQUIDITY');
    if (timeInForce === 'IOC') return this.#expire(taker, 'EXPIRED_IOC');
    this.#rest(taker, limit);
    return taker;
  }

  /** What an order can trade with: one's own orders only where self-trades are allowed. */
  #fillable({ apiId, stp }: Order, meetings: readonly Meeting[]): number {
    const others = meetings.filter(({ resting }) => resting === null || resting.apiId !== apiId || stp === 'NONE');
    return others.reduce((sum, { lots }) => sum + lots, 0);
  }

  #takeRecorded(taker: Taker, { ticks, lots }: Meeting): void {
    const side = opposite(taker.order.side);
    const taken = Math.min(lots, taker.leftLots);
    this.#book.take(side, ticks, taken);
    this.#own.consumeAhead(side, ticks, taken);
    this.#fillTaker(taker, ticks, taken, this.#newId());
    this.#tellLevel(taker.events, side, ticks);
  }

  #tradeWithOwn(taker: Taker, resting: RestingOrder): void {
    const { ticks } = resting;
    const lots = Math.min(resting.remainingLots, taker.leftLots);
    const tradeId = this.#newId();
    this.#lastTicks = ticks;
    const trade = { instrumentId: this.instrument.id, tradeId, price: this.#accounting.price(ticks), qty: this.#accounting.qty(lots) };
    this.#fillResting(resting, lots, tradeId, taker.events);
    this.#fillTaker(taker, ticks, lots, tradeId);
    taker.events.push({ type: 'trade', trade: { ...trade, side: taker.order.side, timeMs: this.#accounting.timeMs } });
  }

  /** By the taker's mode (DOMAIN §1.5); true when the taker ends here. */
  #preventSelfTrade(taker: Taker, resting: RestingOrder): boolean {
    const { stp } = taker.order;
    if (stp === 'EXPIRE_MAKER' || stp === 'EXPIRE_BOTH') this.#end(resting, 'EXPIRED', selfTrade, taker.events);
    if (stp !== 'DECREMENT') return stp !== 'EXPIRE_MAKER';
    const lots = Math.min(resting.remainingLots, taker.leftLots);
    resting.order = this.#prevented(resting.order, lots);
    taker.order = this.#prevented(taker.order, lots);
    taker.leftLots -= lots;
    if (lots === resting.remainingLots) this.#end(resting, 'EXPIRED', selfTrade, taker.events);
    else this.#shorten(resting, lots, taker.events);
    return taker.leftLots === 0;
  }

  #rest(taker: Taker, ticks: number): void {
    const { orderId, apiId, side, cause } = taker.order;
    const { leftLots: remainingLots, order } = taker;
    if (cause === selfTrade) taker.events.push({ type: 'order', order });
    this.#own.add({ orderId, apiId, side, ticks, remainingLots, aheadLots: this.#book.available(side, ticks), order });
    this.#book.addOwn(side, ticks, remainingLots);
    this.#clearing.hold({ apiId, side, ticks, lots: remainingLots }, taker.events);
    this.#tellLevel(taker.events, side, ticks);
  }

  #expire(taker: Taker, cause: string): Placed {
    taker.order = this.#accounting.changed(taker.order, 'EXPIRED', cause);
    taker.events.push({ type: 'order', order: taker.order });
    return taker;
  }

  /** Takes a resting order off the book and gives its funds back. */
  #end(resting: RestingOrder, status: OrderStatus, cause: string, events: VenueEvent[]): Order {
    resting.order = this.#accounting.changed(resting.order, status, cause);
    this.#own.remove(resting.orderId);
    this.#shorten(resting, resting.remainingLots, events);
    return resting.order;
  }

  /** Less of a resting order, without a trade. */
  #shorten(resting: RestingOrder, lots: number, events: VenueEvent[]): void {
    const { side, ticks, apiId } = resting;
    resting.remainingLots -= lots;
    this.#book.addOwn(side, ticks, -lots);
    events.push({ type: 'order', order: resting.order });
    this.#clearing.release({ apiId, side, ticks, lots }, events);
    this.#tellLevel(events, side, ticks);
  }

  #playTrade({ price, qty, takerSide, tradeId, timeMs }: RecordedTrade): VenueEvent[] {
    const ticks = stepsOf(price, this.#grid.priceDecimals);
    const lots = stepsOf(qty, this.#grid.qtyDecimals);
    if (ticks === null || lots === null) throw new RangeError(`trade ${price} × ${qty} is off the recording's grid`);
    this.#lastTicks = ticks;
    const text = { price: this.#accounting.price(ticks), qty: this.#accounting.qty(lots) };
    const trade = { instrumentId: this.instrument.id, tradeId, ...text, side: takerSide, timeMs };
    const events: VenueEvent[] = [{ type: 'trade', trade }];
    this.#book.traded(opposite(takerSide), ticks);
    const fills = this.#own.fillsOfTrade(opposite(takerSide), ticks, lots);
    for (const { resting, lots: filled } of fills) this.#fillResting(resting, filled, this.#newId(), events);
    this.#clearing.mark(ticks, timeMs);
    return events;
  }

  /** Recorded orders that have come to our price meet us there. */
  #meetRecording(resting: RestingOrder, events: VenueEvent[]): void {
    const { side, ticks: limit } = resting;
    const against = opposite(side);
    const isBeyond = (ticks: number): boolean => (side === 'BUY' ? ticks > limit : ticks < limit);
    const best = this.#book.externalBest(against);
    if (best === null || isBeyond(best)) return;
    const offers: { readonly ticks: number; readonly lots: number }[] = [];
    for (const offer of this.#book.offers(against)) {
      if (isBeyond(offer.ticks)) break;
      offers.push(offer);
    }
    for (const offer of offers) {
      if (resting.remainingLots === 0) return;
      const lots = Math.min(offer.lots, resting.remainingLots);
      this.#book.take(against, offer.ticks, lots);
      this.#fillResting(resting, lots, this.#newId(), events);
      this.#tellLevel(events, against, offer.ticks);
    }
  }

  #fillResting(resting: RestingOrder, lots: number, tradeId: string, events: VenueEvent[]): void {
    const { side, ticks } = resting;
    resting.remainingLots -= lots;
    this.#book.addOwn(side, ticks, -lots);
    if (resting.remainingLots === 0) this.#own.remove(resting.orderId);
    resting.order = this.#accounting.fill(
      resting.order,
      { ticks, lots, leftLots: resting.remainingLots, liquidity: 'MAKER', isHeld: true, tradeId },
      events,
    );
    this.#tellLevel(events, side, ticks);
  }

  #fillTaker(taker: Taker, ticks: number, lots: number, tradeId: string): void {
    taker.leftLots -= lots;
    const terms = { ticks, lots, leftLots: taker.leftLots, liquidity: 'TAKER', isHeld: false, tradeId } as const;
    taker.order = this.#accounting.fill(taker.order, terms, taker.events);
  }

  /** Null when the intent says neither a quantity nor an amount. */
  #lotsOf({ qty, quoteAmount, side, type }: OrderIntent, bound: number | null): number | null {
    const { qtyDecimals, lotDecimals } = this.#grid;
    if (qty !== undefined || quoteAmount === undefined || type !== 'MARKET') {
      const lots = stepsOf(qty ?? '', qtyDecimals);
      return lots === null || lots <= 0 ? null : lots;
    }
    const amount = toUnits(quoteAmount, this.#ledger.scale);
    const meetings = meetingsOf(this.#book, this.#own, side, bound);
    const perLot = (ticks: number): bigint => this.#units.quote(ticks, 1);
    return amount === null ? null : lotsForAmount(meetings, amount, perLot, 10 ** (qtyDecimals - lotDecimals));
  }

  #priceProblem(side: OrderSide, ticks: number | null): Outcome<never> | null {
    if (ticks === null || ticks <= 0) return refused('ORDER_PRICE_INVALID', { field: 'price' });
    const bound = this.#accounting.bound(side, this.#lastTicks);
    if (bound === null || (side === 'BUY' ? ticks <= bound : ticks >= bound)) return null;
    return refused('ORDER_PRICE_OUT_OF_BAND', { field: 'price', limit: this.#accounting.price(bound) });
  }

  /** Before the first trade a position is worth the middle of the book. */
  #markBook(): void {
    const [bid, ask] = [this.#book.externalBest('BUY'), this.#book.externalBest('SELL')];
    if (bid !== null && ask !== null) this.#clearing.mark(Math.round((bid + ask) / 2), this.#accounting.timeMs);
  }

  #prevented(order: Order, lots: number): Order {
    const units = (toUnits(order.preventedQty, this.#ledger.scale) ?? 0n) + this.#units.base(lots);
    return { ...order, cause: selfTrade, preventedQty: this.#ledger.text(units), updatedMs: this.#accounting.timeMs };
  }

  #tellLevel(events: VenueEvent[], side: OrderSide, ticks: number): void {
    if (!this.#tellsLevels) return;
    const qty = this.#accounting.qty(this.#book.shownLots(side, ticks));
    events.push({ type: 'level', instrumentId: this.instrument.id, side, price: this.#accounting.price(ticks), qty });
  }
}
