import { expect, it } from 'vitest';
import { magnetised, snapToTick } from './snap.ts';

it.each([
  [50_000.123, '0.01', '50000.12'],
  [50_000.126, '0.01', '50000.13'],
  [50_012, '25', '50000'],
  [50_013, '25', '50025'],
  [0.000000123, '0.00000001', '0.00000012'],
  [1.37, '0.5', '1.5'],
  [-3, '0.01', '0.01'],
])('%d on a grid of %s is %s', (price, tick, snapped) => {
  expect(snapToTick(price, tick)).toBe(snapped);
});

it.each([
  [130, 120],
  [118, 120],
  [113, 112],
  [109, 110],
  [20, 90],
])('the magnet takes %d to %d of a bar from 110 to 112, between 90 and 120', (price, expected) => {
  expect(magnetised(price, { open: 110, close: 112, low: 90, high: 120 })).toBe(expected);
});
