import type { AxisCreateTicksParams, AxisTick, Chart, IndicatorCreate } from 'klinecharts';
import { reaction } from 'mobx';
import type { Disposer } from '../../../core/contract/token.ts';
import { indicatorOf } from '../../../core/domain/indicators/catalogue.ts';
import { formatAxis } from '../../../core/ui/text/format-axis.ts';
import type { ChartContext } from '../chart-context.ts';
import { type Colour, colours, type PlacedIndicator } from '../chart-document.ts';
import type { ChartStore } from '../chart-store.ts';
import { chartNameOf } from '../indicators/register.ts';
import { legendBottom, mainPane } from './surface.ts';

/** Share of the chart's height for one pane below the candles, within limits. */
const paneShare = 0.18;
const paneHeights = { min: 26, max: 110 } as const;
const mainMinHeight = 120;
/** Of a chart too low for that, and what the times take below. */
const candleShare = 0.5;
const axisHeight = 26;
/** Shares of what a pane draws that stay free above and below it at least, and px for what the highest price says. */
const candleGaps = { top: 0.2, bottom: 0.1, markHeight: 16 } as const;
const paneGaps = { top: 0.1, bottom: 0, markHeight: 0 } as const;
/** Share of a pane that its legend may keep free. */
const mostFree = 0.4;

/** Colour of the n-th line of an indicator: the user's, else one of the series in turn. */
export const lineColour = ({ colours: chosen }: Pick<PlacedIndicator, 'colours'>, n: number): Colour =>
  chosen[n] ?? colours[n % colours.length] ?? 'accent';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Too small for names and values of indicators on the canvas, as one of many charts in a window. */
export const isSmall = ({ width, height }: Size): boolean => width < 360 || height < 240;

/** The library shortens each figure of an axis alone, and would show 1.00K beside 400.0. */
function volumeTicks({ defaultTicks }: AxisCreateTicksParams): AxisTick[] {
  const texts = formatAxis(defaultTicks.map(({ value }) => Number(value)));
  return defaultTicks.map((tick, at) => ({ ...tick, text: texts[at] ?? tick.text }));
}

const isOnCandles = ({ indicator }: PlacedIndicator): boolean => indicatorOf(indicator)?.place === 'main';
const paneOf = ({ id }: Pick<PlacedIndicator, 'id'>): string => `pane-${id}`;

/** Keeps klinecharts' indicators in step with those of the store. */
export class IndicatorLayer {
  readonly #chart: Chart;
  readonly #context: ChartContext;
  readonly #shown = new Map<string, PlacedIndicator>();
  readonly #stop: Disposer;
  /** Heights of panes before they gave room to the candles. */
  readonly #lowered = new Map<string, number>();
  /** Makes klinecharts draw again after a change of style alone. */
  #drawn = 0;
  /** What stays free at the top of panes, as a share of what they draw. */
  readonly #gaps = new Map<string, number>();
  #laidOut = 0;

