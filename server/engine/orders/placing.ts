import { hasLimitPrice, isTriggerType, type TriggerKind } from '../../../core/domain/orders/order.ts';
import { firesUp } from '../../../core/domain/orders/trigger-rules.ts';
import type { OrderTerms, PlaceBracket, PlaceOco, PlaceOrder } from '../command.ts';
import type { EngineState } from '../engine-state.ts';
import type { InstrumentRecord } from '../instrument-record.ts';
import { checkBand, checkCount, checkPrices, checkRoom, checkSize, checkSupported, checkTrigger } from '../matching/checks.ts';
import type { Execution } from '../matching/execution.ts';
import { checkFunds, worstPriceNow } from '../money/funds.ts';
import type { OpenOrder } from './open-order.ts';
import { watchTrigger } from './triggers.ts';

/** Runs PLACE. Returns the instrument when the order was accepted, null when the command was refused or repeated. */
export function placeOrder(state: EngineState, execution: Execution, command: PlaceOrder): InstrumentRecord | null {
  const { terms } = command;
  const digest = admit(state, command, terms);
  if (digest < 0) return null;
  const instrument = openInstrument(state, terms);
  if (instrument === null || !checkCount(state, instrument, terms) || !checkEntry(state, instrument, terms)) return null;
  const order = createOrder(state, terms, digest, isTriggerType(terms.orderType) ? 'CONDITIONAL' : null);
  state.tell(order, 'PLACED');
  activate(state, execution, instrument, order);
  return instrument;
}

/** Starts an accepted order: a trigger type begins to wait, the others act at once. */
export function activate(state: EngineState, execution: Execution, instrument: InstrumentRecord, order: OpenOrder): void {
  if (order.status === 'WAITING') waitForTrigger(state, instrument, order);
  else execution.run(order, worstPriceNow(instrument, order));
}

export function waitForTrigger(state: EngineState, instrument: InstrumentRecord, order: OpenOrder): void {
  order.firesUp = firesUp(order.orderType, order.side, order.trigger, instrument.priceOf(order.watchedPrice));
  order.triggerSequence = state.nextTriggerSequence++;
  watchTrigger(state, order);
}

/** Every check of a single order or a bracket's entry. */
export function checkEntry(state: EngineState, instrument: InstrumentRecord, terms: OrderTerms): boolean {
  if (!checkSupported(state, instrument, terms) || !checkPrices(state, terms)) return false;
  const limited = hasLimitPrice(terms.orderType);
  if (isTriggerType(terms.orderType)) {
    const measured = limited ? terms.price : terms.trigger;
    return checkSize(state, instrument, terms.qty, terms.quoteAmount, measured) && checkTrigger(state, instrument, terms);
  }
  const measured = limited ? terms.price : instrument.marketReference(terms.side);
  if (!checkSize(state, instrument, terms.qty, terms.quoteAmount, measured)) return false;
  if (limited && !(checkBand(state, instrument, terms.side, terms.price) && checkRoom(state, instrument, terms.side, terms.qty)))
    return false;
  return checkFunds(state, instrument, terms);
}

/**
 * Account known and client order ids fresh. Returns the command's fingerprint (0 when no id is used), or -1 when the
 * command is over: refused, or a repeat of the same content. Comes first, so that a repeat is known whatever has changed since.
 */
export function admit(state: EngineState, command: PlaceOrder | PlaceOco | PlaceBracket, ...legs: OrderTerms[]): number {
  let digest = 0;
  for (let i = 0; i < legs.length; i++) {
    const { account, clientOrderId } = legs[i] as OrderTerms;
    if (state.accounts[account] === undefined) return refuse(state.reject('UNKNOWN_ACCOUNT', 'account'));
    if (clientOrderId === '') continue;
    if (digest === 0) digest = state.fingerprint.of(command);
    for (let j = 0; j < i; j++) {
      const earlier = legs[j] as OrderTerms;
      if (earlier.clientOrderId === clientOrderId) return refuse(state.reject('DUPLICATE_CLIENT_ORDER_ID', 'clientOrderId'));
    }
    const use = state.findIdUse(account, clientOrderId);
    if (use === undefined) continue;
    if (use.fingerprint !== digest) return refuse(state.reject('DUPLICATE_CLIENT_ORDER_ID', 'clientOrderId'));
    state.sink.repeated(use.orderId);
    return -1;
  }
  return digest;
}

const refuse = (_: false): -1 => -1;

/** The instrument of the terms when it is open for trading; null after telling the sink why not. */
export function openInstrument(state: EngineState, terms: OrderTerms): InstrumentRecord | null {
  const instrument = state.instruments[terms.instrument];
  if (instrument === undefined) state.reject('UNKNOWN_INSTRUMENT', 'instrument');
  else if (instrument.state !== 'TRADING') state.reject('INSTRUMENT_CLOSED', 'instrument', instrument.state);
  else return instrument;
  return null;
}

/** Creates the record of an accepted order. The caller tells the sink. */
export function createOrder(state: EngineState, terms: OrderTerms, digest: number, kind: TriggerKind | null, waiting = false): OpenOrder {
  const status = waiting || isTriggerType(terms.orderType) ? 'WAITING' : 'UNFILLED';
  const order = state.openOrder(state.nextOrderId++, terms, kind, status);
  if (terms.clientOrderId !== '') rememberId(state, order, digest);
  return order;
}

/** Makes the order's client id known under the fingerprint of its command. */
export function rememberId(state: EngineState, order: OpenOrder, digest: number): void {
  const { clientIds } = state;
  clientIds.digest(order.account, order.clientOrderId);
  order.idLow = clientIds.low;
  order.idHigh = clientIds.high;
  order.fingerprint = digest;
  clientIds.add(order.idLow);
}
