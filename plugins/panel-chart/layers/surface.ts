import type { Chart, Coordinate, Point } from 'klinecharts';
import type { ChartPoint, ChartSurface } from '../../../core/contract/chart.ts';
import type { Pixel } from '../drawing/tool.ts';

export const mainPane = 'candle_pane';

export type SurfaceBase = Pick<ChartSurface, 'instrumentId' | 'interval' | 'bars' | 'onBars' | 'onClick' | 'onAxisClick'>;
type Setters = Pick<ChartSurface, 'setMarks' | 'setLines' | 'setPriceLines' | 'addActions'>;

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

/** The bar, time and price at a pixel of the candles' pane; times go on beyond the last bar. */
export function valueAt(chart: Chart, { x, y }: Pixel): { readonly index: number; readonly timeMs?: number; readonly price?: number } {
  const [point = {}] = chart.convertFromPixel([{ x, y }], { paneId: mainPane }) as Partial<Point>[];
  const { dataIndex: index = 0, timestamp: timeMs, value: price } = point;
  return { index, ...(timeMs === undefined ? {} : { timeMs }), ...(price === undefined ? {} : { price }) };
}

/** The time and price under a pixel of the candles' pane; null outside or without bars. */
export function pointAt(chart: Chart, x: number, y: number): ChartPoint | null {
  const size = chart.getSize(mainPane, 'main');
  if (size === null || x < 0 || y < 0 || x > size.width || y > size.height) return null;
  const { timeMs, price } = valueAt(chart, { x, y });
  return timeMs === undefined || price === undefined ? null : { timeMs, price };
}

/** The time at a pixel between the bars; null without bars. */
export function preciseTimeAt(chart: Chart, x: number): number | null {
  const { index, timeMs } = valueAt(chart, { x, y: 0 });
  const [here, next] = chart.convertToPixel([{ dataIndex: index }, { dataIndex: index + 1 }], {
    paneId: mainPane,
  }) as Partial<Coordinate>[];
  if (timeMs === undefined || here?.x === undefined || next?.x === undefined || next.x === here.x) return timeMs ?? null;
  const nextMs = valueAt(chart, { x: next.x, y: 0 }).timeMs ?? timeMs;
  return timeMs + ((x - here.x) / (next.x - here.x)) * (nextMs - timeMs);
}

/** Where the names and values of a pane's indicators end, a line each; in px from its top. */
export function legendBottom(chart: Pick<Chart, 'getStyles' | 'getIndicators'>, paneId = mainPane): number {
  const { showRule, offsetTop, legend } = chart.getStyles().indicator.tooltip;
  const rows = showRule === 'always' ? chart.getIndicators({ paneId }).length : 0;
  return rows === 0 ? 0 : offsetTop + rows * (legend.marginTop + legend.size + legend.marginBottom);
}
