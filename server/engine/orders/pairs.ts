import { type Amount, sum, toBigInt } from '../../../core/domain/clearing/amount.ts';
import { hasLimitPrice, isTriggerType } from '../../../core/domain/orders/order.ts';
import { holdingsKept, pairsKeptApart } from '../codec/edition.ts';
import type { OrderTerms, PlaceBracket, PlaceOco } from '../command.ts';
import type { EngineState } from '../engine-state.ts';
import type { InstrumentRecord } from '../instrument-record.ts';
import { checkBand, checkCount, checkPrices, checkRoom, checkSize, checkSupported, isOutOfBand, roomOn } from '../matching/checks.ts';
import type { Execution } from '../matching/execution.ts';
import { placeableLots, rejectShort } from '../money/funds.ts';
import type { Asking } from '../rules/account-rules.ts';
import { endOrder, takeOffBook } from './ending.ts';
import type { OpenOrder } from './open-order.ts';
import { OrderPair } from './order-pair.ts';
import { activate, admit, checkEntry, createOrder, openInstrument, waitForTrigger } from './placing.ts';

type LegTerms = Pick<OrderTerms, 'side' | 'orderType' | 'price' | 'trigger'>;

/** Runs PLACE_OCO. Both legs are told as placed; then the stop begins to wait and the take-profit acts. */
export function placeOco(state: EngineState, execution: Execution, command: PlaceOco): InstrumentRecord | null {
  const { takeProfit, stopLoss } = command;
  const digest = admit(state, command, takeProfit, stopLoss);
  if (digest < 0) return null;
  const instrument = openInstrument(state, takeProfit);
  if (instrument === null || !checkCount(state, instrument, takeProfit, 1)) return null;
  if (!checkLegs(state, instrument, takeProfit, stopLoss)) return null;
  if (!checkOcoSize(state, instrument, takeProfit, stopLoss)) return null;
  const { last } = instrument;
  if (last === 0) return refuse(state.reject('NO_REFERENCE_PRICE', 'trigger'));
  if (!encloses(takeProfit, stopLoss, last, last)) return refuse(state.reject('OCO_PRICES', 'price', last));
  const { side, qty, account } = takeProfit;
  if (takeProfit.orderType === 'LIMIT') {
    if (!checkBand(state, instrument, side, takeProfit.price) || !checkRoom(state, instrument, side, qty)) return null;
  }
  const need = pairNeed(state, instrument, takeProfit, qty, takeProfit, stopLoss);
  const available = instrument.rules.available(state, instrument, account, side);
  if (need > available) {
    const payable = payablePair(state, instrument, takeProfit, available, takeProfit, stopLoss);
    return refuse(rejectShort(state, need, available, placeablePair(instrument, payable, takeProfit, stopLoss)));
  }

  const profitLeg = createOrder(state, takeProfit, digest, 'OCO');
  const stopLeg = createOrder(state, stopLoss, digest, 'OCO');
  const pair = new OrderPair(profitLeg, stopLeg, null);
  pair.armedQty = qty;
  pair.held = instrument.rules.holdForPair(state, instrument, profitLeg, need);
  state.tell(profitLeg, 'PLACED');
  state.tell(stopLeg, 'PLACED');
  waitForTrigger(state, instrument, stopLeg);
  activate(state, execution, instrument, profitLeg);
  return instrument;
}

