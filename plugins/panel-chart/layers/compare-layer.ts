import type { Chart, IndicatorTemplate } from 'klinecharts';
import { registerIndicator } from 'klinecharts';
import { reaction } from 'mobx';
import type { ChartBar } from '../../../core/contract/chart.ts';
import type { Feeds } from '../../../core/contract/client-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { Interval } from '../../../core/domain/markets/interval.ts';
import type { ChartContext } from '../chart-context.ts';
import { type Colour, maxCompared } from '../chart-document.ts';
import type { ChartStore } from '../chart-store.ts';
import { CompareSeries } from './compare-series.ts';
import { mainPane } from './surface.ts';

/** Colours of the compared instruments, in order. */
export const compareColours: readonly Colour[] = ['orange', 'violet', 'teal', 'warn'];

type CompareRow = Record<string, number | undefined>;
const name = 'tessera-compare';
/** The row of a bar that is out of sight. */
const nothing: CompareRow = {};
let registered = false;

const template: IndicatorTemplate<CompareRow, number, null> = {
  name,
  shortName: '',
  series: 'price',
  // The panel's legend names the instruments with their change.
  createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
  figures: Array.from({ length: maxCompared }, (_, n) => ({ key: `c${n}`, title: '', type: 'line' })),
  calc: (bars, indicator) => {
    const layer = layers.get(indicator.calcParams[0] ?? 0);
    return layer === undefined ? [] : layer.rows(bars as unknown as readonly ChartBar[], indicator.calcParams[1] ?? 0);
  },
};

/** klinecharts copies what an indicator is given deeply; a number finds the layer again. */
const layers = new Map<number, CompareLayer>();
let nextLayer = 1;

/** Other instruments as lines over the candles: each starts at the candles' close of the first visible bar, so that percents compare. */
export class CompareLayer {
  readonly #chart: Chart;
  readonly #context: ChartContext;
  readonly #number = nextLayer++;
  readonly #series = new Map<InstrumentId, CompareSeries>();
  readonly #disposers: Disposer[] = [];
  readonly #feeds: Feeds;
  readonly #interval: Interval;
  #order: readonly InstrumentId[] = [];
  #changes = 0;
  #frame = 0;

  constructor(chart: Chart, store: ChartStore, context: ChartContext, feeds: Feeds, interval: Interval) {
    this.#chart = chart;
    this.#context = context;
    this.#feeds = feeds;
    this.#interval = interval;
    if (!registered) registerIndicator(template);
    registered = true;
    layers.set(this.#number, this);
    const follow = (): void => this.invalidate();
    chart.subscribeAction('onVisibleRangeChange', follow);
    this.#disposers.push(
      () => chart.unsubscribeAction('onVisibleRangeChange', follow),
      reaction(
        () => store.document.compared,
        (compared) => this.#synchronise(compared),
        { fireImmediately: true },
      ),
    );
  }

  /** Lines must be placed anew; at most once per frame. */
  invalidate(): void {
    if (this.#order.length === 0 || this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const { from } = this.#chart.getVisibleRange();
      this.#changes += 1;
      this.#chart.overrideIndicator({ name, id: name, calcParams: [this.#number, from, this.#changes] });
      const first = this.#context.bars()[0]?.timeMs;
      if (first !== undefined) for (const series of this.#series.values()) void series.reach(first);
    });
  }

  /** Percent since the first visible bar, for the legend. */
  changeAt(id: InstrumentId, timeMs: number): number | null {
    const first = this.#context.bars()[this.#chart.getVisibleRange().from]?.timeMs;
    const base = first === undefined ? null : (this.#series.get(id)?.closeAt(first) ?? null);
    const close = this.#series.get(id)?.closeAt(timeMs) ?? null;
    return base === null || base === 0 || close === null ? null : (100 * (close - base)) / base;
  }

  rows(bars: readonly ChartBar[], from: number): CompareRow[] {
    const bases = this.#order.map((id) => {
      const series = this.#series.get(id);
      // The first visible bar may lack a candle of the other instrument: the next that has one counts.
      for (let i = from; i < bars.length; i += 1) {
        const close = series?.closeAt(bars[i]?.timeMs ?? 0) ?? null;
        if (close !== null && close !== 0) return { series, factor: (bars[i]?.close ?? 0) / close };
      }
      return { series: undefined, factor: 0 };
    });
    return bars.map((bar, i) => {
      if (i < from - 1) return nothing;
      const row: CompareRow = {};
      bases.forEach(({ series, factor }, n) => {
        const close = series?.closeAt(bar.timeMs) ?? null;
        if (close !== null) row[`c${n}`] = close * factor;
      });
      return row;
    });
  }

  repaint(): void {
    if (this.#order.length === 0) return;
    this.#chart.overrideIndicator({ name, id: name, styles: { lines: this.#lines() } });
    this.invalidate();
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    layers.delete(this.#number);
    for (const dispose of this.#disposers) void dispose();
    for (const series of this.#series.values()) series.close();
  }

  #synchronise(compared: readonly InstrumentId[]): void {
    for (const [id, series] of this.#series) {
      if (compared.includes(id)) continue;
      series.close();
      this.#series.delete(id);
    }
    for (const id of compared) {
      if (!this.#series.has(id)) this.#series.set(id, new CompareSeries(this.#feeds, id, this.#interval, () => this.invalidate()));
    }
    const began = this.#order.length === 0 && compared.length > 0;
    this.#order = compared;
    if (compared.length === 0) this.#chart.removeIndicator({ id: name });
    else if (began) {
      const styles = { lines: this.#lines() };
      this.#chart.createIndicator({ name, id: name, calcParams: [this.#number, 0, 0], paneId: mainPane, styles }, true);
    }
    this.invalidate();
  }

  #lines() {
    return compareColours.map((colour) => ({ color: this.#context.colour(colour), size: 2 }));
  }
}
