import type { ComponentType } from 'react';
import type { InstrumentId } from '../domain/markets/instrument.ts';
import type { Interval } from '../domain/markets/interval.ts';
import type { Disposer, Resolved, TokenMap } from './token.ts';

/**
 * Contribution point of the chart: what stands over the candles. An overlay hands marks and price lines to the chart as data and
 * never sees the library that draws them.
 */
export const chartOverlaysPoint = 'chart.overlays';

/** One bar. The chart draws with doubles; exact decimals stay in the feeds. */
export interface ChartBar {
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Colours by meaning; the theme decides which they are. */
export type ChartTone = 'up' | 'down' | 'accent' | 'muted' | 'warn';

/** A short text above or below the bar that opens at `timeMs`. */
export interface ChartMark {
  readonly timeMs: number;
  readonly side: 'above' | 'below';
  readonly text: string;
  readonly tone: ChartTone;
  /** Larger and filled. */
  readonly strong?: boolean;
  /** Where it stands instead of beside the bar. */
  readonly price?: number;
  /** An arrow whose tip is at `price`, with the number of its fills; the text is shown while the pointer is upon it. */
  readonly tip?: boolean;
  /** The fills that it tells of, by ids of their own: a mark that tells of nothing but what strong ones tell is not drawn beside them. */
  readonly fills?: readonly string[];
}

/** A horizontal line across the chart with a label beside the price axis and its price on it. */
export interface ChartPriceLine {
  /** Unique among the lines of one overlay. */
  readonly id: string;
  readonly price: number;
  /** What it is, in words: under the pointer, in the hand, and for those who hear it. */
  readonly label: string;
  /** What the label says otherwise, as few letters as will do; absent: all of it. */
  readonly short?: string;
  readonly tone: ChartTone;
  readonly dashed?: boolean;
  /**
   * Absent: the line cannot be moved. `price` is on the instrument's grid, a decimal string. `done` is true once, when the line is let
   * go; it stays there until it is set anew.
   */
  onMove?(price: string, done: boolean): void;
  /** What it would come to at this price, said behind the label and the distance from the last price while it is in the hand. */
  outcomeAt?(price: string): string;
  /** Present: the line has a button that takes it away. */
  onRemove?(): void;
  /** One label for these lines of the owner, by id, where they are too close for their own. */
  several?(ids: readonly string[]): string;
  /** That label was pressed: shows the list of what they are. */
  onSeveral?(): void;
  /** Drawn beside the price on the axis. */
  readonly sign?: 'bell';
  /** The other end of a connection that is drawn between two lines, by id. */
  readonly joins?: string;
}

/** A line over the candles with its label and value in the chart's legend. Where it is far from the visible candles it is not drawn. */
export interface ChartLine {
  /** Unique among the lines of one overlay. */
  readonly id: string;
  readonly label: string;
  /** In order of time; a value holds until the next. */
  readonly points: readonly ChartPoint[];
}

/** Lines that one chart draws; those of later overlays are left out. */
export const mostChartLines = 16;

/** Something to do at a price of the chart, for its menu. */
export interface ChartAction {
  readonly id: string;
  /** Already translated. */
  readonly label: string;
  readonly tone: ChartTone;
  run(): void;
}

/** What a chart's menu was opened for: a price on the instrument's grid, as a decimal string. */
export interface ChartTarget {
  readonly instrumentId: InstrumentId;
  readonly price: string;
}

export interface ChartPoint {
  readonly timeMs: number;
  readonly price: number;
}

/** One overlay's view of one chart. A chart at another interval is another surface. */
export interface ChartSurface {
  readonly instrumentId: InstrumentId;
  readonly interval: Interval;
  /** Loaded bars, oldest first; the last is open. */
  bars(): readonly ChartBar[];
  /** `all` after a load or a gap, `last` when the open bar changed or a new one opened; at most once per frame. */
  onBars(listener: (change: 'all' | 'last') => void): Disposer;
  /** In CSS pixels from the top of the candles' pane; null while nothing is drawn. */
  yOf(price: number): number | null;
  /** The time and price under a point of the chart in CSS pixels; null outside of the candles' pane. */
  pointAt(x: number, y: number): ChartPoint | null;
  /** Tells a click on the candles' pane that met no drawing or line. */
  onClick(listener: (point: ChartPoint, event: { readonly clientX: number; readonly clientY: number }) => void): Disposer;
  /** Tells a click on the price axis beside the candles; the price is on the instrument's grid, a decimal string. */
  onAxisClick(listener: (price: string) => void): Disposer;
  /** Entries for the menu at a price, before those of {@link ChartOverlay.actionsAt}, until disposed. */
  addActions(actionsAt: (price: string) => readonly ChartAction[]): Disposer;
  /** Each replaces what this overlay set before. */
  setMarks(marks: readonly ChartMark[]): void;
  setLines(lines: readonly ChartLine[]): void;
  setPriceLines(lines: readonly ChartPriceLine[]): void;
}

/** Marks for a range of bars, or the locale key of the sentence that says why there are none. */
export type ChartRangeResult =
  | { readonly ok: true; readonly marks: readonly ChartMark[] }
  | { readonly ok: false; readonly messageKey: string };

/** What an overlay's controls get. Another interval of the chart is another `surface`. */
export interface ChartControlsProps<R extends TokenMap = TokenMap> {
  readonly surface: ChartSurface;
  readonly services: Resolved<R>;
  /** Below the chart's bar, for what needs a line of its own: render there through a portal. */
  readonly strip: HTMLElement;
  /** False while another tab covers the chart. */
  readonly visible: boolean;
}

/** A contribution to {@link chartOverlaysPoint}. */
export interface ChartOverlay<R extends TokenMap = TokenMap> {
  /** Locale key, `pluginId.key`. */
  readonly titleKey: string;
  /** True: shown until the user switches it off. */
  readonly shownAtFirst: boolean;
  /** Starts it on one chart; what it set disappears with the disposer. `services` are those that its plugin requires. */
  attach?(surface: ChartSurface, services: Resolved<R>): Disposer;
  /** Stands in the chart's bar while the overlay is shown. */
  readonly Controls?: ComponentType<ChartControlsProps<R>>;
  /** Entries for the menu at a price; none when there is nothing to do there. */
  actionsAt?(target: ChartTarget, services: Resolved<R>): readonly ChartAction[];
  /** Present: also a drawing tool that marks the bars between two points. Pure; called again as bars change. */
  markRange?(bars: readonly ChartBar[], range: { readonly fromMs: number; readonly toMs: number }): ChartRangeResult;
}

/** Keeps the tokens' types; adds nothing at run time. */
export const defineChartOverlay = <const R extends TokenMap = Record<never, never>>(overlay: ChartOverlay<R>): ChartOverlay<R> => overlay;
