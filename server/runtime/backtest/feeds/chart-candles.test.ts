import { expect, it } from 'vitest';
import { ChartCandles, mostChartCandles } from './chart-candles.ts';

const minute = 60_000;
const day = 1_440 * minute;

it('keeps first, highest, lowest and last price of each interval, and leaves out what had none', () => {
  const candles = new ChartCandles({ fromMs: 0, toMs: 4 * minute });
  candles.add(10, 5, 7, 4, 6);
  candles.add(minute - 1, 6, 9, 6, 8);
  candles.add(3 * minute, 8, 8, 1, 2);
  expect(candles.take()).toEqual([
    [0, 5, 9, 4, 8],
    [3 * minute, 8, 8, 1, 2],
  ]);
});

it('takes the shortest interval of which a chart has room for all', () => {
  const openings = (days: number): readonly number[] => {
    const candles = new ChartCandles({ fromMs: 0, toMs: days * day });
    for (let at = 0; at < days * day; at += minute) candles.add(at, 1, 1, 1, 1);
    return candles.take().map(([openMs]) => openMs);
  };
  for (const [days, step] of [
    [1, 3 * minute],
    [7, 30 * minute],
    [90, 360 * minute],
  ] as const) {
    const times = openings(days);
    expect([(times[1] ?? 0) - (times[0] ?? 0), times.length <= mostChartCandles]).toEqual([step, true]);
  }
});
