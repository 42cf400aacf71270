import { sum } from '../../../core/domain/clearing/amount.ts';
import { hasLimitPrice } from '../../../core/domain/orders/order.ts';
import { pairsKeptApart } from '../codec/edition.ts';
import type { AmendOrder, CancelAll, CancelOrder } from '../command.ts';
import type { EngineState } from '../engine-state.ts';
import type { InstrumentRecord } from '../instrument-record.ts';
import { checkBand, checkPrices, checkRoom, checkSize, checkTrigger } from '../matching/checks.ts';
import type { Execution } from '../matching/execution.ts';
import { placeableLots, rejectShort } from '../money/funds.ts';
import { endOrder, takeOffBook } from './ending.ts';
import type { OpenOrder } from './open-order.ts';
import type { OrderPair } from './order-pair.ts';
import { checkAmendedEntry, checkAmendedLeg, pairNeed, payablePair, placeablePair } from './pairs.ts';
import { waitForTrigger } from './placing.ts';
import { unwatchTrigger } from './triggers.ts';

/** Runs CANCEL. */
export function cancelOrder(state: EngineState, command: CancelOrder): void {
  const order = ownOrder(state, command.account, command.orderId);
  if (order !== null) endOrder(state, order, 'CANCELED', 'CANCELED_BY_USER');
}

/** Runs CANCEL_ALL, oldest order first. No open order is no error. */
export function cancelAll(state: EngineState, command: CancelAll): void {
  const account = state.accounts[command.account];
  if (account === undefined) {
    state.reject('UNKNOWN_ACCOUNT', 'account');
    return;
  }
  if (command.instrument !== -1 && state.instruments[command.instrument] === undefined) {
    state.reject('UNKNOWN_INSTRUMENT', 'instrument');
    return;
  }
  const open = state.accountOrders
    .of(command.account)
    .map((index) => state.orders.at(index))
    .filter((order) => command.instrument === -1 || order.instrument === command.instrument);
  for (const order of open) {
    // An order tied to an earlier one is gone already.
    if (state.orders.has(order.orderId)) endOrder(state, order, 'CANCELED', 'CANCELED_BY_CANCEL_ALL');
  }
}

/** Runs AMEND. Returns the instrument when the order acted anew, null otherwise. */
export function amendOrder(state: EngineState, execution: Execution, command: AmendOrder): InstrumentRecord | null {
  const order = ownOrder(state, command.account, command.orderId);
  if (order === null) return null;
  const instrument = state.instrumentOf(order);
  if (instrument.state !== 'TRADING') return refuse(state.reject('INSTRUMENT_CLOSED', 'instrument', instrument.state));
  if (command.price === order.price && command.qty === order.qty && command.trigger === order.trigger) {
    return refuse(state.reject('NOTHING_TO_AMEND', 'orderId'));
  }
  if (order.legOf !== null) return amendLeg(state, execution, instrument, order.legOf, order, command);
  return order.place === 'TRIGGERS'
    ? amendWaiting(state, instrument, order, command)
    : amendResting(state, execution, instrument, order, command);
}

function amendWaiting(state: EngineState, instrument: InstrumentRecord, order: OpenOrder, command: AmendOrder): null {
  const { price, qty, trigger } = command;
  const { orderType, side, watchedPrice } = order;
  if (!checkPrices(state, { ...order, price, trigger })) return null;
  if (!checkSize(state, instrument, qty, order.quoteAmount, price || trigger)) return null;
  if (trigger !== order.trigger && !checkTrigger(state, instrument, { orderType, side, trigger, watchedPrice })) return null;
  if (!checkAmendedEntry(state, instrument, order, price, trigger)) return null;
  order.price = price;
  order.qty = qty;
  if (trigger !== order.trigger) {
    unwatchTrigger(state, order);
    order.trigger = trigger;
    waitForTrigger(state, instrument, order);
  }
  state.tell(order, 'AMENDED');
  return null;
}

