import { expect, it } from 'vitest';
import type { ChartBar } from '../../../core/contract/chart.ts';
import { plotRows, valueBefore } from './plot-rows.ts';

const bars: readonly ChartBar[] = [0, 60, 120, 180].map((timeMs) => ({ timeMs, open: 100, high: 110, low: 100, close: 105, volume: 1 }));
const line = (points: ReadonlyArray<readonly [number, number]>) => ({
  ...{ id: 'fair', label: 'Fair' },
  points: points.map(([timeMs, price]) => ({ timeMs, price })),
});

it('gives each bar the last value of a line until its end, which holds until the next', () => {
  const fair = line([
    [60, 101],
    [119, 102],
    [200, 103],
  ]);
  expect(plotRows(bars, [fair], { from: 0, to: 4 })).toEqual([{}, { l0: 102 }, { l0: 102 }, { l0: 103 }]);
  expect(valueBefore([], 10)).toBeNull();
});

it('leaves out what is far from the visible bars, so that it does not press them flat', () => {
  const [far, near] = [line([[0, 500]]), line([[0, 119]])];
  expect(plotRows(bars, [far, near], { from: 0, to: 4 })[2]).toEqual({ l1: 119 });
});
