import { divideHalfUp, fromUnits, pow10, toUnits } from '../numbers/decimal.ts';

/** What the mark of a perpetual is made of. Prices and rates are decimal strings, prices in quote per base. */
export interface PerpetualMarkInput {
  /** Spot index of now. */
  readonly index: string;
  /** Rate of the last funding; '0.0003' is 0.03 %. */
  readonly lastFunding: string;
  /** Until the next funding, in ms. */
  readonly toFundingMs: number;
  /** Between two fundings, in ms. */
  readonly fundingIntervalMs: number;
  /** Mean of what the middle of the book was above the index over the last samples; null for a book without two sides. */
  readonly basisMean: string | null;
  /** Price of the last trade; null before the first. */
  readonly last: string | null;
}

const scale = 20;

/**
 * The price by which a perpetual is valued: the median of index with the funding that is still to come, index with the mean basis, and the
 * last trade, rounded half up to `decimals`. With an empty book, or before the first trade, the first of them alone.
 * @throws RangeError for what is no decimal, naming it.
 */
export function perpetualMark(input: PerpetualMarkInput, decimals: number): string {
  const { index, lastFunding, toFundingMs, fundingIntervalMs, basisMean, last } = input;
  const at = units('index', index);
  const funding = units('lastFunding', lastFunding) * BigInt(toFundingMs);
  const funded = at + divideHalfUp(at * funding, BigInt(fundingIntervalMs) * pow10(scale));
  const candidates = basisMean === null || last === null ? [funded] : [funded, at + units('basisMean', basisMean), units('last', last)];
  const [first = funded, second = first] = candidates.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return fromUnits(divideHalfUp(second, pow10(scale - decimals)), decimals);
}

function units(name: string, text: string): bigint {
  const value = toUnits(text, scale);
  if (value === null) throw new RangeError(`${name} ${text} is not a decimal`);
  return value;
}
