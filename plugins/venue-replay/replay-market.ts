import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { DepthSnapshot } from '../../core/contract/market.ts';
import type { Order, OrderIntent } from '../../core/contract/trading.ts';
import type { VenueEvent } from '../../core/contract/venue.ts';
import { toUnits } from '../../core/domain/decimal.ts';
import type { Instrument } from '../../core/domain/instrument.ts';
import type { LiquiditySide, OrderSide } from '../../core/domain/order.ts';
import type { OrderStatus } from '../../core/domain/order-status.ts';
import type { AccountLedger } from './account-ledger.ts';
import { type MarketGrid, stepsOf, textOfSteps } from './market-grid.ts';
import { OwnOrders, type RestingOrder } from './own-orders.ts';
import type { RecordedEvent, RecordedTrade } from './recorded-event.ts';
import { ReplayBook } from './replay-book.ts';

const opposite = (side: OrderSide): OrderSide => (side === 'BUY' ? 'SELL' : 'BUY');
/** Whether an order at `limit` would trade at `ticks`. */
const reaches = (side: OrderSide, limit: number, ticks: number): boolean => (side === 'BUY' ? ticks <= limit : ticks >= limit);

export interface ReplayMarketParts {
  readonly instrument: Instrument;
  readonly grid: MarketGrid;
  readonly ledger: AccountLedger;
  /** Ids of orders, fills and ledger entries: decimal, rising, never used before. */
  readonly newId: () => string;
}

/** Everything that one call changed, in order. */
export interface Placed {
  readonly order: Order;
  readonly events: readonly VenueEvent[];
}

/** One replayed market: the recording is the outside world, our orders meet it by the rules of the README. */
export class ReplayMarket {
  readonly instrument: Instrument;
  readonly #grid: MarketGrid;
  readonly #ledger: AccountLedger;
  readonly #newId: () => string;
  readonly #book: ReplayBook;
  readonly #own = new OwnOrders();
  #lastPrice: string | null = null;
  #timeMs = 0;

  constructor({ instrument, grid, ledger, newId }: ReplayMarketParts) {
    this.instrument = instrument;
    this.#grid = grid;
    this.#ledger = ledger;
    this.#newId = newId;
    this.#book = new ReplayBook(grid);
  }

  get lastPrice(): string | null {
    return this.#lastPrice;
  }

  /** What people see: the recording less what we took, and our own orders. */
  depth(levels: number): DepthSnapshot {
    return this.#book.snapshot(this.instrument.id, levels);
  }

