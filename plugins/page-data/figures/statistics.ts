/** Figures over lists of numbers. `null` is a value that is not known. */
export type Series = readonly (number | null)[];

const yearMs = 365 * 86_400_000;

/** ln(close / close before), one less than there are closes; null where either close is unknown or not above zero. */
export const logReturns = (closes: Series): Series =>
  closes.slice(1).map((close, at) => {
    const before = closes[at];
    return close == null || before == null || close <= 0 || before <= 0 ? null : Math.log(close / before);
  });

/**
 * Realised volatility by the year, as a fraction: the root of the mean squared log return times the root of how many periods of
 * `periodMs` a year of 365 days of 24 hours has. The mean return is taken for zero. Null without a return.
 */
export function realisedVolatility(returns: readonly number[], periodMs: number): number | null {
  if (returns.length === 0) return null;
  return Math.sqrt((returns.reduce((sum, one) => sum + one * one, 0) / returns.length) * (yearMs / periodMs));
}

/** Mean of the last `count` values up to the one at `at`, that one included; null when one of them is unknown or before the first. */
export function averageAt(values: Series, at: number, count: number): number | null {
  if (at - count + 1 < 0) return null;
  let sum = 0;
  for (let index = at - count + 1; index <= at; index++) {
    const value = values[index];
    if (value == null) return null;
    sum += value;
  }
  return sum / count;
}

/** Share of `history` below the value, those that are equal to it counted half: 0 to 100. Null without a history. */
export function percentileRank(value: number, history: readonly number[]): number | null {
  if (history.length === 0) return null;
  const below = history.reduce((sum, one) => sum + (one < value ? 1 : one === value ? 0.5 : 0), 0);
  return (below / history.length) * 100;
}

/** Value at a share from 0 to 1 of a list in ascending order, on the straight line between its two neighbours. NaN for an empty list. */
export function quantile(ascending: readonly number[], share: number): number {
  const place = (ascending.length - 1) * share;
  const [under, over] = [ascending[Math.floor(place)] ?? Number.NaN, ascending[Math.ceil(place)] ?? Number.NaN];
  return under + (over - under) * (place - Math.floor(place));
}

/** What is known of a series. */
export const known = (values: Series): readonly number[] => values.filter((value) => value !== null);
