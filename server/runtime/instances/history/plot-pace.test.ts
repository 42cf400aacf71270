import { expect, it } from 'vitest';
import { mostBySecond, PlotPace } from './plot-pace.ts';

const plot = (series: number, timeMs: number) =>
  ({ type: 'plot', instrumentId: 'a/B/spot', series: `s${series}`, value: '1', timeMs }) as const;

/** Rows that an instance which plots on so many lines at every second of an hour leaves. */
function hourOf(pace: PlotPace, lines: number, startMs = 0): number {
  const rows = new Set<string>();
  for (let second = 0; second < 3_600; second++) {
    for (let line = 0; line < lines; line++) {
      const timeMs = startMs + second * 1_000;
      const { name, timeMs: keptMs } = pace.point(plot(line, timeMs), timeMs);
      rows.add(`${name} ${keptMs}`);
    }
  }
  return rows.size;
}

it('keeps eight lines by the second', () => {
  expect(hourOf(new PlotPace(), 8)).toBe(8 * 3_600);
});

it('keeps of an instance that plots all that it may a bounded number in an hour, and begins anew in the next', () => {
  const pace = new PlotPace();
  for (const hour of [0, 1]) {
    const rows = hourOf(pace, 160, hour * 3_600_000);
    expect([rows >= mostBySecond, rows <= mostBySecond + 160 * 61]).toEqual([true, true]);
  }
});

it('counts a line that is plotted again within its second once', () => {
  const pace = new PlotPace();
  for (let again = 0; again < 2 * mostBySecond; again++) pace.point(plot(1, 5_000 + (again % 1_000)), 5_000);
  expect(pace.point(plot(1, 6_000), 6_000).timeMs).toBe(6_000);
  expect(pace.point(plot(1, 7_000), 7_000).timeMs).toBe(7_000);
});