  /** The recording's own best price, and the id of the update that it stands at. */
  external(side: OrderSide): { readonly price: string | null; readonly updateId: number } {
    const best = this.#book.externalBest(side);
    return { price: best === null ? null : textOfSteps(best, this.#grid.priceDecimals), updateId: this.#book.updateId };
  }

  openOrders(): readonly Order[] {
    return this.#own.all.map(({ order }) => order);
  }

  /** Plays one recorded event. Throws RangeError when it does not fit the recording's grid. */
  play(event: RecordedEvent): readonly VenueEvent[] {
    this.#timeMs = event.timeMs;
    if (event.type === 'trade') return this.#playTrade(event);
    const events: VenueEvent[] = [];
    const changes = this.#book.apply(event);
    for (const { side, ticks } of changes) this.#own.shrinkQueues(side, ticks, this.#book.externalLots(side, ticks));
    if (event.type === 'book') events.push({ type: 'book', book: this.depth(Number.MAX_SAFE_INTEGER) });
    else for (const { side, ticks } of changes) events.push(this.#levelEvent(side, ticks));
    for (const resting of [...this.#own.all]) this.#meetBook(resting, events);
    return events;
  }

  /** LIMIT (GTC, IOC, GTX) or MARKET by quantity, on the grid. */
  place(intent: OrderIntent): Outcome<Placed> {
    const { side, type } = intent;
    const lots = intent.qty === undefined ? null : stepsOf(intent.qty, this.#grid.qtyDecimals);
    if (lots === null || lots <= 0) return refused('ORDER_FIELD_MISSING', { field: 'qty', type });
    const limit = type === 'MARKET' ? null : intent.price === undefined ? null : stepsOf(intent.price, this.#grid.priceDecimals);
    if (type === 'LIMIT' && (limit === null || limit <= 0)) return refused('ORDER_PRICE_INVALID', { field: 'price' });
    const wanted = this.#offersFor(side, lots, limit);
    const spent = side === 'SELL' ? this.#baseUnits(lots) : this.#costOf(wanted, lots, limit);
    const asset = side === 'SELL' ? this.instrument.base : this.instrument.quote;
    const available = this.#ledger.available(intent.apiId, asset);
    if (spent > available) return refused('ORDER_INSUFFICIENT_BALANCE', { field: 'qty', limit: this.#ledger.text(available), asset });
    return accepted(this.#accept(intent, lots, limit, wanted));
  }

  cancel(orderId: string, cause = 'CANCELED_BY_USER'): Placed | null {
    const resting = this.#own.remove(orderId);
    if (resting === null) return null;
    const { side, ticks, remainingLots, apiId } = resting;
    this.#book.addOwn(side, ticks, -remainingLots);
    const order = this.#changed(resting.order, 'CANCELED', cause);
    const release = this.#ledger.hold(apiId, this.#heldAsset(side), -this.#heldUnits(side, ticks, remainingLots));
    return { order, events: [{ type: 'order', order }, release, this.#levelEvent(side, ticks)] };
  }

  #accept(intent: OrderIntent, lots: number, limit: number | null, wanted: ReadonlyArray<{ ticks: number; lots: number }>): Placed {
    const { side } = intent;
    const events: VenueEvent[] = [];
    let order = this.#newOrder(intent);
    if (intent.timeInForce === 'GTX' && wanted.length > 0) {
      order = { ...order, status: 'EXPIRED', cause: 'EXPIRED_POST_ONLY' };
      return { order, events: [{ type: 'order', order }] };
    }
    events.push({ type: 'order', order });
    let left = lots;
    for (const { ticks, lots: taken } of wanted) {
      this.#book.take(opposite(side), ticks, taken);
      left -= taken;
      order = this.#fill(order, ticks, taken, 'TAKER', 0n, events);
      events.push(this.#levelEvent(opposite(side), ticks));
    }
    if (left === 0) return { order, events };
    if (limit === null || order.timeInForce === 'IOC') {
      order = this.#changed(order, 'EXPIRED', limit === null ? 'EXPIRED_NO_LIQUIDITY' : 'EXPIRED_IOC');
      events.push({ type: 'order', order });
      return { order, events };
    }
    const resting: RestingOrder = {
      orderId: order.orderId,
      apiId: intent.apiId,
      side,
      ticks: limit,
      remainingLots: left,
      aheadLots: this.#book.available(side, limit),
      order,
    };
    this.#own.add(resting);
    this.#book.addOwn(side, limit, left);
    events.push(this.#ledger.hold(intent.apiId, this.#heldAsset(side), this.#heldUnits(side, limit, left)), this.#levelEvent(side, limit));
    return { order, events };
  }

  #playTrade(trade: RecordedTrade): VenueEvent[] {
    const { price, qty, takerSide, tradeId, timeMs } = trade;
    const { priceDecimals, qtyDecimals } = this.#grid;
    const ticks = stepsOf(price, priceDecimals);
    const lots = stepsOf(qty, qtyDecimals);
    if (ticks === null || lots === null) throw new RangeError(`trade ${price} × ${qty} is off the recording's grid`);
    this.#lastPrice = textOfSteps(ticks, priceDecimals);
    const text = { price: this.#lastPrice, qty: textOfSteps(lots, qtyDecimals) };
    const events: VenueEvent[] = [
      { type: 'trade', trade: { instrumentId: this.instrument.id, tradeId, ...text, side: takerSide, timeMs } },
    ];
    for (const { resting, lots: filled } of this.#own.fillsOfTrade(opposite(takerSide), ticks, lots))
      this.#fillResting(resting, filled, events);
    return events;
  }

  /** Recorded orders that have come to our price meet us there. */
  #meetBook(resting: RestingOrder, events: VenueEvent[]): void {
    const against = opposite(resting.side);
    for (const offer of [...this.#offersFor(resting.side, resting.remainingLots, resting.ticks)]) {
      this.#book.take(against, offer.ticks, offer.lots);
      this.#fillResting(resting, offer.lots, events);
      events.push(this.#levelEvent(against, offer.ticks));
    }
  }

  #fillResting(resting: RestingOrder, lots: number, events: VenueEvent[]): void {
    const { side, ticks } = resting;
    resting.remainingLots -= lots;
    this.#book.addOwn(side, ticks, -lots);
    if (resting.remainingLots === 0) this.#own.remove(resting.orderId);
    resting.order = this.#fill(resting.order, ticks, lots, 'MAKER', this.#heldUnits(side, ticks, lots), events);
    events.push(this.#levelEvent(side, ticks));
  }

  /** Settles one fill and tells it; gives the order after it. */
  #fill(order: Order, ticks: number, lots: number, liquidity: LiquiditySide, releasedUnits: bigint, events: VenueEvent[]): Order {
    const { base, quote, makerFee, takerFee } = this.instrument;
    const traded = { base: { asset: base, units: this.#baseUnits(lots) }, quote: { asset: quote, units: this.#quoteUnits(ticks, lots) } };
    const buys = order.side === 'BUY';
    const tradeId = this.#newId();
    const { feeUnits, events: settled } = this.#ledger.settle({
      apiId: order.apiId,
      gives: buys ? traded.quote : traded.base,
      receives: buys ? traded.base : traded.quote,
      releasedUnits,
      feePpm: toUnits(liquidity === 'MAKER' ? makerFee : takerFee, 6) ?? 0n,
      reference: tradeId,
      timeMs: this.#timeMs,
    });
    const { scale } = this.#ledger;
    const filledQty = this.#ledger.text((toUnits(order.filledQty, scale) ?? 0n) + traded.base.units);
    const filledQuote = this.#ledger.text((toUnits(order.filledQuote, scale) ?? 0n) + traded.quote.units);
    const done = toUnits(filledQty, scale) === toUnits(order.qty ?? '0', scale);
    const after = { ...this.#changed(order, done ? 'FILLED' : 'PARTIALLY_FILLED', 'FILLED'), filledQty, filledQuote };
    const { exchange, orderId, apiId, instrumentId, side } = order;
    const price = textOfSteps(ticks, this.#grid.priceDecimals);
    const qty = textOfSteps(lots, this.#grid.qtyDecimals);
    const fee = this.#ledger.text(feeUnits);
    const feeAsset = buys ? base : quote;
    events.push(
      { type: 'order', order: after },
      {
        type: 'fill',
        fill: { exchange, instrumentId, tradeId, orderId, apiId, side, liquidity, price, qty, fee, feeAsset, timeMs: this.#timeMs },
      },
      ...settled,
    );
    return after;
  }

  /** Recorded levels that an order may take, at most `lots` together. */
  #offersFor(side: OrderSide, lots: number, limit: number | null): { ticks: number; lots: number }[] {
    const wanted: { ticks: number; lots: number }[] = [];
    let left = lots;
    for (const offer of this.#book.offers(opposite(side))) {
      if (left === 0 || (limit !== null && !reaches(side, limit, offer.ticks))) break;
      const taken = Math.min(left, offer.lots);
      wanted.push({ ticks: offer.ticks, lots: taken });
      left -= taken;
    }
    return wanted;
  }

  /** Most that a buy order may spend: the levels it takes, and its limit for the rest. */
  #costOf(wanted: ReadonlyArray<{ ticks: number; lots: number }>, lots: number, limit: number | null): bigint {
    let left = lots;
    let cost = 0n;
    for (const level of wanted) {
      cost += this.#quoteUnits(level.ticks, level.lots);
      left -= level.lots;
    }
    return limit === null ? cost : cost + this.#quoteUnits(limit, left);
  }

  #baseUnits(lots: number): bigint {
    return BigInt(lots) * 10n ** BigInt(this.#ledger.scale - this.#grid.qtyDecimals);
  }

  #quoteUnits(ticks: number, lots: number): bigint {
    return BigInt(ticks) * BigInt(lots) * 10n ** BigInt(this.#ledger.scale - this.#grid.qtyDecimals - this.#grid.priceDecimals);
  }

  #heldAsset(side: OrderSide): string {
    return side === 'BUY' ? this.instrument.quote : this.instrument.base;
  }

  #heldUnits(side: OrderSide, ticks: number, lots: number): bigint {
    return side === 'BUY' ? this.#quoteUnits(ticks, lots) : this.#baseUnits(lots);
  }

  #levelEvent(side: OrderSide, ticks: number): VenueEvent {
    const { priceDecimals, qtyDecimals } = this.#grid;
    const qty = textOfSteps(this.#book.shownLots(side, ticks), qtyDecimals);
    return { type: 'level', instrumentId: this.instrument.id, side, price: textOfSteps(ticks, priceDecimals), qty };
  }

  #changed(order: Order, status: OrderStatus, cause: string): Order {
    return { ...order, status, cause, updatedMs: this.#timeMs };
  }

  #newOrder(intent: OrderIntent): Order {
    const orderId = this.#newId();
    return {
      exchange: this.instrument.exchange,
      orderId,
      clientOrderId: intent.clientOrderId ?? `replay-${orderId}`,
      apiId: intent.apiId,
      instrumentId: this.instrument.id,
      side: intent.side,
      type: intent.type,
      timeInForce: intent.type === 'MARKET' ? 'IOC' : (intent.timeInForce ?? 'GTC'),
      stp: 'NONE',
      positionSide: 'BOTH',
      reduceOnly: false,
      triggerKind: null,
      pairId: null,
      parentId: null,
      price: intent.type === 'MARKET' ? null : (intent.price ?? null),
      qty: intent.qty ?? null,
      quoteAmount: null,
      triggerPrice: null,
      filledQty: '0',
      filledQuote: '0',
      preventedQty: '0',
      status: 'UNFILLED',
      cause: 'PLACED',
      createdMs: this.#timeMs,
      updatedMs: this.#timeMs,
    };
  }
}
