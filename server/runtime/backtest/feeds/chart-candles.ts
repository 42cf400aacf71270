import { type Interval, intervalOpenMs, intervals, nextIntervalOpenMs } from '../../../../core/domain/markets/interval.ts';
import type { FeedRange } from './backtest-feed.ts';

/** Prices to be looked at; money is never counted from them. */
export type ChartCandle = readonly [openMs: number, open: number, high: number, low: number, close: number];

/** Candles of one market over a whole run. */
export const mostChartCandles = 500;

/** What a market did during a run, as candles of the shortest interval of which the chart has room for all. */
export class ChartCandles {
  readonly #interval: Interval;
  readonly #done: ChartCandle[] = [];
  #running: { openMs: number; endMs: number; open: number; high: number; low: number; close: number } | null = null;

  constructor({ fromMs, toMs }: FeedRange) {
    const fits = (interval: Interval): boolean => nextIntervalOpenMs(interval, 0) * mostChartCandles >= toMs - fromMs;
    this.#interval = intervals.find(fits) ?? '1M';
  }

  /** In order of time. */
  add(timeMs: number, open: number, high: number, low: number, close: number): void {
    const running = this.#running;
    if (running === null || timeMs >= running.endMs) {
      this.#close();
      const openMs = intervalOpenMs(this.#interval, timeMs);
      this.#running = { openMs, endMs: nextIntervalOpenMs(this.#interval, openMs), open, high, low, close };
      return;
    }
    if (high > running.high) running.high = high;
    if (low < running.low) running.low = low;
    running.close = close;
  }

  /** All of them, the running one too. */
  take(): readonly ChartCandle[] {
    this.#close();
    return this.#done;
  }

  #close(): void {
    if (this.#running === null) return;
    const { openMs, open, high, low, close } = this.#running;
    this.#done.push([openMs, open, high, low, close]);
    this.#running = null;
  }
}
