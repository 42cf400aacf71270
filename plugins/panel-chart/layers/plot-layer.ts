import { type Chart, type IndicatorTemplate, registerIndicator } from 'klinecharts';
import { observable, runInAction, untracked } from 'mobx';
import { type ChartBar, type ChartLine, mostChartLines } from '../../../core/contract/chart.ts';
import type { ChartContext } from '../chart-context.ts';
import type { Colour } from '../chart-document.ts';
import { type PlotRow, plotRows, valueBefore } from './plot-rows.ts';
import { mainPane } from './surface.ts';

/** In turn. */
const plotColours: readonly Colour[] = ['orange', 'violet', 'teal', 'warn', 'accent'];
const colourOf = (n: number): Colour => plotColours[n % plotColours.length] ?? 'accent';

export interface PlotValue {
  readonly key: string;
  readonly label: string;
  readonly colour: Colour;
  readonly value: number | null;
}

const name = 'tessera-plots';
let registered = false;

const template: IndicatorTemplate<PlotRow, number, null> = {
  name,
  shortName: '',
  series: 'price',
  // The panel's legend names the lines with their values.
  createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
  figures: Array.from({ length: mostChartLines }, (_, n) => ({ key: `l${n}`, title: '', type: 'line' })),
  calc: (bars, indicator) => layers.get(indicator.calcParams[0] ?? 0)?.rows(bars as unknown as readonly ChartBar[]) ?? [],
};

/** klinecharts copies what an indicator is given deeply; a number finds the layer again. */
const layers = new Map<number, PlotLayer>();
let nextLayer = 1;

/** Lines that overlays lay over the candles. */
export class PlotLayer {
  readonly #chart: Chart;
  readonly #context: ChartContext;
  readonly #number = nextLayer++;
  readonly #byOwner = new Map<string, readonly ChartLine[]>();
  /** Those that are drawn. */
  readonly #lines = observable.box<readonly (ChartLine & { readonly owner: string })[]>([], { deep: false });
  #isPlaced = false;
  #changes = 0;
  #frame = 0;
  readonly #follow = (): void => this.#invalidate();

  constructor(chart: Chart, context: ChartContext) {
    this.#chart = chart;
    this.#context = context;
    if (!registered) registerIndicator(template);
    registered = true;
    layers.set(this.#number, this);
    chart.subscribeAction('onVisibleRangeChange', this.#follow);
  }

  /** What calls it may follow other things; it must not come to follow the lines that it sets. */
  set(owner: string, lines: readonly ChartLine[]): void {
    if (lines.length === 0 && !this.#byOwner.has(owner)) return;
    if (lines.length === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, lines);
    const all = [...this.#byOwner].flatMap(([key, owned]) => owned.map((line) => ({ ...line, owner: key })));
    runInAction(() => this.#lines.set(all.slice(0, mostChartLines)));
    untracked(() => this.#place());
  }

  /** Observable: what the lines are at the end of a bar, for the legend. */
  valuesAt(timeMs: number): readonly PlotValue[] {
    const bars = this.#context.bars();
    const next = bars.find((bar) => bar.timeMs > timeMs)?.timeMs ?? Number.POSITIVE_INFINITY;
    return this.#lines.get().map(({ owner, id, label, points }, n) => ({
      key: `${owner} ${id}`,
      label,
      colour: colourOf(n),
      value: valueBefore(points, next),
    }));
  }

  rows(bars: readonly ChartBar[]): PlotRow[] {
    return plotRows(bars, this.#lines.get(), this.#chart.getVisibleRange());
  }

  /** The theme changed. */
  repaint(): void {
    if (this.#isPlaced) this.#chart.overrideIndicator({ name, id: name, styles: this.#styles() });
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#chart.unsubscribeAction('onVisibleRangeChange', this.#follow);
    layers.delete(this.#number);
  }

  #place(): void {
    const isWanted = this.#lines.get().length > 0;
    if (!isWanted && this.#isPlaced) this.#chart.removeIndicator({ id: name });
    if (isWanted && !this.#isPlaced) {
      this.#chart.createIndicator({ name, id: name, calcParams: [this.#number, 0], paneId: mainPane, styles: this.#styles() }, true);
    }
    this.#isPlaced = isWanted;
    this.#invalidate();
  }

  /** At most once per frame. */
  #invalidate(): void {
    if (!this.#isPlaced || this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#changes += 1;
      if (this.#isPlaced) this.#chart.overrideIndicator({ name, id: name, calcParams: [this.#number, this.#changes] });
    });
  }

  #styles() {
    return { lines: Array.from({ length: mostChartLines }, (_, n) => ({ color: this.#context.colour(colourOf(n)), size: 1.5 })) };
  }
}
