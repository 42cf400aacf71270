import { describe, expect, it } from 'vitest';
import { type PerpetualMarkInput, perpetualMark } from './mark-price.ts';

const hourMs = 3_600_000;
const given: PerpetualMarkInput = {
  index: '50000',
  lastFunding: '0.0003',
  toFundingMs: 4 * hourMs,
  fundingIntervalMs: 8 * hourMs,
  basisMean: '12',
  last: '50030',
};

describe('the mark of a perpetual', () => {
  it('is the median of index with funding, index with basis, and last trade: of 50,007.5, 50,012 and 50,030 the second', () => {
    expect(perpetualMark(given, 2)).toBe('50012');
    expect(perpetualMark({ ...given, last: '50001' }, 2)).toBe('50007.5');
    expect(perpetualMark({ ...given, last: '50009' }, 2)).toBe('50009');
  });

  it('is the index with the funding still to come while the book is empty', () => {
    expect(perpetualMark({ ...given, basisMean: null }, 2)).toBe('50007.5');
    expect(perpetualMark({ ...given, last: null, toFundingMs: 0 }, 2)).toBe('50000');
  });

  it('goes below the index where shorts pay longs, rounded half up', () => {
    expect(perpetualMark({ ...given, lastFunding: '-0.0003', basisMean: null }, 2)).toBe('49992.5');
    expect(perpetualMark({ ...given, index: '100.01', lastFunding: '0.0001', basisMean: null }, 2)).toBe('100.02');
  });

  it('names what is no decimal', () => {
    expect(() => perpetualMark({ ...given, last: 'x' }, 2)).toThrow('last x is not a decimal');
  });
});
