import { describe, expect, it } from 'vitest';
import { correlation, correlations } from './correlation.ts';

const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

describe('a correlation', () => {
  it('is one of what moves together, minus one of what moves against each other', () => {
    expect(
      correlation(
        ten,
        ten.map((one) => 3 * one + 1),
      ).value,
    ).toBeCloseTo(1, 12);
    expect(
      correlation(
        ten,
        ten.map((one) => -one),
      ).value,
    ).toBeCloseTo(-1, 12);
  });

  it('is worth what was worked out by hand', () => {
    const other = [0, 1, 2, 3, 4, 5, 6, 7, 8, 24];
    // Sums: Σx = 55, Σy = 60, Σxy = Σi(i−1) for 1…9 + 240 = 240 + 240 = 480, Σx² = 385, Σy² = 204 + 576 = 780.
    expect(correlation(ten, other).value).toBeCloseTo((480 - (55 * 60) / 10) / Math.sqrt((385 - 302.5) * (780 - 360)), 12);
  });

  it('leaves out times that one of both lacks, and is none of fewer than ten', () => {
    const holed = [null, ...ten.slice(1), 11];
    expect(correlation([...ten, 11], holed)).toMatchObject({ shared: 10 });
    expect(correlation(ten, [null, ...ten.slice(1)])).toEqual({ value: null, shared: 9 });
  });

  it('is none with what never moved', () => {
    expect(
      correlation(
        ten,
        ten.map(() => 0.001),
      ).value,
    ).toBeNull();
    expect(correlations([ten, ten.map(() => 0)]).map((row) => row.map(({ value }) => value))).toEqual([
      [1, null],
      [null, null],
    ]);
  });
});
