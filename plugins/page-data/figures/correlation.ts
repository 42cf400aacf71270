import type { Series } from './statistics.ts';

/** Returns that two series have to share; below it a correlation says nothing. */
const leastShared = 10;

export interface Correlation {
  /** Pearson's, -1 to 1; null with fewer than `leastShared` returns in common, or where one of both never moved. */
  readonly value: number | null;
  /** Returns that both have. */
  readonly shared: number;
}

/** Of two lists of returns at the same times; a time that one of them lacks counts for neither. */
export function correlation(a: Series, b: Series): Correlation {
  let [count, sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [a[at], b[at]];
    if (x == null || y == null) continue;
    count++;
    sumA += x;
    sumB += y;
    squaresA += x * x;
    squaresB += y * y;
    products += x * y;
  }
  if (count < leastShared) return { value: null, shared: count };
  const [spreadA, spreadB] = [squaresA - sumA ** 2 / count, squaresB - sumB ** 2 / count];
  const together = products - (sumA * sumB) / count;
  // What never moved has a spread of nothing but rounding.
  if (spreadA <= 1e-12 * squaresA || spreadB <= 1e-12 * squaresB) return { value: null, shared: count };
  return { value: Math.max(-1, Math.min(1, together / Math.sqrt(spreadA * spreadB))), shared: count };
}

/** Every series with every other, in the order of the list; one with itself is 1. */
export const correlations = (series: readonly Series[]): readonly (readonly Correlation[])[] =>
  series.map((one, row) => series.map((other, column) => (row === column ? itself(one) : correlation(one, other))));

const itself = (series: Series): Correlation => {
  const { value, shared } = correlation(series, series);
  return { value: value === null ? null : 1, shared };
};
