import type { Chart, Coordinate, Point } from 'klinecharts';
import type { ChartPoint, ChartSurface } from '../../../core/contract/chart.ts';
import { mainPane } from './indicator-layer.ts';

export type SurfaceBase = Pick<ChartSurface, 'instrumentId' | 'interval' | 'bars' | 'onBars' | 'onClick'>;
type Setters = Pick<ChartSurface, 'setMarks' | 'setPriceLines'>;

/** The chart as an overlay sees it: prices and pixels, without the library. */
export const surfaceOf = (chart: Chart, base: SurfaceBase, setters: Setters): ChartSurface => ({
  ...base,
  ...setters,
  yOf: (price) => yOf(chart, price),
  pointAt: (x, y) => pointAt(chart, x, y),
});

/** In px from the top of the candles' pane; null while nothing is drawn. */
export function yOf(chart: Chart, price: number): number | null {
  const { y } = chart.convertToPixel({ value: price }, { paneId: mainPane }) as Partial<Coordinate>;
  return y === undefined || Number.isNaN(y) ? null : y;
}

/** The time and price under a pixel of the candles' pane; null outside or without bars. */
export function pointAt(chart: Chart, x: number, y: number): ChartPoint | null {
  const size = chart.getSize(mainPane, 'main');
  if (size === null || x < 0 || y < 0 || x > size.width || y > size.height) return null;
  const [point] = chart.convertFromPixel([{ x, y }], { paneId: mainPane }) as Partial<Point>[];
  return point?.timestamp === undefined || point.value === undefined ? null : { timeMs: point.timestamp, price: point.value };
}
