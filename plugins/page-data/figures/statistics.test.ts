import { describe, expect, it } from 'vitest';
import { averageAt, logReturns, percentileRank, quantile, realisedVolatility } from './statistics.ts';

describe('returns', () => {
  it('are logarithms, and unknown beside an unknown close', () => {
    expect(logReturns([100, 110, null, 121, 0, 5]).map((one) => one?.toFixed(6))).toEqual([
      Math.log(1.1).toFixed(6),
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('of one per cent a day are a volatility of 19.1 % a year, of one per cent an hour one of 93.6 %', () => {
    expect(realisedVolatility([0.01, -0.01, 0.01], 86_400_000)).toBeCloseTo(0.01 * Math.sqrt(365), 12);
    expect(realisedVolatility([0.01, -0.01], 3_600_000)).toBeCloseTo(0.93595, 5);
    expect(realisedVolatility([], 3_600_000)).toBeNull();
  });
});

it('an average is of whole windows alone', () => {
  expect([0, 1, 2, 3].map((at) => averageAt([1, 2, 6, null], at, 2))).toEqual([null, 1.5, 4, null]);
});

it('the rank of a value counts what is below it, and equals half', () => {
  expect(percentileRank(3, [1, 2, 3, 4])).toBe(62.5);
  expect(percentileRank(0, [1, 2])).toBe(0);
  expect(percentileRank(9, [1, 2])).toBe(100);
  expect(percentileRank(1, [])).toBeNull();
});

it('a quantile lies on the line between its neighbours', () => {
  expect([0, 0.25, 0.5, 1].map((share) => quantile([10, 20, 30], share))).toEqual([10, 15, 20, 30]);
});
