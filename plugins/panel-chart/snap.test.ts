import { expect, it } from 'vitest';
import { snapToTick } from './snap.ts';

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
