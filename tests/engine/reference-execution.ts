import type { AddAccount } from '../../server/engine/command.ts';
import type { OrderCause } from '../../server/engine/sink.ts';
import { needNow, worstPrice } from './reference-funds.ts';
import {
  ceilDivide,
  isLimited,
  opposite,
  type RefInstrument,
  type RefOrder,
  type RefPair,
  type RefState,
  remaining,
  watchedBy,
} from './reference-state.ts';

/** What orders do once accepted, told step by step from the trading rules alone. */

export function end(state: RefState, order: RefOrder, status: RefOrder['status'], cause: OrderCause): void {
  const { rank } = order;
  order.rank = 0;
  order.waits = false;
  order.fired = false;
  if (rank > 0) state.level(order.instrument, order.side, order.price);
  order.status = status;
  state.tell(order, cause);
  forget(state, order);
}

/** A finished order ends what lives by it: the other leg, or the pair of an entry that never filled. */
function forget(state: RefState, order: RefOrder): void {
  state.open = state.open.filter((other) => other !== order);
  if (order.legOf !== null) decidePair(state, order.legOf, order, false);
  const pair = order.entryOf;
  if (pair === null) return;
  if (order.filled > 0) {
    touch(state, pair);
    return;
  }
  untie(pair);
  end(state, pair.tp, 'CANCELED', 'CANCELED_BY_ENTRY');
  end(state, pair.sl, 'CANCELED', 'CANCELED_BY_ENTRY');
}

function untie(pair: RefPair): void {
  pair.open = false;
  pair.tp.legOf = null;
  pair.sl.legOf = null;
  if (pair.entry !== null) pair.entry.entryOf = null;
}

function decidePair(state: RefState, pair: RefPair, winner: RefOrder, executed: boolean): void {
  untie(pair);
  end(state, winner === pair.tp ? pair.sl : pair.tp, 'CANCELED', 'CANCELED_BY_PAIR');
  if (!executed || pair.entry === null) return;
  pair.executed = true;
  touch(state, pair);
}

function touch(state: RefState, pair: RefPair): void {
  if (!state.touched.includes(pair)) state.touched.push(pair);
}

const reaches = (order: RefOrder, worst: number, price: number): boolean => (order.side === 'BUY' ? price <= worst : price >= worst);

function canFillAll(state: RefState, order: RefOrder, worst: number): boolean {
  let wanted = remaining(order);
  for (const maker of state.resting(order.instrument, opposite(order.side))) {
    if (!reaches(order, worst, maker.price)) break;
    const own = state.sameOwner(order.account, maker.account);
    if (!own || order.stp === 'NONE') wanted -= remaining(maker);
    else if (order.stp !== 'EXPIRE_MAKER') return false;
    if (wanted <= 0) return true;
  }
  return false;
}

/** Matches, then rests or expires. */
export function act(state: RefState, order: RefOrder): void {
  const worst = worstPrice(state, order);
  const crossing = () => state.resting(order.instrument, opposite(order.side)).filter((maker) => reaches(order, worst, maker.price));
  if (order.timeInForce === 'GTX' && crossing().length > 0) {
    end(state, order, 'EXPIRED', 'EXPIRED_POST_ONLY');
    return;
  }
  if (order.timeInForce === 'FOK' && !canFillAll(state, order, worst)) {
    end(state, order, 'EXPIRED', 'EXPIRED_FOK');
    return;
  }

  const filledBefore = order.filled;
  const preventedBefore = order.prevented;
  const appetite = new Appetite(state.instruments[order.instrument] as RefInstrument, order);
  let stopped = false;
  let refused = 0;
  let touchedPrice = 0;
  for (let maker = worst > 0 ? crossing()[0] : undefined; maker !== undefined; maker = crossing()[0]) {
    if (touchedPrice > 0 && maker.price !== touchedPrice) {
      state.level(order.instrument, opposite(order.side), touchedPrice);
      touchedPrice = 0;
    }
    const wanted = appetite.lotsAt(maker.price);
    if (wanted === 0) {
      appetite.eat(0, maker.price);
      break;
    }
    const own = order.stp !== 'NONE' && state.sameOwner(order.account, maker.account);
    if (own && order.stp === 'EXPIRE_TAKER') stopped = true;
    else if (own && order.stp !== 'DECREMENT') {
      stopped = order.stp === 'EXPIRE_BOTH';
      touchedPrice = maker.price;
      prevent(state, maker, remaining(maker));
    } else {
      const lots = Math.min(wanted, remaining(maker));
      touchedPrice = maker.price;
      appetite.eat(lots, maker.price);
      if (own) {
        stopped = lots === wanted;
        shrink(state, order, lots);
        prevent(state, maker, lots);
      } else trade(state, order, maker, lots);
      if (lots === wanted) break;
    }
    if (stopped) {
      refused = appetite.lotsAt(maker.price);
      break;
    }
  }
  if (touchedPrice > 0) state.level(order.instrument, opposite(order.side), touchedPrice);
  conclude(state, order, { worst, stopped, refused, done: appetite.isSated && !stopped, filledBefore, preventedBefore });
}