function amendResting(
  state: EngineState,
  execution: Execution,
  instrument: InstrumentRecord,
  order: OpenOrder,
  command: AmendOrder,
): InstrumentRecord | null {
  const { price, qty } = command;
  if (!hasLimitPrice(order.orderType)) return refuse(state.reject('ORDER_NOT_AMENDABLE', 'orderId'));
  if (command.trigger !== order.trigger) return refuse(state.reject('ORDER_NOT_AMENDABLE', 'trigger', order.trigger));
  if (!Number.isSafeInteger(price) || price <= 0) return refuse(state.reject('PRICE_INVALID', 'price', price));
  if (!checkSize(state, instrument, qty, 0n, price)) return null;
  const gone = order.filled + order.prevented;
  if (qty <= gone) return refuse(state.reject('QTY_TOO_SMALL', 'qty', gone + 1));
  if (price === order.price && qty < order.qty) {
    lowerQty(state, instrument, order, qty);
    return null;
  }
  if (price !== order.price && !checkBand(state, instrument, order.side, price)) return null;
  if (!checkAmendedEntry(state, instrument, order, price, 0)) return null;
  if (!checkRoom(state, instrument, order.side, qty - order.qty)) return null;
  const { rules } = instrument;
  const need = rules.need(state, instrument, order, price, qty - gone, order);
  const available = rules.available(state, instrument, order.account, order.side, order);
  if (need > available) {
    const payable = gone + rules.lotsFor(state, instrument, order, price, available, order);
    return refuse(rejectShort(state, need, available, placeableLots(instrument, payable, price)));
  }
  takeOffBook(state, order);
  order.price = price;
  order.qty = qty;
  state.tell(order, 'AMENDED');
  execution.run(order, price);
  return instrument;
}

/** A leg shares its quantity and its funds with the other one: its prices may move, its quantity not. */
function amendLeg(
  state: EngineState,
  execution: Execution,
  instrument: InstrumentRecord,
  pair: OrderPair,
  leg: OpenOrder,
  command: AmendOrder,
): InstrumentRecord | null {
  const { price, qty, trigger } = command;
  const { orderType, side, place, watchedPrice } = leg;
  if (qty !== leg.qty) return refuse(state.reject('ORDER_NOT_AMENDABLE', 'qty', leg.qty));
  if (!checkPrices(state, { orderType, price, trigger })) return null;
  const rewatched = place === 'TRIGGERS' && trigger !== leg.trigger;
  if (rewatched && !checkTrigger(state, instrument, { orderType, side, trigger, watchedPrice })) return null;
  if (place === 'BOOK' && !checkBand(state, instrument, side, price)) return null;
  const terms = { side, orderType, price, trigger };
  if (state.edition >= pairsKeptApart && !checkAmendedLeg(state, instrument, pair, leg, terms)) return null;
  const other = pair.other(leg);
  const need = pairNeed(state, instrument, leg, leg.remaining, terms, other);
  const available = sum(instrument.rules.available(state, instrument, leg.account, side), pair.held);
  if (need > available) {
    return refuse(
      rejectShort(
        state,
        need,
        available,
        placeablePair(instrument, payablePair(state, instrument, leg, available, terms, other), terms, other),
      ),
    );
  }
  pair.held += instrument.rules.holdForPair(state, instrument, leg, need - pair.held);
  if (place === 'BOOK') takeOffBook(state, leg);
  if (rewatched) unwatchTrigger(state, leg);
  leg.price = price;
  leg.trigger = trigger;
  state.tell(leg, 'AMENDED');
  if (rewatched) waitForTrigger(state, instrument, leg);
  if (place !== 'BOOK') return null;
  execution.run(leg, price);
  return instrument;
}

/** The only change that keeps time priority. */
function lowerQty(state: EngineState, instrument: InstrumentRecord, order: OpenOrder, qty: number): void {
  const lots = order.qty - qty;
  const { book, rules } = instrument;
  rules.releaseLots(state, instrument, order, lots);
  order.qty = qty;
  book.reduce(order.slot, lots);
  state.tell(order, 'AMENDED');
  state.sink.levelChanged(instrument.index, order.side, order.price, book.levelQty[book.level[order.slot] as number] as number);
}

/** An open order of this account, or null after telling the sink. */
function ownOrder(state: EngineState, account: number, orderId: number): OpenOrder | null {
  const order = state.orders.get(orderId);
  if (order !== undefined && order.account === account) return order;
  return refuse(state.reject('UNKNOWN_ORDER', 'orderId', orderId));
}

const refuse = (_: false): null => null;
