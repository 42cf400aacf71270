import { divideHalfUp, fromUnits, pow10, toUnits } from '../numbers/decimal.ts';

/** A quote that has not moved for so long says nothing of now, ms. */
const indexQuoteLifeMs = 60_000;

/** A source farther than this from the median of all is left out, in percent. */
const indexOutlierPercent = 3n;

/** An index is what several markets agree on: with fewer of them there is none. */
export const fewestIndexSources = 2;

/** One spot market that an index may be made of. */
export interface IndexSource {
  /** Whatever tells it from the others, such as an instrument id. */
  readonly id: string;
  /** Decimal string above 0, in quote per base; null while nobody quotes. */
  readonly price: string | null;
  /** Since its quote moved last, in ms by the source's own clock. */
  readonly ageMs: number;
  /** Whole number above 0. Only the ratio of the weights counts. */
  readonly weight: number;
}

/** `COUNTED` makes the index, `EMPTY` quotes nothing, `LATE` quotes what is too old, `OUTLIER` is too far from the median of the others. */
export const indexSourceStates = ['COUNTED', 'EMPTY', 'LATE', 'OUTLIER'] as const;
export type IndexSourceState = (typeof indexSourceStates)[number];

export interface SpotIndex {
  /** Decimal string in quote per base; null before there ever was one. */
  readonly price: string | null;
  /** True while fewer than {@link fewestIndexSources} sources count: the price is the last one there was, and nothing may be liquidated by it. */
  readonly stale: boolean;
  /** What became of every source, in the order in which they were given. */
  readonly states: readonly IndexSourceState[];
}

/** Decimals of every price, exactly. */
const scale = 20;

/**
 * Weighted mean of the live sources, rounded half up to `decimals`. `before` is the index until now: it stands where there is none now.
 * @throws RangeError for a price that is no decimal above 0 or a weight that is no whole number above 0, naming the source.
 */
export function spotIndex(sources: readonly IndexSource[], before: string | null, decimals: number): SpotIndex {
  const prices = sources.map(unitsOf);
  const median = medianOf(prices.filter((price): price is bigint => price !== null));
  const states = sources.map(({ price }, at): IndexSourceState => {
    const units = prices[at] ?? null;
    if (units === null) return price === null ? 'EMPTY' : 'LATE';
    return isOutlier(units, median) ? 'OUTLIER' : 'COUNTED';
  });
  let [sum, weights, counted] = [0n, 0n, 0];
  for (const [at, { weight }] of sources.entries()) {
    if (states[at] !== 'COUNTED') continue;
    sum += (prices[at] ?? 0n) * BigInt(weight);
    weights += BigInt(weight);
    counted += 1;
  }
  if (counted < fewestIndexSources) return { price: before, stale: true, states };
  return { price: fromUnits(divideHalfUp(sum, weights * pow10(scale - decimals)), decimals), stale: false, states };
}

/** The source's price in 10^-20, or null when it quotes nothing or its quote is too old. */
function unitsOf({ id, price, ageMs, weight }: IndexSource): bigint | null {
  if (!Number.isSafeInteger(weight) || weight <= 0) throw new RangeError(`weight ${weight} of ${id} is not a whole number above 0`);
  if (price === null) return null;
  const units = toUnits(price, scale);
  if (units === null || units <= 0n) throw new RangeError(`price ${price} of ${id} is not a decimal above 0`);
  return ageMs < indexQuoteLifeMs ? units : null;
}

/** Twice the median, so that the middle of two stays whole; 0 of none. */
function medianOf(prices: readonly bigint[]): bigint {
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const upper = sorted[sorted.length >> 1] ?? 0n;
  const lower = sorted[(sorted.length - 1) >> 1] ?? 0n;
  return lower + upper;
}

const isOutlier = (price: bigint, twiceMedian: bigint): boolean => {
  const distance = 2n * price - twiceMedian;
  return (distance < 0n ? -distance : distance) * 100n > indexOutlierPercent * twiceMedian;
};
