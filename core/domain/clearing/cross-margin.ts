import { type MarginBracket, maintenanceMargin } from '../markets/margin-brackets.ts';
import { type Amount, difference, sum, toBigInt } from './amount.ts';
import { type LinearPosition, type MarginOrder, marginFor, notionalAt, profitAt } from './linear.ts';
import type { LotValues } from './lot-values.ts';

/** Cross margin (trading rules §13): linear contracts of one account that share one wallet. Amounts in minor units of its asset. */

/** One contract of the account. */
export interface CrossContract {
  readonly values: LotValues;
  readonly brackets: readonly MarginBracket[];
  readonly leverage: number;
  readonly position: LinearPosition;
  /** Open orders that need margin: those that may only reduce are not among them. */
  readonly orders: Iterable<MarginOrder>;
  /** Mark price; 0 before the first. */
  readonly markTicks: number;
}

/** Wallet and open profit at the marks. */
export function equityOf(wallet: Amount, contracts: Iterable<CrossContract>): Amount {
  return sum(wallet, openProfitOf(contracts));
}

/** Open profit at the marks; signed. */
function openProfitOf(contracts: Iterable<CrossContract>): Amount {
  let profit: Amount = 0;
  for (const { values, position, markTicks } of contracts) profit = sum(profit, profitAt(values, position, markTicks));
  return profit;
}

/** Initial margin of all positions and open orders. */
export function requiredMargin(contracts: Iterable<CrossContract>): Amount {
  let required: Amount = 0;
  for (const contract of contracts) required = sum(required, requiredFor(contract));
  return required;
}

/** Margin that `fills` need beside what the contract needs already; negative when they free some. */
export const moreMarginFor = (contract: CrossContract, fills: Iterable<MarginOrder>): Amount =>
  difference(requiredFor(contract, fills), requiredFor(contract));

/** Whether orders that need `more` margin may come: those that need no more than was needed before always may. */
export const allowsMargin = (more: Amount, wallet: Amount, contracts: readonly CrossContract[]): boolean =>
  more <= 0 || sum(requiredMargin(contracts), more) <= equityOf(wallet, contracts);

/** What new orders may need; never negative. */
export const availableToOpen = (wallet: Amount, contracts: readonly CrossContract[]): Amount =>
  notBelowZero(difference(equityOf(wallet, contracts), requiredMargin(contracts)));

/** What may be taken out: open profit does not count, open loss does. Never negative. */
export function availableToTransfer(wallet: Amount, contracts: readonly CrossContract[]): Amount {
  const profit = openProfitOf(contracts);
  return notBelowZero(difference(sum(wallet, profit < 0 ? profit : 0), requiredMargin(contracts)));
}

/** Maintenance margin of all positions; `one`: minor units of a whole. */
export function maintenanceOf(contracts: Iterable<CrossContract>, one: bigint): bigint {
  let needed = 0n;
  for (const { values, brackets, position, markTicks } of contracts) {
    if (position.lots !== 0) needed += maintenanceMargin(toBigInt(notionalAt(values, position, markTicks)), one, brackets);
  }
  return needed;
}

/** True when the maintenance margin of what is open is no longer there. */
export function isMarginBroken(wallet: Amount, contracts: readonly CrossContract[], one: bigint): boolean {
  const needed = maintenanceOf(contracts, one);
  return needed > 0n && equityOf(wallet, contracts) <= needed;
}

const requiredFor = ({ values, leverage, position, orders, markTicks }: CrossContract, fills: Iterable<MarginOrder> = []): Amount =>
  marginFor(values, position, markTicks, leverage, orders, fills);

const notBelowZero = (amount: Amount): Amount => (amount < 0 ? 0 : amount);
