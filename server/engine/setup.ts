import { toBigInt } from '../../core/domain/clearing/amount.ts';
import type {
  AddAccount,
  AddAsset,
  AddInstrument,
  ChangeInstrumentTerms,
  SetInstrumentState,
  SetInstrumentTerms,
  SetOwnTerms,
  SetReferencePrice,
  TransferFunds,
} from './command.ts';
import type { AccountRecord, EngineState } from './engine-state.ts';
import { InstrumentRecord } from './instrument-record.ts';
import { isTickOrLot } from './matching/checks.ts';
import { largestAmount } from './money/amounts.ts';
import { fullFees, setShares, wholePpm } from './money/fees.ts';
import { movable } from './money/holds.ts';
import { holdFor, transferContent } from './money/transfer-references.ts';
import { endOrder } from './orders/ending.ts';
import type { AccountRules } from './rules/account-rules.ts';
import { systemAccounts } from './sink.ts';

/** Commands that bring names and money into the engine. Indices are dense: each ADD_* must carry the next free one. */

export function addAsset(state: EngineState, command: AddAsset): void {
  if (command.asset !== state.assets.length) state.reject('UNKNOWN_ASSET', 'asset', state.assets.length);
  else if (state.assets.some((asset) => asset.code === command.code)) state.reject('DUPLICATE_REFERENCE', 'code', command.code);
  else if (!(Number.isInteger(command.scale) && command.scale >= 0 && command.scale <= 18)) state.reject('NOT_SUPPORTED', 'scale', 18);
  else state.assets.push(command);
}

export function addAccount(state: EngineState, command: AddAccount): void {
  const { accounts } = state;
  if (command.account !== accounts.length) state.reject('UNKNOWN_ACCOUNT', 'account', accounts.length);
  else if (!Number.isSafeInteger(command.tradeGroup) || command.tradeGroup < 0) state.reject('NOT_SUPPORTED', 'tradeGroup', 0);
  else if (state.accountKeys.has(accountKey(command))) state.reject('DUPLICATE_REFERENCE', 'key', command.key);
  else registerAccount(state, command);
}

/** Adds an account that passed the checks; a restored snapshot comes in here too. */
export function registerAccount(state: EngineState, terms: AddAccount): AccountRecord {
  state.accountKeys.add(accountKey(terms));
  // A trade group of 0 means none: the account is kept from trading with itself only.
  const owner = terms.tradeGroup === 0 ? -1 - terms.account : terms.tradeGroup;
  const account = { terms, owner, fees: fullFees() };
  setShares(state, account.fees);
  state.accounts.push(account);
  state.ledger.users.push([]);
  return account;
}

/** Contract kinds without rules are refused: their index stays free. */
export function addInstrument(state: EngineState, command: AddInstrument): void {
  const rules = state.kinds[command.contractKind];
  if (command.instrument !== state.instruments.length) state.reject('UNKNOWN_INSTRUMENT', 'instrument', state.instruments.length);
  else if (rules === undefined) state.reject('NOT_SUPPORTED', 'contractKind', command.contractKind);
  else if (state.assets[command.base] === undefined) state.reject('UNKNOWN_ASSET', 'base');
  else if (state.assets[command.quote] === undefined || command.quote === command.base) state.reject('UNKNOWN_ASSET', 'quote');
  else if (hasSoundTerms(state, command)) openMarket(state, command, rules);
}

function openMarket(state: EngineState, command: AddInstrument, rules: AccountRules): void {
  const instrument = new InstrumentRecord(command, rules);
  // What was due before there was a contract is owed by nobody.
  if (rules.fund !== undefined) instrument.positions.fundedMs = state.timeMs;
  state.instruments.push(instrument);
}

function hasSoundTerms(state: EngineState, command: AddInstrument): boolean {
  for (const field of ['basePerLot', 'quotePerTickLot'] as const) {
    if (command[field] <= 0n || command[field] > largestAmount) return state.reject('NOT_SUPPORTED', field, 1);
  }
  return hasSoundLimits(state, command);
}

function hasSoundLimits(state: EngineState, command: Omit<SetInstrumentTerms, 'type'>): boolean {
  const { minLots, maxLots, bandPpm } = command;
  if (command.minNotional < 0n || command.minNotional > largestAmount) return state.reject('NOT_SUPPORTED', 'minNotional', 0);
  if (!isTickOrLot(minLots)) return state.reject('NOT_SUPPORTED', 'minLots', 1);
  if (!isTickOrLot(maxLots) || maxLots < minLots) return state.reject('NOT_SUPPORTED', 'maxLots', minLots);
  if (!Number.isSafeInteger(bandPpm) || bandPpm < 0) return state.reject('NOT_SUPPORTED', 'bandPpm', 0);
  for (const field of ['maxResting', 'maxWaiting'] as const) {
    if (!Number.isSafeInteger(command[field]) || command[field] < 0) return state.reject('NOT_SUPPORTED', field, 0);
  }
  for (const field of ['makerFeePpm', 'takerFeePpm'] as const) {
    // A fee beyond the whole would take more than was received.
    if (!Number.isSafeInteger(command[field]) || command[field] < 0 || command[field] > wholePpm) {
      return state.reject('NOT_SUPPORTED', field, wholePpm);
    }
  }
  return true;
}

