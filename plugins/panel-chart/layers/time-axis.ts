import type { Chart } from 'klinecharts';
import { type Interval, nextIntervalOpenMs } from '../../../core/domain/markets/interval.ts';
import { mainPane } from './surface.ts';

/** The chart's width as time: which bar holds a time, and which time stands at the right edge. A bar reaches half a bar to each side. */
export class TimeAxis {
  readonly #chart: Chart;
  readonly #interval: Interval;
  /** Set while the chart goes back to where it was: others that go in time with it do not follow. */
  isRestoring = false;

  constructor(chart: Chart, interval: Interval) {
    this.#chart = chart;
    this.#interval = interval;
  }

  /** Index of the bar that holds a time, also of one yet to come; null before the first. */
  indexOf(timeMs: number): number | null {
    const bars = this.#chart.getDataList();
    const [first] = bars;
    const last = bars.at(-1);
    if (first === undefined || last === undefined || timeMs < first.timestamp) return null;
    const lastEndMs = nextIntervalOpenMs(this.#interval, last.timestamp);
    if (timeMs >= last.timestamp) return bars.length - 1 + Math.floor((timeMs - last.timestamp) / (lastEndMs - last.timestamp));
    let low = 0;
    let high = bars.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((bars[middle]?.timestamp ?? 0) <= timeMs) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Null while nothing is drawn. */
  xOf(index: number): number | null {
    const { x } = this.#chart.convertToPixel({ dataIndex: index }, { paneId: mainPane }) as { readonly x?: number };
    return x ?? null;
  }

  get width(): number {
    return this.#chart.getSize(mainPane, 'main')?.width ?? 0;
  }

  /** The time at the right edge; null when the newest bar is in sight. */
  get endMs(): number | null {
    const bars = this.#chart.getDataList();
    const end = this.#endIndex;
    const bar = bars[Math.floor(end)];
    if (end >= bars.length - 0.5 || bar === undefined) return null;
    return bar.timestamp + (end - Math.floor(end)) * this.#lengthOf(bar.timestamp);
  }

  /** Scrolls so that a time stands at the right edge, or the newest bar; false when the chart's bars do not reach back so far. */
  showEnd(endMs: number | null): boolean {
    if (endMs === null) {
      this.#chart.scrollToRealTime();
      return true;
    }
    const index = this.indexOf(endMs);
    const bar = this.#chart.getDataList()[index ?? 0];
    if (bar === undefined) return true;
    const part = index === null ? 0 : Math.min(1, (endMs - bar.timestamp) / this.#lengthOf(bar.timestamp));
    this.#chart.scrollByDistance((this.#endIndex - ((index ?? 0) + part)) * this.#chart.getBarSpace().bar);
    return index !== null;
  }

  /** How many bars are missing before the first one to reach a time. */
  missingBefore(timeMs: number): number {
    const first = this.#chart.getDataList()[0]?.timestamp;
    return first === undefined ? 0 : (first - timeMs) / this.#lengthOf(first);
  }

  /** Of the right edge, in bars from the left end of the first one. */
  get #endIndex(): number {
    const last = this.#chart.getDataList().length - 1;
    return last + 0.5 + (this.width - (this.xOf(last) ?? 0)) / this.#chart.getBarSpace().bar;
  }

  #lengthOf(openMs: number): number {
    return nextIntervalOpenMs(this.#interval, openMs) - openMs;
  }
}
