import { accepted, type Outcome, refused } from '../contract/app-error.ts';
import type { DepthSnapshot } from '../contract/market.ts';
import type { Order, OrderIntent } from '../contract/trading.ts';
import type { VenueEvent } from '../contract/venue.ts';
import { midPrice } from '../domain/markets/reference-price.ts';
import { stepsOf } from '../domain/numbers/steps.ts';
import { hasLimitPrice, type OrderSide } from '../domain/orders/order.ts';
import type { OrderStatus } from '../domain/orders/order-status.ts';
import { ClearedMarket, type ClearedMarketParts, type MarketQuote } from './clearing/cleared-market.ts';
import { termsOf } from './clearing/clearing.ts';
import { nothingToReduce, selfTrade } from './clearing/order-accounting.ts';
import { amendedTerms } from './orders/amended-terms.ts';
import { newOrder } from './orders/new-order.ts';
import type { OwnOrders, RestingOrder } from './orders/own-orders.ts';
import { type PrintTaker, PrintTakers, takesPrints } from './orders/print-takers.ts';
import { RestingOrders } from './orders/resting-orders.ts';
import type { OrderTermsChange } from './orders/waiting-orders.ts';
import { amountLeft, amountOf, lotsForAmount, qtyLots } from './quote-lots.ts';
import { firstMeeting, isFillable, type Meeting, marketEnd, meetingsOf, opposite, paidMeetings } from './recordings/meetings.ts';
import type { RecordedBook, RecordedEvent, RecordedTrade, RecordedUpdate } from './recordings/recorded-event.ts';
import { SimulatedBook } from './simulated-book.ts';

interface SimulatedMarketParts extends ClearedMarketParts {
  /** False: nobody looks at the levels, so that they are not told. Default: true. */
  readonly tellsLevels?: boolean;
  /** Only trades are known, until a book comes: what takes does so at the next prints. Default: false. */
  readonly isBookless?: boolean;
}

/** A taker while it matches. */
interface Taker {
  order: Order;
  leftLots: number;
  /** Lots of them that may not trade, for there is less to reduce. */
  spareLots?: number;
  hasTraded?: boolean;
  readonly events: VenueEvent[];
}

/** One market, recorded or live: what is played is the outside world, our orders meet it and each other by the rules of venue-replay's README. */
export class SimulatedMarket extends ClearedMarket {
  readonly #tellsLevels: boolean;
  readonly #book: SimulatedBook;
  readonly #resting: RestingOrders;
  readonly #own: OwnOrders;
  /** Our orders that take what prints next, where no book tells what stands there. */
  readonly #prints: PrintTakers;
  #hasBook: boolean;
  /** Of what was played last. */
  #playedMs = 0;

  constructor({ tellsLevels = true, isBookless = false, ...parts }: SimulatedMarketParts) {
    super(parts);
    this.#tellsLevels = tellsLevels;
    this.#hasBook = !isBookless;
    this.#book = new SimulatedBook(parts.grid);
    const { clearing, accounting, pairs } = this;
    const tellLevel = (events: VenueEvent[], side: OrderSide, ticks: number): void => this.#tellLevel(events, side, ticks);
    this.#resting = new RestingOrders({ book: this.#book, clearing, accounting, pairs, tellLevel });
    this.#own = this.#resting.own;
    const rest = (order: Order, leftLots: number, limit: number, events: VenueEvent[]): void =>
      this.#rest({ order, leftLots, events }, limit);
    this.#prints = new PrintTakers({ newId: parts.newId, clearing, accounting, pairs, sizes: this, rest });
  }

  /** What people see: the recording less what we took, and our own orders. */
  depth(levels: number): DepthSnapshot {
    return this.#book.snapshot(this.instrument.id, levels);
  }

