import { expect, it } from 'vitest';
import { SystemClock } from '../../clock.ts';
import { silent } from '../../trading/trading-fixture.ts';
import { CpuBudget } from './cpu-budget.ts';

it('is overdrawn by more than its share of ten seconds, and every window begins anew', () => {
  let nowMs = 0;
  const budget = new CpuBudget(0.5, { elapsedMs: () => nowMs });
  const isOverdrawn = (atMs: number, busyMs: number): boolean => {
    nowMs = atMs;
    return budget.isOverdrawn(busyMs);
  };
  expect(isOverdrawn(0, 3_000)).toBe(false);
  expect(isOverdrawn(4_000, 2_000)).toBe(false);
  expect(isOverdrawn(9_999, 1)).toBe(true);
  expect(isOverdrawn(10_000, 5_000)).toBe(false);
  expect(isOverdrawn(19_000, 1)).toBe(true);
});

it('is not overdrawn by two fifths of every second when the clock was put back and goes at half pace', () => {
  const sources = { wallMs: 7_200_000, elapsedMs: 0 };
  const clock = new SystemClock(silent, { wallMs: () => sources.wallMs, elapsedMs: () => sources.elapsedMs });
  const budget = new CpuBudget(0.5, clock);
  clock.nowMs();
  sources.wallMs = 0;
  const overdrawn = Array.from({ length: 60 }, () => {
    sources.elapsedMs += 1_000;
    return budget.isOverdrawn(400);
  });
  expect(overdrawn).not.toContain(true);
});
