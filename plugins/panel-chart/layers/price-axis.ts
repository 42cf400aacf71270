import type { AxisCreateTicksParams, AxisTick, Chart } from 'klinecharts';
import { mainPane } from './surface.ts';

/** Between the middles of a label and of a price of the axis that it touches, in px. */
const reachPx = 14;

/**
 * The prices of the axis without those that labels, of the last price and of price lines, would half cover. The library keeps the ticks
 * for as long as the range stands, while labels move: so each says its text when it is drawn. It makes the axis as wide as its longest price:
 * one that is left out keeps its width.
 */
export const uncoveredTicks =
  (labelYs: (height: number) => readonly (number | null)[]) =>
  ({ defaultTicks, bounding: { height } }: AxisCreateTicksParams): AxisTick[] =>
    defaultTicks.map(({ coord, value, text }) => ({
      coord,
      value,
      get text() {
        return labelYs(height).some((y) => y !== null && Math.abs(y - coord) < reachPx) ? blankOf(text) : text;
      },
    }));

/** As wide, in figures that are not seen. */
const blankOf = (text: string): string => text.replace(/\d/g, '\u2007').replace(/[.,]/g, '\u2008');

/** Where the library puts the label of the last price on an axis of this height: at an edge when it is out of sight. Null without bars. */
export function lastLabelY(chart: Pick<Chart, 'getDataList' | 'convertToPixel'>, height: number): number | null {
  const value = chart.getDataList().at(-1)?.close;
  if (value === undefined) return null;
  const { y } = chart.convertToPixel({ value }, { paneId: mainPane }) as { readonly y?: number };
  return y === undefined ? null : Math.max(height * 0.05, Math.min(y, height * 0.98));
}
