import { expect, it } from 'vitest';
import { CpuBudget } from './cpu-budget.ts';

it('is overdrawn by more than its share of ten seconds, and every window begins anew', () => {
  const budget = new CpuBudget(0.5);
  expect(budget.isOverdrawn(0, 3_000)).toBe(false);
  expect(budget.isOverdrawn(4_000, 2_000)).toBe(false);
  expect(budget.isOverdrawn(9_999, 1)).toBe(true);
  expect(budget.isOverdrawn(10_000, 5_000)).toBe(false);
  expect(budget.isOverdrawn(19_000, 1)).toBe(true);
});
