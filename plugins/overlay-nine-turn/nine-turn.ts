import type { ChartBar } from '../../core/contract/chart.ts';

/** Bars that every bar is compared with: the close four bars before. */
const lookBack = 4;
/** Number of the last bar of a run. */
export const lastNumber = 9;
/** Fewest bars that can hold a run: five to look back on, and nine. */
export const leastBars = 14;

interface Turn {
  /** `high`: rising closes, a top may come; `low`: falling ones. */
  readonly side: 'high' | 'low';
  /** Index of the bar that has number 1. */
  readonly start: number;
  /** Numbers so far: 9 for a complete run, fewer for the one that is alive at the last bar. */
  readonly count: number;
  /** Complete runs: whether the extreme came by bar 8 or 9, came later, or has not come before something replaced the run. */
  readonly perfection: 'none' | 'perfected' | 'later' | 'imperfect';
}

/**
 * The Nine-Turn of a list of bars, oldest first: all complete runs, and the run that is alive at the last bar. A run that broke
 * before nine is erased. Pure; the README has the rules.
 */
export function nineTurns(bars: readonly ChartBar[]): readonly Turn[] {
  const turns: Turn[] = [];
  let start = 0;
  let count = 0;
  let direction = 0;
  for (let i = lookBack + 1; i < bars.length; i += 1) {
    const now = directionAt(bars, i);
    const before = directionAt(bars, i - 1);
    if (now !== 0 && now !== before) {
      start = i;
      count = 1;
      direction = now;
    } else if (now !== 0 && now === direction && count > 0 && count < lastNumber) {
      count += 1;
      if (count === lastNumber) turns.push({ side: sideOf(direction), start, count, perfection: 'imperfect' });
    } else if (now !== direction || count === lastNumber) {
      // Broken, or complete: numbering goes on with the next flip.
      count = 0;
      direction = now === direction ? direction : 0;
    }
  }
  const complete = turns.map((turn, n) => ({ ...turn, perfection: perfectionOf(bars, turn, turns[n + 1]) }));
  return count > 0 && count < lastNumber ? [...complete, { side: sideOf(direction), start, count, perfection: 'none' }] : complete;
}

const sideOf = (direction: number): Turn['side'] => (direction > 0 ? 'high' : 'low');

const directionAt = (bars: readonly ChartBar[], i: number): number => Math.sign((bars[i]?.close ?? 0) - (bars[i - lookBack]?.close ?? 0));

/** A run waits for its extreme until the next run of either side completes. */
function perfectionOf(bars: readonly ChartBar[], { side, start }: Turn, next: Turn | undefined): Turn['perfection'] {
  const reach = (number: number): number => {
    const bar = bars[start + number - 1];
    return side === 'high' ? (bar?.high ?? 0) : -(bar?.low ?? 0);
  };
  const mark = Math.max(reach(6), reach(7));
  if (Math.max(reach(8), reach(9)) > mark) return 'perfected';
  const end = next === undefined ? bars.length : next.start + lastNumber - 1;
  for (let number = lastNumber + 1; start + number - 1 < end; number += 1) if (reach(number) > mark) return 'later';
  return 'imperfect';
}

type Unfit = 'too-few' | 'uneven' | 'no-run';

/** Why a range cannot be marked; null when it can. `stepMs`: from one bar to the next, null when bars have no fixed length (months). */
export function unfitness(bars: readonly ChartBar[], stepMs: number | null): Unfit | null {
  if (bars.length < leastBars) return 'too-few';
  const uneven = bars.some(({ timeMs }, i) => {
    const before = bars[i - 1]?.timeMs;
    if (before === undefined) return false;
    return stepMs === null ? timeMs <= before : timeMs - before !== stepMs;
  });
  if (uneven) return 'uneven';
  return nineTurns(bars).length === 0 ? 'no-run' : null;
}
