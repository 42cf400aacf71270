import type { ApiId } from '../../../core/contract/trading.ts';
import { decimalPattern, fromUnits, toUnits } from '../../../core/domain/numbers/decimal.ts';

/** An account that repeats what its main account does. */
export interface Follower {
  readonly apiId: ApiId;
  /** Share of the main account's order, in per cent with at most two decimals: '50' is half of it. */
  readonly ratio: string;
  /** The most that one copy may be worth, in quote of its market; null: no limit. */
  readonly maxAmount: string | null;
  readonly isOn: boolean;
}

/** Who follows an account, and how. */
export interface CopyPlan {
  readonly mainApiId: ApiId;
  /** Whose it is: copies are sent in his name, as far as he may trade with each follower by then. */
  readonly userId: string;
  readonly isOn: boolean;
  /** Multiplies the shares of all followers at once, in per cent. */
  readonly syncRatio: string;
  readonly followers: readonly Follower[];
  /** Orders that came before are not copied: ms of when it was switched on last. */
  readonly sinceMs: number;
}

export const mostFollowers = 100;
/** Per cent: ten times the order of the main account. */
export const highestRatio = '1000';

/** Decimals of a percentage. */
const ratioDecimals = 2;
const highestUnits = toUnits(highestRatio, ratioDecimals) ?? 0n;

/** True of a percentage above 0 with at most two decimals, up to {@link highestRatio}. */
export function isRatio(text: string): boolean {
  const units = decimalPattern.test(text) ? toUnits(text, ratioDecimals) : null;
  return units !== null && units > 0n && units <= highestUnits;
}

/** True of a plain decimal above 0. */
export const isAmount = (text: string): boolean => decimalPattern.test(text) && (toUnits(text, 20) ?? 0n) > 0n;

const scale = 20;
const whole = 10n ** BigInt(scale);
const unitsOf = (text: string): bigint => {
  const units = toUnits(text, scale);
  if (units === null) throw new RangeError(`not a decimal: ${text}`);
  return units;
};

interface Share {
  readonly syncRatio: string;
  readonly ratio: string;
  /** In the same unit as what is shared; null: no limit. */
  readonly most: string | null;
  /** What comes out is a multiple of it, never more than the share. */
  readonly step: string;
}

/** A follower's share of a quantity or an amount: `value × sync × ratio`, at most `most`, down to the step; '0' when nothing is left. Exact. */
export function shareOf(value: string, { syncRatio, ratio, most, step }: Share): string {
  const percents = 10n ** BigInt(ratioDecimals) * 100n;
  const shares = (toUnits(syncRatio, ratioDecimals) ?? 0n) * (toUnits(ratio, ratioDecimals) ?? 0n);
  const shared = (unitsOf(value) * shares) / (percents * percents);
  const limited = most !== null && unitsOf(most) < shared ? unitsOf(most) : shared;
  const size = unitsOf(step);
  return fromUnits((limited / size) * size, scale);
}

/** How much of the base an amount of quote buys at a price, rounded down at twenty decimals. */
export const baseFor = (amount: string, price: string): string => fromUnits((unitsOf(amount) * whole) / unitsOf(price), scale);

/** A price on another grid: towards the side that asks for less, down for who buys and up for who sells. */
export function onTick(price: string, tick: string, side: 'BUY' | 'SELL'): string {
  const [units, size] = [unitsOf(price), unitsOf(tick)];
  const down = (units / size) * size;
  return fromUnits(side === 'SELL' && down < units ? down + size : down, scale);
}
