import { expect, it } from 'vitest';
import { largestNotional, maintenanceMargin } from './margin-brackets.ts';

const cent = 100n;

it('gives the maintenance margins of the reference, with no step where brackets meet', () => {
  const margins = [40_000n, 200_000n, 600_000n, 1_000_000n].map((notional) => maintenanceMargin(notional * cent, cent));
  expect(margins).toEqual([160n * cent, 950n * cent, 2_950n * cent, 5_550n * cent]);
  for (const edge of [50_000n, 600_000n, 3_000_000n, 12_000_000n]) {
    const [below, above] = [maintenanceMargin(edge * cent, cent), maintenanceMargin(edge * cent + 1n, cent)];
    expect(above - below).toBeLessThanOrEqual(1n);
  }
});

it('rounds the margin up, and never below nothing', () => {
  expect(maintenanceMargin(1n, cent)).toBe(1n);
  expect(maintenanceMargin(0n, cent)).toBe(0n);
});

it('holds a leverage to the largest notional of its bracket', () => {
  expect([1, 25, 26, 50, 100, 125, 126].map((leverage) => largestNotional(leverage))).toEqual([
    70_000_000n,
    70_000_000n,
    12_000_000n,
    12_000_000n,
    600_000n,
    50_000n,
    0n,
  ]);
});