/** Runs PLACE_BRACKET. The legs wait without quantity until the entry's first fill. */
export function placeBracket(state: EngineState, execution: Execution, command: PlaceBracket): InstrumentRecord | null {
  const { entry, takeProfit, stopLoss } = command;
  const digest = admit(state, command, entry, takeProfit, stopLoss);
  if (digest < 0) return null;
  const instrument = openInstrument(state, entry);
  if (instrument === null || !checkCount(state, instrument, entry, 2)) return null;
  if (takeProfit.side === entry.side) return refuse(state.reject('OCO_PRICES', 'side', entry.side));
  if (takeProfit.instrument !== entry.instrument) return refuse(state.reject('NOT_SUPPORTED', 'instrument', entry.instrument));
  if (takeProfit.account !== entry.account) return refuse(state.reject('NOT_SUPPORTED', 'account', entry.account));
  // What an entry arms closes what it opened (trading rules §13): there need be no position yet.
  const reduceOnly = instrument.rules.hasPositions;
  const unbound = (leg: OrderTerms): OrderTerms => (reduceOnly ? { ...leg, reduceOnly: false } : leg);
  if (!checkWatchesLast(state, entry) || !checkLegs(state, instrument, unbound(takeProfit), unbound(stopLoss))) return null;
  if (!checkAround(state, instrument, entry, entry.trigger, takeProfit, stopLoss)) return null;
  if (!checkEntry(state, instrument, entry)) return null;
  if (state.edition >= pairsKeptApart && entry.qty > 0 && !checkPairSize(state, instrument, entry.qty, takeProfit, stopLoss)) return null;

  const order = createOrder(state, entry, digest, 'CONDITIONAL_OCO');
  const profitLeg = createOrder(state, unarmed(takeProfit, reduceOnly), digest, 'CONDITIONAL_OCO', true);
  const stopLeg = createOrder(state, unarmed(stopLoss, reduceOnly), digest, 'CONDITIONAL_OCO', true);
  new OrderPair(profitLeg, stopLeg, order);
  state.tell(order, 'PLACED');
  state.tell(profitLeg, 'PLACED');
  state.tell(stopLeg, 'PLACED');
  activate(state, execution, instrument, order);
  return instrument;
}

/**
 * After a step: arms a pair for what its entry has filled, or ends an entry whose pair has executed.
 * The armed quantity is the filled one, or as many lots as the account can pay for: a fee taken from what a buy received
 * would otherwise leave the pair a few lots short. A take-profit grows only as far as it can rest on the book.
 */
export function lookAtPair(state: EngineState, execution: Execution, pair: OrderPair): void {
  pair.queued = false;
  const entry = pair.entry as OpenOrder;
  const entryIsOpen = state.orders.has(entry.orderId);
  if (!pair.open) {
    if (pair.executed && entryIsOpen) endOrder(state, entry, 'CANCELED', 'CANCELED_BY_PAIR');
    return;
  }
  const { takeProfit, stopLoss } = pair;
  const instrument = state.instrumentOf(entry);
  if (instrument.state !== 'TRADING') {
    if (pair.armedQty === 0) endOrder(state, takeProfit, 'EXPIRED', 'EXPIRED_INSTRUMENT_CLOSED');
    return;
  }
  const isKept = state.edition >= holdingsKept;
  // Of the armed lots those that prevention took off the legs hold nothing and are not armed again.
  const taken = isKept ? takeProfit.prevented : 0;
  const free = sum(instrument.rules.available(state, instrument, takeProfit.account, takeProfit.side), pair.held);
  const payable = payablePair(state, instrument, takeProfit, free, takeProfit, stopLoss) + taken;
  const covered = Math.min(payable, entry.filled);
  const room = isKept && takeProfit.orderType === 'LIMIT' ? pair.armedQty + roomOn(instrument, takeProfit.side) : covered;
  const target = Math.min(covered, room);
  if (target > pair.armedQty) armPair(state, execution, instrument, pair, target);
  else if (pair.armedQty === 0 && !entryIsOpen) endOrder(state, takeProfit, 'FAILURE', covered > 0 ? 'FAILED_FILTER' : 'FAILED_BALANCE');
}

function armPair(state: EngineState, execution: Execution, instrument: InstrumentRecord, pair: OrderPair, qty: number): void {
  const { takeProfit, stopLoss } = pair;
  const added = qty - pair.armedQty;
  const isFirst = pair.armedQty === 0;
  const hold = pairNeed(state, instrument, takeProfit, added, takeProfit, stopLoss);
  pair.held += instrument.rules.holdForPair(state, instrument, takeProfit, hold);
  pair.armedQty = qty;
  stopLoss.qty += added;
  takeProfit.qty += added;
  state.tell(stopLoss, 'AMENDED');
  if (isFirst) waitForTrigger(state, instrument, stopLoss);
  if (takeProfit.orderType !== 'LIMIT') {
    state.tell(takeProfit, 'AMENDED');
    if (isFirst) waitForTrigger(state, instrument, takeProfit);
  } else if (isFirst) {
    if (state.edition >= pairsKeptApart && isOutOfBand(instrument, takeProfit.side, takeProfit.price)) {
      endOrder(state, takeProfit, 'FAILURE', 'FAILED_FILTER');
      return;
    }
    state.change(takeProfit, 'TRADING', 'TRIGGERED');
    execution.run(takeProfit, takeProfit.price);
  } else {
    takeOffBook(state, takeProfit);
    state.tell(takeProfit, 'AMENDED');
    execution.run(takeProfit, takeProfit.price);
  }
}