  /** The recording's own best price, and the id of the update that it stands at. */
  external(side: OrderSide): { readonly price: string | null; readonly updateId: number } {
    const best = this.#book.externalBest(side);
    return { price: best === null ? null : this.accounting.price(best), updateId: this.#book.updateId };
  }

  openOrders(): readonly Order[] {
    return [...[...this.#own.all, ...this.#prints.all, ...this.waiting.all].map(({ order }) => order), ...this.pairs.unarmed];
  }

  /** Our orders in the book with their places in the queues: with the ledger, all that a restart needs beside the world's own book. */
  get resting(): readonly Readonly<RestingOrder>[] {
    return this.#own.all;
  }

  /** Our orders that wait for the next prints to take them. */
  get taking(): readonly Readonly<PrintTaker>[] {
    return this.#prints.all;
  }

  /** Takes up orders of an earlier life, whose funds the ledger holds already. */
  takeUp(resting: readonly Readonly<RestingOrder>[], taking: readonly Readonly<PrintTaker>[] = []): void {
    this.#resting.takeUp(resting);
    this.#prints.takeUp(taking);
  }

  quote(nowMs: number): MarketQuote {
    const price = this.#hasBook ? midPrice(this.external('BUY').price, this.external('SELL').price) : this.lastPrice;
    return { price, ageMs: nowMs - this.#playedMs };
  }

  /** Last price of trades before the first that is played. */
  begin(lastPrice: string): void {
    this.last = stepsOf(lastPrice, this.grid.priceDecimals) ?? 0;
  }

  /** What is asked for next happens at this time. */
  advance(timeMs: number): void {
    this.accounting.timeMs = timeMs;
  }

  /** Plays one recorded event. Throws RangeError when it does not fit the recording's grid, MarginBroken when a position does not survive it. */
  play(event: RecordedEvent): readonly VenueEvent[] {
    this.accounting.timeMs = event.timeMs;
    this.#playedMs = event.timeMs;
    const events: VenueEvent[] = [];
    if (event.type === 'trade') this.#playTrade(event, events);
    else this.#playBook(event, events);
    this.fire(events);
    return events;
  }

  #playBook(event: RecordedBook | RecordedUpdate, events: VenueEvent[]): void {
    const changes = this.#book.apply(event);
    if (this.last === 0) this.#markBook();
    for (const { side, ticks } of changes) this.#own.shrinkQueues(side, ticks, this.#book.externalLots(side, ticks));
    if (event.type === 'book' && this.#tellsLevels) events.push({ type: 'book', book: this.depth(Number.MAX_SAFE_INTEGER) });
    else if (this.#tellsLevels) for (const { side, ticks } of changes) this.#tellLevel(events, side, ticks);
    for (const resting of [...this.#own.all]) this.#meetRecording(resting, events);
    if (this.#hasBook) return;
    this.#hasBook = true;
    for (const taking of [...this.#prints.all]) {
      this.#prints.remove(taking, events);
      this.#admit({ order: taking.order, leftLots: this.#wantedLots(taking.order, taking.remainingLots), events }, taking.ticks || null);
    }
  }

  protected placeNow(intent: OrderIntent, events: VenueEvent[]): Outcome<void> {
    const { side, type } = intent;
    const limit = hasLimitPrice(type) ? stepsOf(intent.price ?? '', this.grid.priceDecimals) : null;
    const amount = amountOf(intent, this.units);
    const lots = amount === null ? qtyLots(intent, this.grid) : 1;
    if (lots === null) return refused('ORDER_FIELD_MISSING', { field: 'qty', type });
    const small = amount === null ? this.accounting.sizeProblem(limit ?? (this.last || this.touch(side)), lots) : null;
    const offBand = type === 'LIMIT' ? this.accounting.priceProblem(side, limit, this.last) : null;
    const unpaid = amount === null ? () => this.unpaid(intent, lots, limit) : () => this.amountProblem(intent, amount);
    const problem = small ?? offBand ?? unpaid() ?? this.pairs.terms.smallLegs(intent);
    if (problem !== null) return problem;
    const order = newOrder(this.instrument.exchange, this.newId(), intent, this.accounting.timeMs);
    this.tell(order, intent, events);
    this.#admit({ order, leftLots: this.#wantedLots(order, lots), events }, limit);
    return accepted(undefined);
  }

  /** Lots that an order still wants: of one by an amount what the book gives for it. */
  #wantedLots(order: Order, lots: number): number {
    const amount = amountLeft(order, this.units);
    if (amount === null || !this.#hasBook) return lots;
    const bound = this.accounting.bound(order.side, this.last);
    return lotsForAmount(meetingsOf(this.#book, this.#own, order.side, bound), order, amount, this);
  }

  protected amendStanding(orderId: string, change: OrderTermsChange, events: VenueEvent[]): Outcome<void> | null {
    const taking = this.#prints.find(orderId);
    const resting = this.#own.find(orderId);
    const before = taking ?? resting;
    if (before === null) return null;
    const { grid, accounting, pairs, last: lastTicks } = this;
    const terms = amendedTerms(before, change, { grid, accounting, pairs, lastTicks });
    if (!terms.ok) return terms;
    const { order, ticks, leftLots, keepsPlace } = terms.value;
    const { remainingLots } = before;
    if (keepsPlace && resting !== null) {
      resting.order = order;
      this.#resting.shorten(resting, remainingLots - leftLots, events);
      return accepted(undefined);
    }
    const short = this.clearing.problem({ ...termsOf(order, ticks, leftLots), instead: termsOf(order, before.ticks, remainingLots) });
    if (short !== null) return short;
    if (resting !== null) {
      this.#own.remove(orderId);
      resting.order = order;
      this.#resting.shorten(resting, remainingLots, events);
    } else if (taking !== null) {
      events.push({ type: 'order', order });
      this.#prints.remove(taking, events);
    }
    this.#admit({ order, leftLots, events }, ticks);
    return accepted(undefined);
  }

  protected endStanding(orderId: string, status: OrderStatus, cause: string, events: VenueEvent[]): void {
    const taking = this.#prints.find(orderId);
    const resting = this.#own.find(orderId);
    if (taking !== null) this.#prints.end(taking, status, cause, events);
    else if (resting !== null) this.#resting.end(resting, status, cause, events);
  }

  protected takeStanding(orderId: string, events: VenueEvent[]): void {
    const taking = this.#prints.find(orderId);
    if (taking !== null) this.#prints.remove(taking, events);
    this.#resting.take(orderId, events);
  }

  protected act(order: Order, leftLots: number, limit: number | null, events: VenueEvent[]): void {
    this.#admit({ order, leftLots, events }, limit);
  }

  protected touch(side: OrderSide): number {
    return this.#hasBook ? (firstMeeting(this.#book, this.#own, side, null)?.ticks ?? 0) : this.last;
  }

  protected unpaid(
    { apiId, side, stp = 'EXPIRE_TAKER', reduceOnly = false }: Pick<OrderIntent, 'apiId' | 'side' | 'stp' | 'reduceOnly'>,
    lots: number,
    limit: number | null,
  ): Outcome<never> | null {
    const order = { apiId, side, ticks: limit ?? this.last, lots, reduceOnly };
    // Nobody knows what prints next: it is valued at the last price.
    if (limit !== null || !this.#hasBook) return this.clearing.problem(order);
    const bound = this.accounting.bound(side, this.last);
    const meets = paidMeetings({ apiId, stp }, meetingsOf(this.#book, this.#own, side, bound), lots);
    return this.clearing.problem({ ...order, ticks: this.last || (meets[0]?.ticks ?? 0), meets });
  }

  /** Lets an order that was checked act. Without a limit it goes to the edge of the band; anywhere where no trade has given one. */
  #admit(taker: Taker, limit: number | null): void {
    const { side, timeInForce } = taker.order;
    const bound = limit ?? this.accounting.bound(side, this.last);
    taker.spareLots = taker.leftLots - this.accounting.fillable(taker.order, taker.leftLots);
    const cause = this.#hindrance(taker, bound) ?? this.#match(taker, bound);
    if (taker.leftLots === 0 && taker.order.status === 'FILLED') return;
    if (cause !== null) this.#expire(taker, cause);
    else if (this.#takesPrints(taker.order, limit)) this.#prints.add(taker.order, taker.leftLots, limit, bound, taker.events);
    else if (limit === null) this.#expire(taker, marketEnd(this.#book, this.#own, side, bound));
    else if (timeInForce === 'IOC') this.#expire(taker, 'EXPIRED_IOC');
    else this.#rest(taker, limit);
  }

  /** Without a book what prints next is all that can be taken. */
  #takesPrints(order: Order, limit: number | null): boolean {
    return !this.#hasBook && takesPrints(order, limit, this.last);
  }

  /** Why an order does not even begin to match; null when it does. */
  #hindrance({ order, leftLots, spareLots = 0 }: Taker, bound: number | null): string | null {
    const { side, timeInForce } = order;
    if (spareLots > 0 && (spareLots === leftLots || timeInForce === 'FOK')) return nothingToReduce;
    if (timeInForce !== 'GTX' && (timeInForce !== 'FOK' || !this.#hasBook)) return null;
    if (timeInForce === 'GTX' && this.#takesPrints(order, bound)) return 'EXPIRED_POST_ONLY';
    if (timeInForce === 'GTX') return firstMeeting(this.#book, this.#own, side, bound) === null ? null : 'EXPIRED_POST_ONLY';
    return isFillable(order, meetingsOf(this.#book, this.#own, side, bound), leftLots) ? null : 'EXPIRED_FOK';
  }

  /** Gives why the taker ended before its lots and the book did; null otherwise. */
  #match(taker: Taker, bound: number | null): string | null {
    const { apiId, side, stp } = taker.order;
    for (const meeting of [...meetingsOf(this.#book, this.#own, side, bound)]) {
      if (taker.leftLots === taker.spareLots) break;
      const { resting } = meeting;
      if (resting !== null && this.#resting.fillable(resting, taker.events) === 0) continue;
      if (resting === null) this.#takeRecorded(taker, meeting);
      else if (resting.apiId !== apiId || stp === 'NONE') this.#tradeWithOwn(taker, resting);
      else if (this.#preventSelfTrade(taker, resting)) return selfTrade;
    }
    return taker.leftLots > 0 && taker.leftLots === taker.spareLots ? nothingToReduce : null;
  }

  #takeRecorded(taker: Taker, { ticks, lots }: Meeting): void {
    const side = opposite(taker.order.side);
    const taken = Math.min(lots, wantedOf(taker));
    this.#book.take(side, ticks, taken);
    this.last = ticks;
    this.#own.consumeAhead(side, ticks, taken);
    this.#fillTaker(taker, ticks, taken, this.newId());
    this.#tellLevel(taker.events, side, ticks);
  }

  #tradeWithOwn(taker: Taker, resting: RestingOrder): void {
    const { ticks } = resting;
    const lots = Math.min(this.#resting.fillable(resting, taker.events), wantedOf(taker));
    const tradeId = this.newId();
    // Nobody prints a price alone.
    const isPublic = resting.apiId !== taker.order.apiId;
    if (isPublic) this.last = ticks;
    const trade = { instrumentId: this.instrument.id, tradeId, price: this.accounting.price(ticks), qty: this.accounting.qty(lots) };
    this.#resting.fill(resting, lots, tradeId, taker.events);
    this.#fillTaker(taker, ticks, lots, tradeId);
    if (isPublic) taker.events.push({ type: 'trade', trade: { ...trade, side: taker.order.side, timeMs: this.accounting.timeMs } });
  }

  /** By the taker's mode (trading rules §5); true when the taker ends here. */
  #preventSelfTrade(taker: Taker, resting: RestingOrder): boolean {
    const { stp } = taker.order;
    if (stp === 'EXPIRE_TAKER') return true;
    const isBoth = stp === 'DECREMENT';
    const lots = isBoth ? Math.min(resting.remainingLots, wantedOf(taker)) : resting.remainingLots;
    if (isBoth) {
      taker.order = this.accounting.prevented(taker.order, lots);
      taker.leftLots -= lots;
      this.pairs.shrink(taker.order, lots, taker.events);
    }
    resting.order = this.accounting.prevented(resting.order, lots);
    this.pairs.shrink(resting.order, lots, taker.events);
    if (lots < resting.remainingLots) this.#resting.shorten(resting, lots, taker.events);
    else this.#resting.end(resting, 'EXPIRED', selfTrade, taker.events);
    return stp === 'EXPIRE_BOTH' || taker.leftLots === 0;
  }

  #rest(taker: Taker, ticks: number): void {
    const { leftLots: remainingLots, events } = taker;
    const isPrevented = taker.order.cause === selfTrade;
    const order = isPrevented && taker.hasTraded === true ? { ...taker.order, cause: 'FILLED' } : taker.order;
    if (isPrevented) events.push({ type: 'order', order });
    this.#resting.rest(order, remainingLots, ticks, events);
  }

  #expire(taker: Taker, cause: string): void {
    // What prevention ended counts as prevented with all that was left.
    const order = cause === selfTrade ? this.accounting.prevented(taker.order, taker.leftLots) : taker.order;
    taker.order = this.accounting.changed(order, 'EXPIRED', cause);
    taker.events.push({ type: 'order', order: taker.order });
    this.pairs.changed(taker.order, taker.events);
  }

  #playTrade({ price, qty, takerSide, tradeId, timeMs }: RecordedTrade, events: VenueEvent[]): void {
    const ticks = stepsOf(price, this.grid.priceDecimals);
    const lots = stepsOf(qty, this.grid.qtyDecimals);
    if (ticks === null || lots === null) throw new RangeError(`trade ${price} × ${qty} is off the recording's grid`);
    this.last = ticks;
    const text = { price: this.accounting.price(ticks), qty: this.accounting.qty(lots) };
    const trade = { instrumentId: this.instrument.id, tradeId, ...text, side: takerSide, timeMs };
    events.push({ type: 'trade', trade });
    this.#book.traded(opposite(takerSide), ticks);
    const left = this.#prints.meet(ticks, lots, events);
    const fills = this.#own.fillsOfTrade(opposite(takerSide), ticks, left);
    for (const { resting, lots: given } of fills) {
      const filled = Math.min(given, this.#resting.fillable(resting, events));
      if (filled > 0) this.#resting.fill(resting, filled, this.newId(), events);
    }
    this.clearing.mark(ticks, timeMs);
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
      const lots = Math.min(offer.lots, this.#resting.fillable(resting, events));
      if (lots === 0) return;
      this.#book.take(against, offer.ticks, lots);
      this.last = limit;
      this.#resting.fill(resting, lots, this.newId(), events);
      this.#tellLevel(events, against, offer.ticks);
    }
  }

  #fillTaker(taker: Taker, ticks: number, lots: number, tradeId: string): void {
    this.pairs.executing(taker.order.orderId, taker.events);
    taker.hasTraded = true;
    taker.leftLots -= lots;
    const terms = { ticks, lots, leftLots: taker.leftLots, liquidity: 'TAKER', isHeld: false, tradeId } as const;
    taker.order = this.accounting.fill(taker.order, terms, taker.events);
    this.pairs.changed(taker.order, taker.events);
  }

  /** Before the first trade a position is worth the middle of the book. */
  #markBook(): void {
    const [bid, ask] = [this.#book.externalBest('BUY'), this.#book.externalBest('SELL')];
    if (bid !== null && ask !== null) this.clearing.mark(Math.round((bid + ask) / 2), this.accounting.timeMs);
  }

  #tellLevel(events: VenueEvent[], side: OrderSide, ticks: number): void {
    if (!this.#tellsLevels) return;
    const qty = this.accounting.qty(this.#book.shownLots(side, ticks));
    events.push({ type: 'level', instrumentId: this.instrument.id, side, price: this.accounting.price(ticks), qty });
  }
}

const wantedOf = ({ leftLots, spareLots = 0 }: Taker): number => leftLots - spareLots;
