import { type Amount, sum, toBigInt } from '../../../core/domain/clearing/amount.ts';
import { hasLimitPrice } from '../../../core/domain/orders/order.ts';
import { holdingsKept } from '../codec/edition.ts';
import type { AccountRecord, EngineState } from '../engine-state.ts';
import type { InstrumentRecord } from '../instrument-record.ts';
import { sharedFee } from '../money/fees.ts';
import { BoundWalk } from '../orders/bound-walk.ts';
import { closePair, endOrder, leaveBook, queuePair, settleEnd } from '../orders/ending.ts';
import type { OpenOrder } from '../orders/open-order.ts';
import type { OrderPair } from '../orders/order-pair.ts';
import type { SettledTrade } from '../rules/account-rules.ts';
import { silentSink } from '../silent-sink.ts';
import type { EngineTrade, OrderCause } from '../sink.ts';
import { roomOn } from './checks.ts';
import { crosses, isFillable, type MatchListener, match, type Taker } from './matching.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Runs an active order against the book: takes, then rests or expires by its time in force. Its funds are checked before
 * and not held while it takes; what rests is held afterwards. One object serves all orders, so nothing here is allocated.
 */
export class Execution implements MatchListener {
  private readonly state: EngineState;
  private order!: OpenOrder;
  private instrument!: InstrumentRecord;
  private readonly taker: Taker = {
    side: 'BUY',
    limit: 0,
    left: 0,
    owner: 0,
    stp: 'NONE',
    budgeted: false,
    preventsBroke: false,
    stopped: false,
  };
  private readonly fill: SettledTrade;
  private readonly trade: Mutable<EngineTrade> = {
    tradeId: 0,
    instrument: 0,
    price: 0,
    qty: 0,
    takerSide: 'BUY',
    takerOrderId: 0,
    makerOrderId: 0,
    takerAccount: 0,
    makerAccount: 0,
    takerFee: 0n,
    makerFee: 0n,
    movesLast: true,
    timeMs: 0,
  };
  /** Lots that a budgeted order may still take whatever its money says. */
  private lotsLeft = 0;
  private filledBefore = 0;
  private preventedBefore = 0;
  /** Quote amount that prevention took out of a budgeted order. */
  private preventedQuote = 0n;

  constructor(state: EngineState) {
    this.state = state;
    this.fill = {
      instrument: undefined as unknown as InstrumentRecord,
      tradeId: 0,
      buyer: 0,
      seller: 0,
      makerBuys: false,
      price: 0,
      lots: 0,
      baseAmount: 0,
      quoteAmount: 0,
      buyerFeePpm: 0,
      sellerFeePpm: 0,
      buyerFee: 0,
      sellerFee: 0,
      timeMs: 0,
    };
  }

  /** `worst` is the limit price, or the band's edge for a market order (0 = no reference, then nothing can match). */
  run(order: OpenOrder, worst: number): void {
    const { state, taker } = this;
    const instrument = state.instrumentOf(order);
    this.order = order;
    this.instrument = instrument;
    taker.side = order.side;
    taker.limit = worst;
    taker.owner = order.owner;
    taker.stp = order.stp;
    taker.stopped = false;
    taker.budgeted = order.quoteAmount !== 0n;
    taker.preventsBroke = state.edition < holdingsKept;
    this.lotsLeft = instrument.terms.maxLots;
    this.preventedQuote = 0n;
    this.filledBefore = order.filled;
    this.preventedBefore = order.prevented;
    taker.left = taker.budgeted ? this.lotsLeft : this.fillableLots();

    if (order.timeInForce === 'GTX' && crosses(instrument.book, order.side, worst)) {
      endOrder(state, order, 'EXPIRED', 'EXPIRED_POST_ONLY');
      return;
    }
    if (order.timeInForce === 'FOK' && !this.isFillable()) {
      endOrder(state, order, 'EXPIRED', 'EXPIRED_FOK');
      return;
    }
    if (worst > 0) match(instrument.book, taker, this);
    this.conclude(worst);
  }

  private isFillable(): boolean {
    const { state, order, instrument, taker } = this;
    const { book } = instrument;
    if (order.reduceOnly && taker.left < order.remaining) return false;
    return isFillable(book, taker, book.bound > 0 ? new BoundWalk(state, instrument, order.account) : null);
  }

  /** A reduce-only order fills no more than brings its account's position to nothing. */
  private fillableLots(): number {
    const { order, instrument } = this;
    return order.reduceOnly ? Math.min(order.remaining, instrument.rules.reducible(instrument, order)) : order.remaining;
  }

