import { hasLimitPrice, isTriggerType, type WatchedPrice } from '../../../core/domain/orders/order.ts';
import { triggerProblem } from '../../../core/domain/orders/trigger-rules.ts';
import { pricesWatched } from '../codec/edition.ts';
import type { OrderTerms } from '../command.ts';
import type { AccountRecord, EngineState } from '../engine-state.ts';
import type { InstrumentRecord } from '../instrument-record.ts';
import { largestAmount, largestLots } from '../money/amounts.ts';

/** Checks of a new order before money is looked at. Each tells the sink the first broken rule and returns false. */

export const isTickOrLot = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** Words and flags that the instrument's contract kind does not know yet, and combinations that mean nothing. */
export function checkSupported(state: EngineState, instrument: InstrumentRecord, terms: OrderTerms): boolean {
  const account = state.accounts[terms.account];
  if (account === undefined) return state.reject('UNKNOWN_ACCOUNT', 'account');
  if (!instrument.rules.accountTypes.includes(account.terms.accountType)) {
    return state.reject('NOT_SUPPORTED', 'account', account.terms.accountType);
  }
  if (!instrument.rules.knows(state, instrument, terms)) return false;
  const limited = hasLimitPrice(terms.orderType);
  if (!limited && terms.timeInForce === 'GTX') return state.reject('NOT_SUPPORTED', 'timeInForce', 'GTX');
  if (terms.quoteAmount === 0n) return true;
  if (limited) return state.reject('NOT_SUPPORTED', 'quoteAmount');
  return terms.timeInForce === 'FOK' ? state.reject('NOT_SUPPORTED', 'timeInForce', 'FOK') : true;
}

/**
 * Room for `order` and `legs` more waiting orders of its account in this market. What never rests is not limited, so that an
 * account at its limits can still trade; a trigger that fires rests beyond the limit rather than failing its owner.
 */
export function checkCount(state: EngineState, instrument: InstrumentRecord, order: OrderTerms, legs = 0): boolean {
  const { account } = order;
  const { open, terms } = instrument;
  if ((state.accounts[account] as AccountRecord).terms.desk) return true;
  const { maxResting, maxWaiting } = terms;
  const isTrigger = isTriggerType(order.orderType);
  const waits = legs + (isTrigger ? 1 : 0);
  if (waits > 0 && open.waiting(account) + waits > maxWaiting) return state.reject('TOO_MANY_ORDERS', 'orderType', maxWaiting);
  const rests = !isTrigger && hasLimitPrice(order.orderType) && order.timeInForce !== 'IOC' && order.timeInForce !== 'FOK';
  return rests && open.resting(account) >= maxResting ? state.reject('TOO_MANY_ORDERS', 'orderType', maxResting) : true;
}

/** Prices and trigger on the grid, and absent where the type has none. */
export function checkPrices(state: EngineState, terms: Pick<OrderTerms, 'orderType' | 'price' | 'trigger'>): boolean {
  const { orderType, price, trigger } = terms;
  if (hasLimitPrice(orderType) ? !isTickOrLot(price) : price !== 0) return state.reject('PRICE_INVALID', 'price', price);
  if (isTriggerType(orderType) ? !isTickOrLot(trigger) : trigger !== 0) return state.reject('PRICE_INVALID', 'trigger', trigger);
  return true;
}

/** Quantity and notional filters. `price` is the one the notional is measured at; 0 skips that filter. */
export function checkSize(state: EngineState, instrument: InstrumentRecord, qty: number, quoteAmount: bigint, price: number): boolean {
  const { minLots, maxLots, minNotional } = instrument.terms;
  if (quoteAmount !== 0n) {
    if (qty !== 0) return state.reject('NOT_SUPPORTED', 'quoteAmount');
    if (quoteAmount > largestAmount) return state.reject('AMOUNT_OVERFLOW', 'quoteAmount', largestAmount);
    return quoteAmount < 0n || quoteAmount < minNotional ? state.reject('NOTIONAL_TOO_SMALL', 'quoteAmount', minNotional) : true;
  }
  if (!Number.isSafeInteger(qty) || qty < minLots) return state.reject('QTY_TOO_SMALL', 'qty', minLots);
  if (qty > maxLots) return state.reject('QTY_TOO_LARGE', 'qty', maxLots);
  if (price === 0) return true;
  const tickLots = price * qty;
  if (tickLots < instrument.minTickLots) return state.reject('NOTIONAL_TOO_SMALL', 'qty', minNotional);
  // Only a product beyond safe integers can leave the range of amounts.
  if (tickLots > Number.MAX_SAFE_INTEGER && instrument.quoteOf(price, qty) > largestAmount) {
    return state.reject('AMOUNT_OVERFLOW', 'qty', largestAmount);
  }
  return true;
}

/** A limit price beyond the band on the aggressive side. Not checked before the first trade: there is nothing to measure from. */
export function isOutOfBand(instrument: InstrumentRecord, side: 'BUY' | 'SELL', price: number): boolean {
  if (instrument.last === 0) return false;
  const worst = instrument.worstPrice(side, instrument.last);
  return side === 'BUY' ? price > worst : price < worst;
}

export function checkBand(state: EngineState, instrument: InstrumentRecord, side: 'BUY' | 'SELL', price: number): boolean {
  if (!isOutOfBand(instrument, side, price)) return true;
  return state.reject('PRICE_OUT_OF_BAND', 'price', instrument.worstPrice(side, instrument.last));
}

/** Lots that may still rest on a book side, whose sum must stay a safe integer. */
export const roomOn = ({ book }: InstrumentRecord, side: 'BUY' | 'SELL'): number =>
  largestLots - (side === 'BUY' ? book.bidLots : book.askLots);

export function checkRoom(state: EngineState, instrument: InstrumentRecord, side: 'BUY' | 'SELL', qty: number): boolean {
  const room = roomOn(instrument, side);
  return qty > room ? state.reject('AMOUNT_OVERFLOW', 'qty', room) : true;
}

/** A waiting order needs the price that it watches to wait against, and must not fire at once. */
export function checkTrigger(
  state: EngineState,
  instrument: InstrumentRecord,
  terms: Pick<OrderTerms, 'orderType' | 'side' | 'trigger' | 'watchedPrice'>,
): boolean {
  const price = instrument.priceOf(terms.watchedPrice);
  const problem = triggerProblem(terms.orderType, terms.side, terms.trigger, price);
  if (problem === null) return true;
  return problem === 'WOULD_TRIGGER' ? state.reject(problem, 'trigger', price) : state.reject(problem, 'trigger');
}

/** What a trigger may watch beside the last price: one that the kind has. Only an order that waits for a trigger watches anything. */
export function checkWatched(state: EngineState, terms: OrderTerms, known: readonly WatchedPrice[]): boolean {
  const { watchedPrice, orderType } = terms;
  if (watchedPrice === 'LAST') return true;
  if (state.edition >= pricesWatched && isTriggerType(orderType) && known.includes(watchedPrice)) return true;
  return state.reject('NOT_SUPPORTED', 'watchedPrice', watchedPrice);
}
