import { equityOf, requiredMargin } from '../../../core/domain/clearing/cross-margin.ts';
import { notionalAt } from '../../../core/domain/clearing/linear.ts';
import { largestNotional, mostLeverage, standardBrackets } from '../../../core/domain/markets/margin-brackets.ts';
import { pow10 } from '../../../core/domain/numbers/decimal.ts';
import type { SetLeverage } from '../command.ts';
import type { EngineState } from '../engine-state.ts';
import { contractsOf, totalOf } from '../rules/linear-pool.ts';

/**
 * Runs SET_LEVERAGE (trading rules §13): not above what the bracket of the position allows, and lower only while the margin that this takes is
 * there. Orders keep their places; what they need follows from it.
 */
export function setLeverage(state: EngineState, command: SetLeverage): void {
  const { leverage } = command;
  const account = state.accounts[command.account];
  const instrument = state.instruments[command.instrument];
  if (account === undefined) state.reject('UNKNOWN_ACCOUNT', 'account');
  else if (instrument === undefined) state.reject('UNKNOWN_INSTRUMENT', 'instrument');
  else if (!instrument.rules.hasPositions) state.reject('NOT_SUPPORTED', 'instrument');
  else if (!instrument.rules.accountTypes.includes(account.terms.accountType)) {
    state.reject('NOT_SUPPORTED', 'account', account.terms.accountType);
  } else if (!Number.isInteger(leverage) || leverage < 1 || leverage > mostLeverage)
    state.reject('NOT_SUPPORTED', 'leverage', mostLeverage);
  else {
    const { positions, quote } = instrument;
    const position = positions.of(command.account);
    const one = pow10(state.assets[quote]?.scale ?? 0);
    const notional = BigInt(notionalAt(instrument, position, positions.mark));
    if (notional > largestNotional(leverage) * one) {
      state.reject('NOT_SUPPORTED', 'leverage', standardBrackets.find(({ cap }) => notional <= cap * one)?.maxLeverage ?? 1);
      return;
    }
    const before = position.leverage;
    position.leverage = leverage;
    if (leverage >= before) return;
    const contracts = contractsOf(state, command.account, quote);
    const available = equityOf(totalOf(state, command.account, quote), contracts);
    if (requiredMargin(contracts) <= available) return;
    position.leverage = before;
    state.reject('INSUFFICIENT_BALANCE', 'leverage', available);
  }
}
