import { expect, it } from 'vitest';
import { fixedDecimal, shortestDecimal, significantDecimal } from './fixed-decimal.ts';

it('writes doubles as plain decimals', () => {
  expect([fixedDecimal(1234.567, 2), fixedDecimal(8.1e-7, 15)]).toEqual(['1234.57', '0.000000810000000']);
  expect([shortestDecimal(0.1 + 0.2, 8), shortestDecimal(1200, 0), shortestDecimal(5, 4)]).toEqual(['0.3', '1200', '5']);
  expect([significantDecimal(1234.5678, 6), significantDecimal(8.1e-7, 3), significantDecimal(0, 8)]).toEqual([
    '1234.57',
    '0.00000081',
    '0',
  ]);
});
