import type { ChartPriceLine, ChartTone } from '../../../core/contract/chart.ts';
import type { LabelRoom } from './line-labels.ts';

/** What klinecharts keeps with a price line. Apart from the template, which needs the library and so a page. */
export interface PriceLineData {
  readonly label: string;
  readonly tone: ChartTone;
  readonly dashed: boolean;
  readonly sign: ChartPriceLine['sign'] | null;
  /** Chosen by key. */
  readonly held: boolean;
  readonly removable: boolean;
  /** Price of the line that this one is connected with. */
  readonly joined: number | null;
}

export const priceLineName = 'tessera-price-line';
/** Key of the figure that takes a line away. */
export const removeFigure = 'remove';
/** Key of the label that speaks for several lines. */
export const severalFigure = 'several';
/** Of the bell before the price on the axis. */
export const signWidth = 18;

/** The pane that price lines cross. */
export interface LinePane extends LabelRoom {
  yOf(price: number): number;
}