  constructor(chart: Chart, store: ChartStore, context: ChartContext) {
    this.#chart = chart;
    this.#context = context;
    chart.setPaneOptions({ id: mainPane, minHeight: mainMinHeight });
    this.#stop = reaction(
      () => store.document.indicators,
      (indicators) => this.#synchronise(indicators),
      { fireImmediately: true },
    );
  }

  /** The theme changed. */
  repaint(): void {
    for (const placed of this.#shown.values()) this.#chart.overrideIndicator(this.#indicatorOf(placed));
  }

  /** The chart got another height: panes below give room to the candles, and get back what they had when there is enough. */
  fit(): void {
    const height = this.#chart.getSize()?.height ?? 0;
    const panes = [...this.#shown.values()].filter((placed) => !isOnCandles(placed)).map(paneOf);
    const candles = Math.min(mainMinHeight, height * candleShare);
    const most = Math.max(paneHeights.min, Math.floor((height - axisHeight - candles) / Math.max(1, panes.length)));
    for (const id of panes) {
      const now = this.#chart.getSize(id)?.height ?? 0;
      const wanted = this.#lowered.get(id) ?? now;
      if (wanted > most) this.#lowered.set(id, wanted);
      else this.#lowered.delete(id);
      const next = Math.min(wanted, most);
      if (next !== now) this.#chart.setPaneOptions({ id, height: next, minHeight: paneHeights.min });
    }
    this.#clearLegends();
  }

  /** The candles have got another axis, which knows nothing of the room that they leave. */
  axisChanged(): void {
    this.#gaps.delete(mainPane);
    this.#clearLegends();
  }

  close(): void {
    void this.#stop();
    cancelAnimationFrame(this.#laidOut);
  }

  #synchronise(indicators: readonly PlacedIndicator[]): void {
    const wanted = new Set(indicators.map(({ id }) => id));
    for (const id of [...this.#shown.keys()]) {
      if (wanted.has(id)) continue;
      this.#shown.delete(id);
      this.#lowered.delete(paneOf({ id }));
      this.#gaps.delete(paneOf({ id }));
      this.#chart.removeIndicator({ id });
    }
    for (const placed of indicators) {
      const before = this.#shown.get(placed.id);
      this.#shown.set(placed.id, placed);
      if (before === undefined) this.#add(placed);
      else if (before !== placed) this.#chart.overrideIndicator(this.#indicatorOf(placed));
    }
    this.#clearLegends();
    // The library gives panes their new heights in its next frame.
    cancelAnimationFrame(this.#laidOut);
    this.#laidOut = requestAnimationFrame(() => this.#clearLegends());
  }

  #add(placed: PlacedIndicator): void {
    const isMain = isOnCandles(placed);
    const paneId = isMain ? mainPane : paneOf(placed);
    this.#chart.createIndicator({ ...this.#indicatorOf(placed), paneId }, isMain);
    if (isMain) return;
    this.#chart.setPaneOptions({ id: paneId, height: this.#paneHeight(), minHeight: paneHeights.min });
    if (indicatorOf(placed.indicator)?.precision === 'volume') this.#chart.overrideYAxis({ paneId, createTicks: volumeTicks });
  }

  /** Keeps what panes draw, and what the highest price says, below the names and values of their indicators. */
  #clearLegends(): void {
    const below = [...this.#shown.values()].filter((placed) => !isOnCandles(placed)).map(paneOf);
    for (const paneId of [mainPane, ...below]) {
      const { top: least, bottom, markHeight } = paneId === mainPane ? candleGaps : paneGaps;
      const height = this.#chart.getSize(paneId, 'main')?.height ?? 0;
      const legend = legendBottom(this.#chart, paneId);
      const free = height === 0 || legend === 0 ? 0 : Math.min(mostFree, (legend + markHeight) / height);
      // The library leaves top / (1 + top + bottom) of the height free.
      const top = Math.max(least, (free * (1 + bottom)) / (1 - free));
      if (Math.abs(top - (this.#gaps.get(paneId) ?? 0)) < 0.005) continue;
      this.#gaps.set(paneId, top);
      this.#chart.overrideYAxis({ paneId, gap: { top, bottom } });
    }
  }

  #paneHeight(): number {
    const height = (this.#chart.getSize()?.height ?? 0) * paneShare;
    return Math.round(Math.min(paneHeights.max, Math.max(paneHeights.min, height)));
  }

  #indicatorOf(placed: PlacedIndicator): IndicatorCreate {
    this.#drawn += 1;
    const definition = indicatorOf(placed.indicator);
    const figures = definition?.figures(placed.params) ?? [];
    const lines = figures
      .filter(({ kind }) => kind === 'line')
      .map((_, n) => ({ color: this.#context.colour(lineColour(placed, n)), size: 1 }));
    const dot = this.#context.colour(lineColour(placed, 0));
    return {
      name: chartNameOf(placed.indicator),
      id: placed.id,
      calcParams: [...placed.params],
      visible: !placed.hidden,
      styles: {
        lines,
        circles: [{ style: 'fill', upColor: dot, downColor: dot, noChangeColor: dot }],
      },
      extendData: this.#drawn,
    };
  }
}
