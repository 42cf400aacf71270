import type { Chart } from 'klinecharts';
import type { ChartBar, ChartMark, ChartTone } from '../../core/contract/chart.ts';
import type { Colour } from './chart-document.ts';
import type { LinePlace } from './drawing/line-labels.ts';
import type { LinePane } from './drawing/price-line-data.ts';
import type { DrawingTool, Pixel } from './drawing/tool.ts';

/** What the page-wide templates of klinecharts need to know of the chart that they draw on. */
export interface ChartContext {
  toolOf(id: string): DrawingTool | null;
  bars(): readonly ChartBar[];
  marks(): readonly ChartMark[];
  /** Those that were in sight at the last painting. */
  painted: readonly ChartMark[];
  /** Where the crosshair stands in the candles' pane; null while it is not there. */
  pointer(): Pixel | null;
  /** Places of the price lines' labels, by line, in a pane of this size. */
  linePlaces(pane: LinePane): ReadonlyMap<string, LinePlace>;
  /** As CSS colours of the present theme. */
  colour(name: Colour | ChartTone | 'surface'): string;
  readonly fontFamily: string;
}

/** Templates are registered once for all charts and get only the chart; the context goes with it. */
const contexts = new WeakMap<Chart, ChartContext>();

export const setContext = (chart: Chart, context: ChartContext): void => void contexts.set(chart, context);
export const contextOf = (chart: Chart): ChartContext | null => contexts.get(chart) ?? null;

/** The bar that opens at `timeMs`, or null. Bars are in order of time. */
export function barAt(bars: readonly ChartBar[], timeMs: number): ChartBar | null {
  let low = 0;
  let high = bars.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const bar = bars[middle] as ChartBar;
    if (bar.timeMs === timeMs) return bar;
    if (bar.timeMs < timeMs) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}