/** How many lots an order still wants: a number, or as many as its quote amount is worth at a price. */
class Appetite {
  isSated = false;
  private lots: number;
  private quote: bigint;
  private readonly perTickLot: bigint;
  private readonly order: RefOrder;

  constructor(instrument: RefInstrument, order: RefOrder) {
    this.order = order;
    this.lots = order.quoteAmount === 0n ? remaining(order) : instrument.maxLots;
    this.quote = order.quoteAmount;
    this.perTickLot = instrument.quotePerTickLot;
  }

  lotsAt(price: number): number {
    if (this.order.quoteAmount === 0n) return this.lots;
    const perLot = BigInt(price) * this.perTickLot;
    if (this.quote <= 0n) return 0;
    return Math.min(Number(this.order.side === 'BUY' ? this.quote / perLot : ceilDivide(this.quote, perLot)), this.lots);
  }

  eat(lots: number, price: number): void {
    const wanted = this.lotsAt(price);
    this.lots -= lots;
    this.quote -= BigInt(lots) * BigInt(price) * this.perTickLot;
    // A quote amount that was cut short by the largest quantity is not sated.
    this.isSated = lots === wanted && (this.order.quoteAmount === 0n || this.lots > 0);
  }
}

type Run = { worst: number; stopped: boolean; refused: number; done: boolean; filledBefore: number; preventedBefore: number };

function conclude(state: RefState, order: RefOrder, run: Run): void {
  if (order.filled > run.filledBefore) {
    if (order.entryOf !== null) touch(state, order.entryOf);
    order.status = run.done ? 'FILLED' : 'PARTIALLY_FILLED';
    state.tell(order, 'FILLED');
    if (run.done) {
      forget(state, order);
      return;
    }
  }
  if (run.stopped) {
    order.prevented += run.refused;
    end(state, order, 'EXPIRED', 'EXPIRED_SELF_TRADE');
    return;
  }
  if (!isLimited(order.orderType)) {
    const rest = state.resting(order.instrument, opposite(order.side));
    if (rest.length === 0) {
      end(state, order, 'EXPIRED', 'EXPIRED_NO_LIQUIDITY');
      return;
    }
    const reachable = rest.some((maker) => reaches(order, run.worst, maker.price));
    end(state, order, 'EXPIRED', reachable ? 'EXPIRED_IOC' : 'EXPIRED_PRICE_BAND');
    return;
  }
  if (order.timeInForce === 'IOC' || order.timeInForce === 'FOK') {
    end(state, order, 'EXPIRED', 'EXPIRED_IOC');
    return;
  }
  if (remaining(order) > state.room(order)) {
    end(state, order, 'EXPIRED', 'FAILED_FILTER');
    return;
  }
  if (order.filled === run.filledBefore && order.prevented > run.preventedBefore) state.tell(order, 'EXPIRED_SELF_TRADE');
  order.rank = ++state.rankCount;
  state.level(order.instrument, order.side, order.price);
}