/** Runs SET_INSTRUMENT_TERMS. Orders that rest or wait stay as they are, at their places; what they do next is under the new terms. */
export function setInstrumentTerms(state: EngineState, command: SetInstrumentTerms): void {
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) state.reject('UNKNOWN_INSTRUMENT', 'instrument');
  else if (hasSoundLimits(state, command)) instrument.change({ ...instrument.terms, ...command, type: 'ADD_INSTRUMENT' });
}

/** Runs CHANGE_INSTRUMENT_TERMS. The steps are the venue's, which hands on what is a multiple of them; here everything is counted in the grid. */
export function changeInstrumentTerms(state: EngineState, command: ChangeInstrumentTerms): void {
  const { tickStep, lotStep, minLots, maxLots, minNotional, bandPpm, maxResting, maxWaiting } = command;
  const changed = { minLots, maxLots, minNotional, bandPpm, maxResting, maxWaiting };
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) state.reject('UNKNOWN_INSTRUMENT', 'instrument');
  else if (!isTickOrLot(tickStep)) state.reject('NOT_SUPPORTED', 'tickStep', 1);
  else if (!isTickOrLot(lotStep)) state.reject('NOT_SUPPORTED', 'lotStep', 1);
  else if (hasSoundLimits(state, { ...instrument.terms, ...changed })) instrument.change({ ...instrument.terms, ...changed });
}

/** Runs SET_OWN_TERMS: nothing changes here. The venue remembers what its exchange says, which are terms that could hold. */
export function setOwnTerms(state: EngineState, command: SetOwnTerms): void {
  if (state.instruments[command.instrument] === undefined) state.reject('UNKNOWN_INSTRUMENT', 'instrument');
  else hasSoundLimits(state, command);
}

/** Delisting ends every open order of the instrument; a halt leaves them, and lets them be canceled only. */
export function setInstrumentState(state: EngineState, command: SetInstrumentState): InstrumentRecord | null {
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) {
    state.reject('UNKNOWN_INSTRUMENT', 'instrument');
    return null;
  }
  instrument.state = command.state;
  if (command.state !== 'DELISTED') return instrument;
  for (const order of state.orders.sorted()) {
    if (order.instrument !== instrument.index || !state.orders.has(order.orderId)) continue;
    endOrder(state, order, 'EXPIRED', 'EXPIRED_INSTRUMENT_CLOSED');
  }
  return instrument;
}

/** Runs SET_REFERENCE_PRICE. The sequel fires what it has come to. */
export function setReferencePrice(
  state: EngineState,
  { instrument: index, watchedPrice, price }: SetReferencePrice,
): InstrumentRecord | null {
  const instrument = state.instruments[index];
  if (instrument === undefined) state.reject('UNKNOWN_INSTRUMENT', 'instrument');
  else if (!instrument.rules.referencePrices.includes(watchedPrice)) state.reject('NOT_SUPPORTED', 'watchedPrice', watchedPrice);
  else if (price !== 0 && !isTickOrLot(price)) state.reject('PRICE_INVALID', 'price', price);
  else {
    if (watchedPrice === 'MARK') {
      instrument.positions.mark = price;
      instrument.rules.valued?.(state, instrument);
    } else instrument.indexPrice = price;
    return instrument;
  }
  return null;
}

/** A repeated reference is told as `repeated(0)`: a transfer has no order. */
export function transfer(state: EngineState, command: TransferFunds): void {
  const { from, to, asset, amount, reference } = command;
  const content = transferContent(command);
  const known = state.references.find(reference);
  const isHeld = known === holdFor(content);
  if (known !== undefined && !isHeld) {
    if (known === content) state.sink.repeated(0);
    else state.reject('DUPLICATE_REFERENCE', 'reference', reference);
    return;
  }
  if (!isParty(state, from)) state.reject('UNKNOWN_ACCOUNT', 'from');
  else if (!isParty(state, to) || to === from) state.reject('UNKNOWN_ACCOUNT', 'to');
  else if (state.assets[asset] === undefined) state.reject('UNKNOWN_ASSET', 'asset');
  else if (amount <= 0n) state.reject('QTY_TOO_SMALL', 'amount', 1);
  else if (amount > largestAmount) state.reject('AMOUNT_OVERFLOW', 'amount', largestAmount);
  else moveMoney(state, command, isHeld);
}

/** @param isHeld it was kept back for this */
function moveMoney(state: EngineState, { from, to, asset, amount, reference }: TransferFunds, isHeld: boolean): void {
  const { ledger } = state;
  const available = movable(state, from, asset);
  const present = toBigInt(ledger.find(to, asset)?.total ?? 0);
  if (from !== systemAccounts.external && !isHeld && amount > available) {
    state.reject('INSUFFICIENT_BALANCE', 'amount', available);
  } else if (present + amount > largestAmount) {
    state.reject('AMOUNT_OVERFLOW', 'amount', largestAmount - present);
  } else {
    if (isHeld) ledger.release(ledger.wallet(from, asset), amount);
    ledger.line(ledger.wallet(from, asset), -amount);
    ledger.line(ledger.wallet(to, asset), amount);
    ledger.post(state.sink, 'TRANSFER', reference, state.timeMs);
    state.references.add(reference, transferContent({ type: 'TRANSFER', from, to, asset, amount, reference }));
  }
}

const isParty = (state: EngineState, account: number): boolean =>
  account === systemAccounts.external || state.accounts[account] !== undefined;

const accountKey = (account: AddAccount): string => `${account.accountType}/${account.key}`;
