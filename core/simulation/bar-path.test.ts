import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BarPath, type BarTicks } from './bar-path.ts';

const tick = fc.integer({ min: 90, max: 110 });
const bar = fc
  .tuple(tick, tick, tick, tick)
  .map(([open, a, b, close]): BarTicks => ({ open, close, high: Math.max(open, a, b, close), low: Math.min(open, a, b, close) }));

/** Every tick that the path shows, in order. */
function ticksOf(path: BarPath): readonly number[] {
  const ticks = [path.ticks];
  while (path.isRunning) {
    path.next(path.ticks - 1, path.ticks + 1, true);
    path.step();
    if (path.ticks !== ticks.at(-1)) ticks.push(path.ticks);
  }
  return ticks;
}

describe('the path of a bar', () => {
  it('goes open, nearer extreme, other extreme, close, a third of the time each', () => {
    const path = new BarPath();
    path.start({ open: 100, high: 110, low: 95, close: 105 }, 3_000, 3_000);
    const points = [[path.ticks, path.timeMs]];
    while (path.isRunning) {
      path.next(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, true);
      path.step();
      points.push([path.ticks, path.timeMs]);
    }
    expect(points).toEqual([
      [100, 3_000],
      [95, 4_000],
      [110, 5_000],
      [105, 5_999],
    ]);
  });

  it('stops at the same prices at the same times, whoever looks at it in between', () => {
    const looks = fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 8 });
    fc.assert(
      fc.property(bar, looks, tick, tick, (one, times, a, b) => {
        const [down, up] = [Math.min(a, b) - 1, Math.max(a, b) + 1];
        const stops = (looking: readonly number[]): readonly unknown[] => {
          const path = new BarPath();
          path.start(one, 0, 60_000);
          const found: unknown[] = [];
          const left = [...looking].sort((x, y) => x - y);
          for (let round = 0; path.isRunning && round < 50; round++) {
            const isOutside = path.ticks <= down || path.ticks >= up;
            const nextMs = isOutside ? path.next(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, true) : path.next(down, up, true);
            while (left[0] !== undefined && left[0] < nextMs) {
              path.moveTo(left.shift() as number);
              expect(path.ticks).toBeGreaterThanOrEqual(one.low);
              expect(path.ticks).toBeLessThanOrEqual(one.high);
              if (!isOutside) expect(path.ticks > down && path.ticks < up).toBe(true);
            }
            path.step();
            found.push([path.ticks, path.timeMs]);
          }
          return found;
        };
        expect(stops(times)).toEqual(stops([]));
      }),
    );
  });

  it('leaves out no price, and ends at the close in the last millisecond', () => {
    fc.assert(
      fc.property(bar, (one) => {
        const path = new BarPath();
        path.start(one, 0, 60_000);
        const ticks = ticksOf(path);
        ticks.slice(1).forEach((price, at) => {
          expect(Math.abs(price - (ticks[at] as number))).toBe(1);
        });
        expect([Math.min(...ticks), Math.max(...ticks), ticks.at(-1)]).toEqual([one.low, one.high, one.close]);
        expect(path.timeMs).toBe(59_999);
      }),
    );
  });
});
