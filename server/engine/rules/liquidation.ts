import { type Amount, difference, sum } from '../../../core/domain/clearing/amount.ts';
import { equityOf, isMarginBroken } from '../../../core/domain/clearing/cross-margin.ts';
import { movePosition, notionalAt } from '../../../core/domain/clearing/linear.ts';
import { atBankruptcy } from '../../../core/domain/clearing/liquidation.ts';
import { pow10 } from '../../../core/domain/numbers/decimal.ts';
import type { EngineState } from '../engine-state.ts';
import type { InstrumentRecord } from '../instrument-record.ts';
import { endOrder } from '../orders/ending.ts';
import { systemAccounts } from '../sink.ts';
import { contractsOf, totalOf } from './linear-pool.ts';

/** Looks at the accounts that a step has exposed, in the order in which it did. */
export function checkExposed(state: EngineState): void {
  for (const [account, instrument] of state.exposed) instrument.rules.followUp?.(state, instrument, account);
  state.exposed.clear();
  state.hasExposed = false;
}

/**
 * An account whose margin balance does not reach the maintenance margin of its contracts in one asset (trading rules §13): its open orders there are
 * canceled, and the insurance account takes its positions over, the largest at the bankruptcy price and those after it at their marks, so that
 * the account is left with nothing and owes nothing.
 */
export function liquidateBroken(state: EngineState, account: number, asset: number): void {
  const contracts = contractsOf(state, account, asset);
  const isKnown = contracts.every(({ position, markTicks }) => position.lots === 0 || markTicks > 0);
  const wallet = totalOf(state, account, asset);
  const hasPositions = contracts.some(({ position }) => position.lots !== 0);
  if (!isKnown || (hasPositions ? !isMarginBroken(wallet, contracts, pow10(scaleOf(state, asset))) : wallet >= 0)) return;
  cancelOrders(state, account, asset);
  for (const instrument of largestFirst(state, account, asset)) takeOver(state, instrument, account);
  coverRest(state, account, asset);
}

function cancelOrders(state: EngineState, account: number, asset: number): void {
  const open = state.accountOrders.of(account).map((index) => state.orders.at(index));
  for (const order of open) {
    const { rules, quote } = state.instrumentOf(order);
    if (!rules.hasPositions || quote !== asset) continue;
    // An order tied to an earlier one is gone already.
    if (state.orders.has(order.orderId)) endOrder(state, order, 'CANCELED', 'CANCELED_BY_LIQUIDATION');
  }
}

/** Markets in which the account has a position, by what it is worth at the mark. */
function largestFirst(state: EngineState, account: number, asset: number): readonly InstrumentRecord[] {
  const worth = (instrument: InstrumentRecord): Amount =>
    notionalAt(instrument, instrument.positions.of(account), instrument.positions.mark);
  return state.instruments
    .filter(({ rules, quote, positions }) => rules.hasPositions && quote === asset && positions.of(account).lots !== 0)
    .map((instrument) => ({ instrument, worth: worth(instrument) }))
    .sort((a, b) => (a.worth < b.worth ? 1 : a.worth > b.worth ? -1 : 0))
    .map(({ instrument }) => instrument);
}

function takeOver(state: EngineState, instrument: InstrumentRecord, account: number): void {
  const { ledger, sink, sequence, timeMs } = state;
  const { positions, quote, terms } = instrument;
  const position = positions.of(account);
  const { lots } = position;
  const equity = equityOf(totalOf(state, account, quote), contractsOf(state, account, quote));
  const { value, profit } = atBankruptcy(instrument, position, positions.mark, equity);
  const taker = positions.of(systemAccounts.insurance);
  const taken = movePosition(taker, lots > 0 ? 'BUY' : 'SELL', Math.abs(lots), value);
  Object.assign(taker, { lots: taken.lots, cost: taken.cost });
  Object.assign(position, { lots: 0, cost: 0 });
  ledger.line(ledger.wallet(account, quote), profit);
  ledger.line(ledger.wallet(systemAccounts.insurance, quote), taken.profit);
  ledger.line(ledger.wallet(systemAccounts.external, quote), difference(0, sum(profit, taken.profit)));
  ledger.post(sink, 'LIQUIDATION', `${terms.symbol} ${sequence}`, timeMs);
}

/** What no price of a position could take up, and what was lost by trades beyond it: the insurance account gets it or pays it. */
function coverRest(state: EngineState, account: number, asset: number): void {
  const { ledger, sink, sequence, timeMs } = state;
  const rest = totalOf(state, account, asset);
  if (rest === 0) return;
  ledger.line(ledger.wallet(account, asset), difference(0, rest));
  ledger.line(ledger.wallet(systemAccounts.insurance, asset), rest);
  ledger.post(sink, 'LIQUIDATION', String(sequence), timeMs);
}

const scaleOf = (state: EngineState, asset: number): number => state.assets[asset]?.scale ?? 0;
