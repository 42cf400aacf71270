import type { AmendOrder, Command, OrderTerms } from '../../server/engine/command.ts';
import type { SinkEvent } from './recorder.ts';
import { act, end, sequel, wait } from './reference-execution.ts';
import { needNow, worstPrice } from './reference-funds.ts';
import {
  isLimited,
  isTrigger,
  opposite,
  type RefInstrument,
  type RefOrder,
  type RefPair,
  RefState,
  remaining,
  watchedBy,
} from './reference-state.ts';

/**
 * The simplest venue that follows the trading rules: arrays sorted anew at every look, money summed anew from all open
 * orders, no limits of memory or size. Shares only types with the engine. Balance events are left to the comparison.
 */
export class ReferenceMatcher {
  readonly state = new RefState();

  apply(timeMs: number, command: Command): SinkEvent[] {
    const { state } = this;
    state.timeMs = timeMs;
    state.events = [];
    this.run(command);
    sequel(state);
    return state.events;
  }

  private run(command: Command): unknown {
    const { state } = this;
    switch (command.type) {
      case 'ADD_ASSET':
        return state.assets++;
      case 'ADD_ACCOUNT':
        return state.accounts.push(command);
      case 'ADD_INSTRUMENT':
        return state.instruments.push({ ...command, last: 0, index: 0, state: 'TRADING' });
      case 'SET_INSTRUMENT_STATE':
        return this.setState(command.instrument, command.state);
      case 'SET_REFERENCE_PRICE':
        return this.setReference(command);
      case 'TRANSFER':
        return this.transfer(command);
      case 'HOLD':
        return this.hold(command);
      case 'RELEASE_HOLD':
        return state.holds.delete(command.reference)
          ? state.references.delete(command.reference)
          : state.events.push({ kind: 'repeated', orderId: 0 });
      case 'PLACE':
        return this.place(command, [command.terms]);
      case 'PLACE_OCO':
        return this.place(command, [command.takeProfit, command.stopLoss]);
      case 'PLACE_BRACKET':
        return this.place(command, [command.entry, command.takeProfit, command.stopLoss]);
      case 'AMEND':
        return this.amend(command);
      case 'CANCEL':
        return this.cancel(state.open.filter((order) => order.orderId === command.orderId && order.account === command.account));
      case 'CANCEL_ALL':
        return this.cancelAll(command.account, command.instrument);
    }
  }

  private setState(index: number, next: RefInstrument['state']): void {
    (this.state.instruments[index] as RefInstrument).state = next;
    if (next !== 'DELISTED') return;
    for (const order of [...this.state.open]) {
      if (order.instrument === index && this.state.open.includes(order)) end(this.state, order, 'EXPIRED', 'EXPIRED_INSTRUMENT_CLOSED');
    }
  }

  /** Spot has an index, and no mark. */
  private setReference({ instrument, watchedPrice, price }: Extract<Command, { type: 'SET_REFERENCE_PRICE' }>): void {
    const { state } = this;
    if (watchedPrice !== 'INDEX') state.reject('NOT_SUPPORTED');
    else if (price < 0) state.reject('PRICE_INVALID');
    else (state.instruments[instrument] as RefInstrument).index = price;
  }

  private transfer({ from, to, asset, amount, reference }: Extract<Command, { type: 'TRANSFER' }>): unknown {
    const { state } = this;
    const content = `${from} ${to} ${asset} ${amount}`;
    const known = state.references.get(reference);
    if (known === content) return state.events.push({ kind: 'repeated', orderId: 0 });
    const hold = state.holds.get(reference);
    const isHeld = hold?.account === from && to === -1 && hold.asset === asset && hold.amount === amount;
    if (known !== undefined && !isHeld) return state.reject('DUPLICATE_REFERENCE');
    if (isHeld) state.holds.delete(reference);
    if (from >= 0 && state.available(from, asset) < amount) return state.reject('INSUFFICIENT_BALANCE');
    state.references.set(reference, content);
    return state.post('TRANSFER', reference, [
      { account: from, asset, amount: -amount },
      { account: to, asset, amount },
    ]);
  }