/** What `lots` of a pair need: the larger need of its legs. A market leg is measured at the band's edge from its trigger. */
export function pairNeed(state: EngineState, instrument: InstrumentRecord, asking: Asking, lots: number, a: LegTerms, b: LegTerms): bigint {
  const { rules } = instrument;
  const [first, second] = [a, b].map((leg) => toBigInt(rules.need(state, instrument, asking, worstOf(instrument, leg), lots))) as [
    bigint,
    bigint,
  ];
  return first > second ? first : second;
}

/** Most lots of it that `free` pays for. */
export function payablePair(
  state: EngineState,
  instrument: InstrumentRecord,
  asking: Asking,
  free: Amount,
  a: LegTerms,
  b: LegTerms,
): number {
  const { rules } = instrument;
  return Math.min(...[a, b].map((leg) => rules.lotsFor(state, instrument, asking, worstOf(instrument, leg), free)));
}

const worstOf = (instrument: InstrumentRecord, leg: LegTerms): number =>
  hasLimitPrice(leg.orderType) ? leg.price : instrument.worstPrice(leg.side, leg.trigger);

/** Types, sides and prices of two legs. A resting take-profit must be one that can rest. */
function checkLegs(state: EngineState, instrument: InstrumentRecord, takeProfit: OrderTerms, stopLoss: OrderTerms): boolean {
  const { orderType, timeInForce } = takeProfit;
  if (orderType !== 'LIMIT' && orderType !== 'TAKE_PROFIT' && orderType !== 'TAKE_PROFIT_MARKET') {
    return state.reject('NOT_SUPPORTED', 'orderType', orderType);
  }
  if (stopLoss.orderType !== 'STOP_LOSS' && stopLoss.orderType !== 'STOP_MARKET') {
    return state.reject('NOT_SUPPORTED', 'orderType', stopLoss.orderType);
  }
  if (takeProfit.side !== stopLoss.side) return state.reject('OCO_PRICES', 'side', takeProfit.side);
  if (takeProfit.instrument !== stopLoss.instrument) return state.reject('NOT_SUPPORTED', 'instrument', takeProfit.instrument);
  if (takeProfit.account !== stopLoss.account) return state.reject('NOT_SUPPORTED', 'account', takeProfit.account);
  if (orderType === 'LIMIT' && (timeInForce === 'IOC' || timeInForce === 'FOK'))
    return state.reject('NOT_SUPPORTED', 'timeInForce', timeInForce);
  for (const leg of [takeProfit, stopLoss]) {
    if (leg.quoteAmount !== 0n) return state.reject('NOT_SUPPORTED', 'quoteAmount');
    if (!checkWatchesLast(state, leg)) return false;
    if (!checkSupported(state, instrument, leg) || !checkPrices(state, leg)) return false;
  }
  return true;
}

/** The prices of a pair and its entry are compared with one another, so they are all of what is traded here. */
function checkWatchesLast(state: EngineState, { watchedPrice }: OrderTerms): boolean {
  return watchedPrice === 'LAST' ? true : state.reject('NOT_SUPPORTED', 'watchedPrice', watchedPrice);
}

function checkOcoSize(state: EngineState, instrument: InstrumentRecord, takeProfit: OrderTerms, stopLoss: OrderTerms): boolean {
  if (takeProfit.qty !== stopLoss.qty) return state.reject('OCO_PRICES', 'qty', takeProfit.qty);
  return checkPairSize(state, instrument, takeProfit.qty, takeProfit, stopLoss);
}

