import type { ChartBar, ChartLine, ChartPoint } from '../../../core/contract/chart.ts';
import { isNearRange } from '../../../core/domain/markets/near-range.ts';

export type PlotRow = Record<string, number | undefined>;

/** The value of a line in the bar that ends at `endMs`: its last one until then. */
export function valueBefore(points: readonly ChartPoint[], endMs: number): number | null {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle] as ChartPoint).timeMs < endMs) low = middle + 1;
    else high = middle;
  }
  return points[low - 1]?.price ?? null;
}

/** Values of the lines at each bar, `l0`, `l1` …; none where they are far from the visible bars, which they would press flat. */
export function plotRows(
  bars: readonly ChartBar[],
  lines: readonly ChartLine[],
  { from, to }: { readonly from: number; readonly to: number },
): PlotRow[] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const bar of bars.slice(Math.max(0, from), to)) {
    low = Math.min(low, bar.low);
    high = Math.max(high, bar.high);
  }
  return bars.map((_, at) => {
    const row: PlotRow = {};
    if (at < from - 1 || at > to) return row;
    lines.forEach(({ points }, n) => {
      const value = valueBefore(points, bars[at + 1]?.timeMs ?? Number.POSITIVE_INFINITY);
      if (value !== null && isNearRange(value, low, high)) row[`l${n}`] = value;
    });
    return row;
  });
}