  filled(makerIndex: number, price: number, lots: number, makerLeft: number): void {
    const { state, order, instrument, trade } = this;
    const maker = state.orders.at(makerIndex);
    if (maker.legOf !== null) {
      closePair(state, maker.legOf, maker, true);
      instrument.rules.hold(state, instrument, maker);
    }
    if (order.legOf !== null) closePair(state, order.legOf, order, true);
    const quoteAmount = instrument.quoteOf(price, lots);
    order.filled += lots;
    order.quoteFilled = sum(order.quoteFilled, quoteAmount);
    maker.filled += lots;
    maker.quoteFilled = sum(maker.quoteFilled, quoteAmount);
    trade.movesLast = maker.owner !== order.owner || (state.accounts[order.account] as AccountRecord).terms.desk;
    if (trade.movesLast) instrument.last = price;
    this.settle(maker, price, lots, quoteAmount);
    if (maker.entryOf !== null) queuePair(state, maker.entryOf);
    if (makerLeft > 0) {
      state.change(maker, 'PARTIALLY_FILLED', 'FILLED');
      return;
    }
    leaveBook(instrument, maker);
    state.change(maker, 'FILLED', 'FILLED');
    settleEnd(state, maker);
  }

  prevented(makerIndex: number, price: number, lots: number, makerLeft: number, fromTaker: boolean): void {
    const { state, order } = this;
    const maker = state.orders.at(makerIndex);
    if (fromTaker) {
      order.prevented += lots;
      if (order.legOf !== null) this.shrinkPair(order.legOf, order, lots);
      if (this.taker.budgeted) {
        this.preventedQuote += toBigInt(this.instrument.quoteOf(price, lots));
        this.lotsLeft -= lots;
      }
    }
    this.takeFromMaker(maker, lots);
    if (makerLeft > 0) {
      state.tell(maker, 'EXPIRED_SELF_TRADE');
      return;
    }
    leaveBook(this.instrument, maker);
    state.change(maker, 'EXPIRED', 'EXPIRED_SELF_TRADE');
    settleEnd(state, maker);
  }

  mostLots(makerIndex: number): number {
    const maker = this.state.orders.at(makerIndex);
    return maker.reduceOnly ? this.instrument.rules.reducible(this.instrument, maker) : maker.remaining;
  }

  ended(makerIndex: number): void {
    const { state, instrument } = this;
    const maker = state.orders.at(makerIndex);
    leaveBook(instrument, maker);
    state.change(maker, 'EXPIRED', 'EXPIRED_REDUCE_ONLY');
    settleEnd(state, maker);
  }

  levelLeft(price: number, qty: number): void {
    this.state.sink.levelChanged(this.instrument.index, this.order.side === 'BUY' ? 'SELL' : 'BUY', price, qty);
  }

  /** A buy spends at most its amount; a sell goes on until it has received at least its amount. */
  affordableLots(price: number): number {
    const { order, lotsLeft } = this;
    const rest = order.quoteAmount - order.filledQuote - this.preventedQuote;
    if (rest <= 0n) return 0;
    const perLot = toBigInt(this.instrument.quoteOf(price, 1));
    const lots = order.side === 'BUY' ? rest / perLot : (rest + perLot - 1n) / perLot;
    const left = lotsLeft - order.filled;
    return lots < BigInt(left) ? Number(lots) : left;
  }

  /** Lots that prevention took off a resting order release their hold. */
  private takeFromMaker(maker: OpenOrder, lots: number): void {
    const { state, instrument } = this;
    maker.prevented += lots;
    if (maker.legOf !== null) this.shrinkPair(maker.legOf, maker, lots);
    else instrument.rules.releaseLots(state, instrument, maker, lots);
  }

  /** The other leg loses what prevention took off this one, so that the two stay equal and the common hold fits. */
  private shrinkPair(pair: OrderPair, leg: OpenOrder, lots: number): void {
    const { state } = this;
    const released = (pair.held * BigInt(lots)) / BigInt(leg.remaining + lots);
    pair.held -= released;
    this.instrument.rules.holdForPair(state, this.instrument, leg, -released);
    const other = pair.other(leg);
    other.prevented += lots;
    if (other.remaining > 0) state.tell(other, 'EXPIRED_SELF_TRADE');
  }