function trade(state: RefState, taker: RefOrder, maker: RefOrder, lots: number): void {
  const instrument = state.instruments[taker.instrument] as RefInstrument;
  if (maker.legOf !== null) decidePair(state, maker.legOf, maker, true);
  if (taker.legOf !== null) decidePair(state, taker.legOf, taker, true);
  const { price } = maker;
  const quote = BigInt(price) * BigInt(lots) * instrument.quotePerTickLot;
  const base = BigInt(lots) * instrument.basePerLot;
  const [buyer, seller] = taker.side === 'BUY' ? [taker, maker] : [maker, taker];
  const feePpm = (order: RefOrder) => BigInt(order === taker ? instrument.takerFeePpm : instrument.makerFeePpm);
  const buyerFee = ceilDivide(base * feePpm(buyer), 1_000_000n);
  const sellerFee = ceilDivide(quote * feePpm(seller), 1_000_000n);
  for (const order of [taker, maker]) {
    order.filled += lots;
    order.filledQuote += quote;
  }
  const { desk } = state.accounts[taker.account] as AddAccount;
  const movesLast = desk || !state.sameOwner(taker.account, maker.account);
  if (movesLast) instrument.last = price;
  const tradeId = ++state.tradeCount;
  state.events.push({
    kind: 'trade',
    trade: {
      tradeId,
      instrument: taker.instrument,
      price,
      qty: lots,
      takerSide: taker.side,
      takerOrderId: taker.orderId,
      makerOrderId: maker.orderId,
      takerAccount: taker.account,
      makerAccount: maker.account,
      takerFee: taker === buyer ? buyerFee : sellerFee,
      makerFee: maker === buyer ? buyerFee : sellerFee,
      movesLast,
      timeMs: state.timeMs,
    },
  });
  state.post('TRADE', `${tradeId}`, [
    { account: buyer.account, asset: instrument.quote, amount: -quote },
    { account: seller.account, asset: instrument.quote, amount: quote - sellerFee },
    { account: -2, asset: instrument.quote, amount: sellerFee },
    { account: seller.account, asset: instrument.base, amount: -base },
    { account: buyer.account, asset: instrument.base, amount: base - buyerFee },
    { account: -2, asset: instrument.base, amount: buyerFee },
  ]);
  if (maker.entryOf !== null) touch(state, maker.entryOf);
  maker.status = remaining(maker) > 0 ? 'PARTIALLY_FILLED' : 'FILLED';
  if (maker.status === 'FILLED') maker.rank = 0;
  state.tell(maker, 'FILLED');
  if (maker.status === 'FILLED') forget(state, maker);
}

/** Self-trade prevention takes lots from an order, and from the other leg of its pair. */
function shrink(state: RefState, order: RefOrder, lots: number): void {
  order.prevented += lots;
  const { legOf } = order;
  if (legOf === null) return;
  const other = order === legOf.tp ? legOf.sl : legOf.tp;
  other.prevented += lots;
  if (remaining(other) > 0) state.tell(other, 'EXPIRED_SELF_TRADE');
}

function prevent(state: RefState, maker: RefOrder, lots: number): void {
  shrink(state, maker, lots);
  if (remaining(maker) > 0) {
    state.tell(maker, 'EXPIRED_SELF_TRADE');
    return;
  }
  maker.rank = 0;
  maker.status = 'EXPIRED';
  state.tell(maker, 'EXPIRED_SELF_TRADE');
  forget(state, maker);
}

/** Begins to wait; which way it fires is settled by its type or by the price that it watches (trading rules §6). */
export function wait(state: RefState, order: RefOrder): void {
  const last = watchedBy(state.instruments[order.instrument] as RefInstrument, order);
  const type = order.orderType;
  if (type === 'STOP_LOSS' || type === 'STOP_MARKET') order.up = order.side === 'BUY';
  else if (type === 'TAKE_PROFIT' || type === 'TAKE_PROFIT_MARKET') order.up = order.side === 'SELL';
  else order.up = order.trigger > last;
  order.waits = true;
  order.seq = ++state.seqCount;
}