  private hold({ account, asset, amount, reference }: Extract<Command, { type: 'HOLD' }>): unknown {
    const { state } = this;
    const content = `hold ${account} ${asset} ${amount}`;
    const known = state.references.get(reference);
    if (known === content) return state.events.push({ kind: 'repeated', orderId: 0 });
    if (known !== undefined) return state.reject('DUPLICATE_REFERENCE');
    if (amount <= 0n) return state.reject('QTY_TOO_SMALL');
    if (state.available(account, asset) < amount) return state.reject('INSUFFICIENT_BALANCE');
    state.references.set(reference, content);
    return state.holds.set(reference, { account, asset, amount });
  }

  private place(command: Command, legs: OrderTerms[]): unknown {
    const { state } = this;
    const content = JSON.stringify(command, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
    const ids = legs.map((leg) => leg.clientOrderId).filter((id) => id !== '');
    for (const id of ids) {
      if (ids.indexOf(id) !== ids.lastIndexOf(id)) return state.reject('DUPLICATE_CLIENT_ORDER_ID');
      const known = state.clientIds.get(`${legs[0]?.account}/${id}`);
      if (known?.content === content) return state.events.push({ kind: 'repeated', orderId: known.orderId });
      if (known !== undefined) return state.reject('DUPLICATE_CLIENT_ORDER_ID');
    }
    const [first] = legs as [OrderTerms];
    if (state.instruments[first.instrument]?.state !== 'TRADING') return state.reject('INSTRUMENT_CLOSED');
    if (!this.hasRoom(command, first)) return state.reject('TOO_MANY_ORDERS');
    const create = (terms: OrderTerms, kind: RefOrder['triggerKind'], waiting = false) => this.create(terms, kind, content, waiting);
    if (command.type === 'PLACE') {
      if (!this.isSound(first)) return;
      const order = create(first, isTrigger(first.orderType) ? 'CONDITIONAL' : null);
      state.tell(order, 'PLACED');
      this.start(order);
    } else if (command.type === 'PLACE_OCO') {
      if (!this.isOcoSound(command.takeProfit, command.stopLoss)) return;
      const [tp, sl] = legs.map((terms) => create(terms, 'OCO')) as [RefOrder, RefOrder];
      tie({ tp, sl, entry: null, armed: tp.qty, open: true, executed: false });
      for (const order of [tp, sl]) state.tell(order, 'PLACED');
      wait(state, sl);
      this.start(tp);
    } else if (command.type === 'PLACE_BRACKET') {
      if (!this.isBracketSound(command.entry, command.takeProfit, command.stopLoss)) return;
      const entry = create(first, 'CONDITIONAL_OCO');
      const [tp, sl] = legs.slice(1).map((terms) => create({ ...terms, qty: 0 }, 'CONDITIONAL_OCO', true)) as [RefOrder, RefOrder];
      tie({ tp, sl, entry, armed: 0, open: true, executed: false });
      for (const order of [entry, tp, sl]) state.tell(order, 'PLACED');
      this.start(entry);
    }
  }

  /** Limits of open orders per account and market: those of status WAITING, and the others. Desks have none. */
  private hasRoom(command: Command, first: OrderTerms): boolean {
    const { state } = this;
    if (state.accounts[first.account]?.desk) return true;
    const { maxResting, maxWaiting } = state.instruments[first.instrument] as RefInstrument;
    const own = state.open.filter(({ account, instrument }) => account === first.account && instrument === first.instrument);
    const waiting = own.filter(({ status }) => status === 'WAITING').length;
    const rests = first.orderType === 'LIMIT' && (first.timeInForce === 'GTC' || first.timeInForce === 'GTX');
    const legs = command.type === 'PLACE_BRACKET' ? 2 : command.type === 'PLACE_OCO' ? 1 : 0;
    const waits = legs + (isTrigger(first.orderType) ? 1 : 0);
    if (rests && own.length - waiting >= maxResting) return false;
    return waits === 0 || waiting + waits <= maxWaiting;
  }

  private start(order: RefOrder): void {
    if (order.status === 'WAITING') wait(this.state, order);
    else act(this.state, order);
  }

  private create(terms: OrderTerms, triggerKind: RefOrder['triggerKind'], content: string, waiting: boolean): RefOrder {
    const { state } = this;
    const order: RefOrder = {
      ...terms,
      orderId: ++state.orderCount,
      triggerKind,
      pair: 0,
      parent: 0,
      filled: 0,
      filledQuote: 0n,
      prevented: 0,
      status: waiting || isTrigger(terms.orderType) ? 'WAITING' : 'UNFILLED',
      createdMs: state.timeMs,
      updatedMs: state.timeMs,
      rank: 0,
      waits: false,
      fired: false,
      up: false,
      seq: 0,
      legOf: null,
      entryOf: null,
    };
    state.open.push(order);
    if (terms.clientOrderId !== '') state.clientIds.set(`${terms.account}/${terms.clientOrderId}`, { orderId: order.orderId, content });
    return order;
  }

  /** Size filters; the notional is measured at `price` unless that is 0. */
  private fits(terms: OrderTerms, qty: number, price: number): boolean {
    const { state } = this;
    const { minLots, maxLots, minNotional, quotePerTickLot } = state.instruments[terms.instrument] as RefInstrument;
    if (terms.quoteAmount !== 0n) return terms.quoteAmount >= minNotional || state.reject('NOTIONAL_TOO_SMALL');
    if (qty < minLots) return state.reject('QTY_TOO_SMALL');
    if (qty > maxLots) return state.reject('QTY_TOO_LARGE');
    return price === 0 || BigInt(price) * BigInt(qty) * quotePerTickLot >= minNotional || state.reject('NOTIONAL_TOO_SMALL');
  }

  private inBand(terms: Pick<OrderTerms, 'instrument' | 'side'>, price: number): boolean {
    const { last } = this.state.instruments[terms.instrument] as RefInstrument;
    if (last === 0) return true;
    const edge = this.state.edge(terms, last);
    return (terms.side === 'BUY' ? price <= edge : price >= edge) || this.state.reject('PRICE_OUT_OF_BAND');
  }

  private hasMoney(terms: OrderTerms, need: bigint): boolean {
    return need <= this.state.available(terms.account, this.state.holdAsset(terms)) || this.state.reject('INSUFFICIENT_BALANCE');
  }

  private isSound(terms: OrderTerms): boolean {
    const { state } = this;
    const known = isTrigger(terms.orderType) ? ['LAST', 'INDEX'] : ['LAST'];
    if (!known.includes(terms.watchedPrice)) return state.reject('NOT_SUPPORTED');
    if (isTrigger(terms.orderType)) return this.fits(terms, terms.qty, terms.price || terms.trigger) && this.canWait(terms, terms.trigger);
    const { last } = state.instruments[terms.instrument] as RefInstrument;
    const limited = isLimited(terms.orderType);
    const measured = limited ? terms.price : last || (state.resting(terms.instrument, opposite(terms.side))[0]?.price ?? 0);
    if (!this.fits(terms, terms.qty, measured)) return false;
    if (limited && !(this.inBand(terms, terms.price) && this.hasBookRoom(terms, terms.qty))) return false;
    return this.hasMoney(terms, needNow(state, terms, worstPrice(state, terms), terms.qty));
  }

  private hasBookRoom(order: Pick<OrderTerms, 'instrument' | 'side'>, lots: number): boolean {
    return lots <= this.state.room(order) || this.state.reject('AMOUNT_OVERFLOW');
  }

  private canWait(terms: Pick<OrderTerms, 'instrument' | 'side' | 'orderType' | 'watchedPrice'>, trigger: number): boolean {
    const last = watchedBy(this.state.instruments[terms.instrument] as RefInstrument, terms);
    if (last === 0) return this.state.reject('NO_REFERENCE_PRICE');
    const buys = terms.side === 'BUY';
    const type = terms.orderType;
    const stop = type === 'STOP_LOSS' || type === 'STOP_MARKET';
    const profit = type === 'TAKE_PROFIT' || type === 'TAKE_PROFIT_MARKET';
    const atOnce = stop === profit ? trigger === last : stop === buys ? last >= trigger : last <= trigger;
    return !atOnce || this.state.reject('WOULD_TRIGGER');
  }

  private isOcoSound(tp: OrderTerms, sl: OrderTerms): boolean {
    const { state } = this;
    if ([tp, sl].some(({ watchedPrice }) => watchedPrice !== 'LAST')) return state.reject('NOT_SUPPORTED');
    for (const leg of [tp, sl]) if (!this.fits(leg, leg.qty, leg.price || leg.trigger)) return false;
    const { last } = state.instruments[tp.instrument] as RefInstrument;
    if (last === 0) return state.reject('NO_REFERENCE_PRICE');
    if (!encloses(tp, sl, last, last)) return state.reject('OCO_PRICES');
    if (tp.orderType === 'LIMIT' && !(this.inBand(tp, tp.price) && this.hasBookRoom(tp, tp.qty))) return false;
    return this.hasMoney(tp, state.pairNeed({ tp, sl }) * BigInt(tp.qty));
  }

  private isBracketSound(entry: OrderTerms, tp: OrderTerms, sl: OrderTerms): boolean {
    if ([entry, tp, sl].some(({ watchedPrice }) => watchedPrice !== 'LAST')) return this.state.reject('NOT_SUPPORTED');
    if (!this.standsBetween(entry, tp, sl) || !this.isSound(entry)) return false;
    return entry.qty === 0 || [tp, sl].every((leg) => this.fits(leg, entry.qty, leg.price || leg.trigger));
  }

  /** The entry's first and its last possible price lie between the legs. A trigger that is 0 is not waited for. */
  private standsBetween(entry: Pick<OrderTerms, 'instrument' | 'side' | 'price' | 'trigger'>, tp: OrderTerms, sl: OrderTerms): boolean {
    const { state } = this;
    const { last } = state.instruments[entry.instrument] as RefInstrument;
    const touch = state.resting(entry.instrument, opposite(entry.side))[0]?.price ?? 0;
    const prices = [entry.price, entry.trigger || touch].filter((price) => price > 0);
    if (prices.length === 0) prices.push(last);
    if (prices[0] === 0) return state.reject('NO_REFERENCE_PRICE');
    const worst = prices[0] as number;
    const best = entry.side === 'BUY' ? Math.min(...prices) : Math.max(...prices);
    return encloses(tp, sl, worst, best) || state.reject('OCO_PRICES');
  }

  /** An amended entry or leg, as long as the entry has armed nothing. */
  private staysBetween(entry: RefOrder | null, armed: number, tp: OrderTerms, sl: OrderTerms, price: number, trigger: number): boolean {
    return entry === null || armed > 0 || this.standsBetween({ ...entry, price, trigger }, tp, sl);
  }

  private cancel(orders: RefOrder[]): unknown {
    const [order] = orders;
    return order === undefined ? this.state.reject('UNKNOWN_ORDER') : end(this.state, order, 'CANCELED', 'CANCELED_BY_USER');
  }

  private cancelAll(account: number, instrument: number): void {
    const { state } = this;
    for (const order of state.open.filter((one) => one.account === account && (instrument === -1 || one.instrument === instrument))) {
      if (state.open.includes(order)) end(state, order, 'CANCELED', 'CANCELED_BY_CANCEL_ALL');
    }
  }

  private amend(command: AmendOrder): unknown {
    const { state } = this;
    const order = state.open.find((one) => one.orderId === command.orderId && one.account === command.account);
    if (order === undefined) return state.reject('UNKNOWN_ORDER');
    if (state.instruments[order.instrument]?.state !== 'TRADING') return state.reject('INSTRUMENT_CLOSED');
    const { price, qty, trigger } = command;
    if (price === order.price && qty === order.qty && trigger === order.trigger) return state.reject('NOTHING_TO_AMEND');
    if (order.legOf !== null) return this.amendLeg(order, order.legOf, command);
    return order.waits ? this.amendWaiting(order, price, qty, trigger) : this.amendResting(order, price, qty, trigger);
  }

  /** Prices of a leg may move, the quantity it shares with the other one may not. */
  private amendLeg(leg: RefOrder, pair: RefPair, { price, qty, trigger }: AmendOrder): unknown {
    const { state } = this;
    if (qty !== leg.qty) return state.reject('ORDER_NOT_AMENDABLE');
    if (isLimited(leg.orderType) ? price < 1 : price !== 0) return state.reject('PRICE_INVALID');
    if (isTrigger(leg.orderType) ? trigger < 1 : trigger !== 0) return state.reject('PRICE_INVALID');
    const moved = leg.waits && trigger !== leg.trigger;
    if (moved && !this.canWait(leg, trigger)) return;
    const rests = leg.rank > 0;
    if (rests && !this.inBand(leg, price)) return;
    const after = { ...leg, price, trigger };
    const other = leg === pair.tp ? pair.sl : pair.tp;
    const entry = pair.entry !== null && state.open.includes(pair.entry) ? pair.entry : null;
    const lots = entry === null ? leg.qty : entry.qty;
    if (lots > 0 && !this.fits(after, lots, price || trigger)) return;
    const { last } = state.instruments[leg.instrument] as RefInstrument;
    if (rests && last > 0 && (leg.side === 'SELL' ? price <= last : price >= last)) return state.reject('OCO_PRICES');
    const [tp, sl] = leg === pair.tp ? [after, other] : [other, after];
    if (!this.staysBetween(entry, pair.armed, tp, sl, entry?.price ?? 0, entry?.waits ? entry.trigger : 0)) return;
    const grows = state.pairNeed({ tp: after, sl: other }) - state.pairNeed(pair);
    if (grows * BigInt(remaining(leg)) > state.available(leg.account, state.holdAsset(leg))) return state.reject('INSUFFICIENT_BALANCE');
    leg.rank = 0;
    if (rests) state.level(leg.instrument, leg.side, leg.price);
    Object.assign(leg, { price, trigger });
    state.tell(leg, 'AMENDED');
    if (moved) wait(state, leg);
    if (rests) act(state, leg);
  }

  private amendWaiting(order: RefOrder, price: number, qty: number, trigger: number): unknown {
    const { state } = this;
    if (isLimited(order.orderType) ? price < 1 : price !== 0) return state.reject('PRICE_INVALID');
    if (trigger < 1) return state.reject('PRICE_INVALID');
    if (!this.fits(order, qty, price || trigger)) return;
    if (trigger !== order.trigger && !this.canWait(order, trigger)) return;
    const pair = order.entryOf;
    if (pair !== null && !this.staysBetween(order, pair.armed, pair.tp, pair.sl, price, trigger)) return;
    const moved = trigger !== order.trigger;
    Object.assign(order, { price, qty, trigger });
    if (moved) wait(state, order);
    state.tell(order, 'AMENDED');
  }

  private amendResting(order: RefOrder, price: number, qty: number, trigger: number): unknown {
    const { state } = this;
    if (trigger !== order.trigger) return state.reject('ORDER_NOT_AMENDABLE');
    if (price < 1) return state.reject('PRICE_INVALID');
    if (!this.fits(order, qty, price)) return;
    const gone = order.filled + order.prevented;
    if (qty <= gone) return state.reject('QTY_TOO_SMALL');
    if (price === order.price && qty < order.qty) {
      order.qty = qty;
      state.tell(order, 'AMENDED');
      return state.level(order.instrument, order.side, price);
    }
    if (price !== order.price && !this.inBand(order, price)) return;
    const pair = order.entryOf;
    if (pair !== null && !this.staysBetween(order, pair.armed, pair.tp, pair.sl, price, 0)) return;
    if (!this.hasBookRoom(order, qty - order.qty)) return;
    const own = state.need(order, order.price, remaining(order));
    if (state.need(order, price, qty - gone) > state.available(order.account, state.holdAsset(order)) + own)
      return state.reject('INSUFFICIENT_BALANCE');
    order.rank = 0;
    state.level(order.instrument, order.side, order.price);
    Object.assign(order, { price, qty });
    state.tell(order, 'AMENDED');
    act(state, order);
  }
}

function tie(pair: RefPair): void {
  const { tp, sl, entry } = pair;
  Object.assign(tp, { legOf: pair, pair: sl.orderId, parent: entry?.orderId ?? 0 });
  Object.assign(sl, { legOf: pair, pair: tp.orderId, parent: entry?.orderId ?? 0 });
  if (entry !== null) entry.entryOf = pair;
}

function encloses(tp: OrderTerms, sl: OrderTerms, worst: number, best: number): boolean {
  const goal = isTrigger(tp.orderType) ? tp.trigger : tp.price;
  return tp.side === 'SELL' ? sl.trigger < best && worst < goal : goal < worst && best < sl.trigger;
}
