import { expect, it } from 'vitest';
import { isNearRange } from './near-range.ts';

it('draws a line at most the height of the candles away from them', () => {
  expect([79, 80, 100, 140, 141].map((value) => isNearRange(value, 100, 120))).toEqual([false, true, true, true, false]);
  expect([98.9, 99, 101, 101.1].map((value) => isNearRange(value, 100, 100))).toEqual([false, true, true, false]);
});