/** What follows a command: pairs, then triggers one by one, each with the same sequel. */
export function sequel(state: RefState): void {
  while (true) {
    for (let pair = state.touched.shift(); pair !== undefined; pair = state.touched.shift()) lookAt(state, pair);
    for (const order of state.open) {
      const instrument = state.instruments[order.instrument] as RefInstrument;
      const last = watchedBy(instrument, order);
      if (order.watchedPrice !== 'LAST' && instrument.state !== 'TRADING') continue;
      if (!order.waits || last === 0 || !(order.up ? last >= order.trigger : last <= order.trigger)) continue;
      order.waits = false;
      order.fired = true;
    }
    const [next] = state.open.filter((order) => order.fired).sort((a, b) => a.seq - b.seq);
    if (next === undefined) return;
    fire(state, next);
  }
}

function fire(state: RefState, order: RefOrder): void {
  order.fired = false;
  const entry = order.legOf?.entry;
  if (order.legOf !== null) decidePair(state, order.legOf, order, true);
  if (entry && state.open.includes(entry)) end(state, entry, 'CANCELED', 'CANCELED_BY_PAIR');
  const { last } = state.instruments[order.instrument] as RefInstrument;
  const beyond = last > 0 && (order.side === 'BUY' ? order.price > state.edge(order, last) : order.price < state.edge(order, last));
  if (isLimited(order.orderType) && beyond) {
    end(state, order, 'FAILURE', 'FAILED_FILTER');
    return;
  }
  const need = needNow(state, order, worstPrice(state, order), remaining(order));
  if (need > state.available(order.account, state.holdAsset(order))) {
    end(state, order, 'FAILURE', 'FAILED_BALANCE');
    return;
  }
  order.status = 'TRADING';
  state.tell(order, 'TRIGGERED');
  act(state, order);
}

/** Arms a pair for what its entry filled, as far as the account can pay; ends an entry whose pair has executed. */
function lookAt(state: RefState, pair: RefPair): void {
  const entry = pair.entry as RefOrder;
  const entryIsOpen = state.open.includes(entry);
  if (!pair.open) {
    if (pair.executed && entryIsOpen) end(state, entry, 'CANCELED', 'CANCELED_BY_PAIR');
    return;
  }
  const { tp, sl } = pair;
  if (state.instruments[tp.instrument]?.state !== 'TRADING') {
    if (pair.armed === 0) end(state, tp, 'EXPIRED', 'EXPIRED_INSTRUMENT_CLOSED');
    return;
  }
  const perLot = state.pairNeed(pair);
  const heldByPair = perLot * BigInt(remaining(tp));
  const payable = Number((state.available(tp.account, state.holdAsset(tp)) + heldByPair) / perLot);
  const rests = tp.orderType === 'LIMIT';
  // The lots that the legs should stand for: what was filled, less what own orders took off them, as far as it is there.
  const wanted = Math.min(entry.filled - tp.prevented, payable);
  const grown = Math.min(wanted - remaining(tp), rests ? state.room(tp) : Number.POSITIVE_INFINITY);
  const target = pair.armed + grown;
  if (grown <= 0) {
    if (pair.armed === 0 && !entryIsOpen) end(state, tp, 'FAILURE', wanted > 0 ? 'FAILED_FILTER' : 'FAILED_BALANCE');
    return;
  }
  const first = pair.armed === 0;
  const { last } = state.instruments[tp.instrument] as RefInstrument;
  const beyond = tp.side === 'BUY' ? tp.price > state.edge(tp, last) : tp.price < state.edge(tp, last);
  tp.qty += target - pair.armed;
  sl.qty += target - pair.armed;
  pair.armed = target;
  state.tell(sl, 'AMENDED');
  if (first) wait(state, sl);
  if (rests && first && last > 0 && beyond) {
    end(state, tp, 'FAILURE', 'FAILED_FILTER');
    return;
  }
  if (rests && first) tp.status = 'TRADING';
  if (tp.rank > 0) {
    tp.rank = 0;
    state.level(tp.instrument, tp.side, tp.price);
  }
  state.tell(tp, rests && first ? 'TRIGGERED' : 'AMENDED');
  if (rests) act(state, tp);
  else if (first) wait(state, tp);
}