/** Lots of which both legs can be placed; 0 when they are too few for one of them. */
export const placeablePair = (instrument: InstrumentRecord, lots: number, ...legs: LegTerms[]): number =>
  Math.min(...legs.map((leg) => placeableLots(instrument, lots, leg.price || leg.trigger)));

function checkPairSize(state: EngineState, instrument: InstrumentRecord, qty: number, ...legs: LegTerms[]): boolean {
  return legs.every((leg) => checkSize(state, instrument, qty, 0n, leg.price || leg.trigger));
}

/**
 * Whether a leg may be amended to these terms: as large as a new one must be, and on its own side: of the entry until that arms the
 * pair, then of the last price, as every trigger is.
 */
export function checkAmendedLeg(
  state: EngineState,
  instrument: InstrumentRecord,
  pair: OrderPair,
  leg: OpenOrder,
  terms: LegTerms,
): boolean {
  const { entry } = pair;
  const openEntry = entry !== null && state.orders.has(entry.orderId) ? entry : null;
  // What an open entry may still fill counts, or a leg armed for a few lots could not be amended.
  const qty = openEntry === null ? leg.qty : openEntry.qty;
  if (qty > 0 && !checkPairSize(state, instrument, qty, terms)) return false;
  const [takeProfit, stopLoss] = leg === pair.takeProfit ? [terms, pair.stopLoss] : [pair.takeProfit, terms];
  const { last } = instrument;
  if (leg.place === 'BOOK' && last > 0 && !encloses(takeProfit, stopLoss, last, last)) return state.reject('OCO_PRICES', 'price', last);
  if (openEntry === null || pair.armedQty > 0) return true;
  return checkAround(state, instrument, openEntry, openEntry.waits ? openEntry.trigger : 0, takeProfit, stopLoss);
}

/** An entry without fills that is amended stays between the legs that it arms. `trigger` is 0 when it does not wait for one. */
export function checkAmendedEntry(
  state: EngineState,
  instrument: InstrumentRecord,
  entry: OpenOrder,
  price: number,
  trigger: number,
): boolean {
  const pair = entry.entryOf;
  if (pair === null || pair.armedQty > 0 || state.edition < pairsKeptApart) return true;
  return checkAround(state, instrument, { side: entry.side, price }, trigger, pair.takeProfit, pair.stopLoss);
}

/**
 * The legs of a bracket stand around the prices at which its entry fills: from the better one, the trigger that it waits for or the
 * touch, to its limit. A stop that its own entry's fill had made true would sell at once what was bought (trading rules §6).
 */
function checkAround(
  state: EngineState,
  instrument: InstrumentRecord,
  entry: Pick<OrderTerms, 'side' | 'price'>,
  trigger: number,
  takeProfit: LegTerms,
  stopLoss: LegTerms,
): boolean {
  const { side, price } = entry;
  const isKept = state.edition >= pairsKeptApart;
  const first = trigger || (isKept ? instrument.book.bestPrice(side === 'BUY' ? 'SELL' : 'BUY') : 0);
  const worst = price || first || instrument.marketReference(side);
  if (worst === 0) return state.reject('NO_REFERENCE_PRICE', 'price');
  const isBetter = isKept && first > 0 && (side === 'BUY' ? first < worst : first > worst);
  const best = isBetter ? first : worst;
  return encloses(takeProfit, stopLoss, worst, best) ? true : state.reject('OCO_PRICES', 'price', best);
}

/** SELL: take-profit above `worst`, stop below `best`; BUY: the other way round (trading rules §7). */
function encloses(takeProfit: LegTerms, stopLoss: LegTerms, worst: number, best: number): boolean {
  const goal = isTriggerType(takeProfit.orderType) ? takeProfit.trigger : takeProfit.price;
  return takeProfit.side === 'SELL' ? goal > worst && best > stopLoss.trigger : goal < worst && best < stopLoss.trigger;
}

const unarmed = (terms: OrderTerms, reduceOnly: boolean): OrderTerms => ({ ...terms, qty: 0, reduceOnly });

const refuse = (_: false): null => null;