  private settle(maker: OpenOrder, price: number, lots: number, quoteAmount: Amount): void {
    const { state, order, instrument, fill } = this;
    const takerFeePpm = sharedFee(instrument.terms.takerFeePpm, (state.accounts[order.account] as AccountRecord).fees.takerSharePpm);
    const makerFeePpm = sharedFee(instrument.terms.makerFeePpm, (state.accounts[maker.account] as AccountRecord).fees.makerSharePpm);
    const takerBuys = order.side === 'BUY';
    fill.instrument = instrument;
    fill.tradeId = state.nextTradeId++;
    fill.buyer = takerBuys ? order.account : maker.account;
    fill.seller = takerBuys ? maker.account : order.account;
    fill.makerBuys = !takerBuys;
    fill.price = price;
    fill.lots = lots;
    fill.baseAmount = instrument.baseOf(lots);
    fill.quoteAmount = quoteAmount;
    fill.buyerFeePpm = takerBuys ? takerFeePpm : makerFeePpm;
    fill.sellerFeePpm = takerBuys ? makerFeePpm : takerFeePpm;
    fill.timeMs = state.timeMs;
    instrument.rules.charge(fill);

    if (state.sink !== silentSink) this.tellTrade(maker, price, lots);
    instrument.rules.settle(state, fill);
  }

  private tellTrade(maker: OpenOrder, price: number, lots: number): void {
    const { state, order, instrument, fill, trade } = this;
    const takerBuys = order.side === 'BUY';
    trade.tradeId = fill.tradeId;
    trade.instrument = instrument.index;
    trade.price = price;
    trade.qty = lots;
    trade.takerSide = order.side;
    trade.takerOrderId = order.orderId;
    trade.makerOrderId = maker.orderId;
    trade.takerAccount = order.account;
    trade.makerAccount = maker.account;
    trade.takerFee = toBigInt(takerBuys ? fill.buyerFee : fill.sellerFee);
    trade.makerFee = toBigInt(takerBuys ? fill.sellerFee : fill.buyerFee);
    trade.timeMs = state.timeMs;
    state.sink.traded(trade);
  }

  private conclude(worst: number): void {
    const { state, order, taker } = this;
    const isCut = order.reduceOnly && order.remaining > 0;
    const done = taker.left === 0 && !isCut && !taker.stopped && !(taker.budgeted && order.filled >= this.lotsLeft);
    if (order.filled > this.filledBefore) {
      if (order.entryOf !== null) queuePair(state, order.entryOf);
      state.change(order, done ? 'FILLED' : 'PARTIALLY_FILLED', 'FILLED');
      if (done) {
        settleEnd(state, order);
        return;
      }
    }
    const cause = this.expiryCause(worst);
    if (cause === null) {
      // A fill has told the smaller rest already.
      if (order.prevented > this.preventedBefore && order.filled === this.filledBefore) state.tell(order, 'EXPIRED_SELF_TRADE');
      this.rest();
      return;
    }
    if (taker.stopped) order.prevented += taker.left;
    endOrder(state, order, 'EXPIRED', cause);
  }

  /** Why what is left does not rest; null when it rests. */
  private expiryCause(worst: number): OrderCause | null {
    const { order, taker } = this;
    const { book } = this.instrument;
    if (taker.stopped) return 'EXPIRED_SELF_TRADE';
    if (order.reduceOnly && this.fillableLots() === 0) return 'EXPIRED_REDUCE_ONLY';
    if (hasLimitPrice(order.orderType)) {
      if (order.timeInForce === 'IOC' || order.timeInForce === 'FOK') return 'EXPIRED_IOC';
      // Level sums must stay exact; orders placed directly were refused before.
      return order.remaining > roomOn(this.instrument, order.side) ? 'FAILED_FILTER' : null;
    }
    if (book.bestPrice(order.side === 'BUY' ? 'SELL' : 'BUY') === 0) return 'EXPIRED_NO_LIQUIDITY';
    return crosses(book, order.side, worst) ? 'EXPIRED_IOC' : 'EXPIRED_PRICE_BAND';
  }

  private rest(): void {
    const { state, order } = this;
    const { book, index } = this.instrument;
    order.slot = book.add(order.side, order.price, order.remaining, order.index, order.owner);
    order.place = 'BOOK';
    if (order.reduceOnly) book.bound++;
    if (order.legOf === null) this.instrument.rules.hold(state, this.instrument, order);
    state.sink.levelChanged(index, order.side, order.price, book.levelQty[book.level[order.slot] as number] as number);
  }
}
