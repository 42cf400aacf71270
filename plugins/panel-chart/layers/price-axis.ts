import type { AxisCreateTicksParams, AxisTick, Chart } from 'klinecharts';
import { mainPane } from './surface.ts';

/** Between the middles of the last price's label and of a price of the axis that it touches, in px. */
const reachPx = 14;

/**
 * The prices of the axis without those that the label of the last price would half cover. The library keeps the ticks for as long as the
 * range stands, while the last price moves: so each says its text when it is drawn.
 */
export const uncoveredTicks =
  (lastY: (height: number) => number | null) =>
  ({ defaultTicks, bounding: { height } }: AxisCreateTicksParams): AxisTick[] =>
    defaultTicks.map(({ coord, value, text }) => ({
      coord,
      value,
      get text() {
        const last = lastY(height);
        return last !== null && Math.abs(last - coord) < reachPx ? '' : text;
      },
    }));

/** Where the library puts the label of the last price on an axis of this height: at an edge when it is out of sight. Null without bars. */
export function lastLabelY(chart: Pick<Chart, 'getDataList' | 'convertToPixel'>, height: number): number | null {
  const value = chart.getDataList().at(-1)?.close;
  if (value === undefined) return null;
  const { y } = chart.convertToPixel({ value }, { paneId: mainPane }) as { readonly y?: number };
  return y === undefined ? null : Math.max(height * 0.05, Math.min(y, height * 0.98));
}
