import type { Candle } from '../../core/contract/market.ts';
import { type Interval, intervalOpenMs, intervals } from '../../core/domain/markets/interval.ts';
import { addTrade, barOf, barOfTrade, type CandleBar, candleOf, joinBars } from './candle-bar.ts';

const minuteMs = 60_000;

export interface SeriesCandle {
  readonly interval: Interval;
  readonly candle: Candle;
}

/** What was written, to be confirmed once the store has it. */
export interface SeriesMark {
  readonly version: number;
  readonly finished: number;
  readonly candles: readonly SeriesCandle[];
}

/**
 * Open candles of one instrument in every interval. A trade only touches the `part` of the running minute; when the minute
 * ends, the part is joined into all intervals. Finished candles stay here until the store has confirmed them.
 */
export class CandleSeries {
  readonly #whole = new Map<Interval, CandleBar>();
  /** As stored, until somebody asks or a trade comes: most markets of a start are left alone for long. */
  #stored: ReadonlyMap<Interval, Candle> | null = null;
  readonly #finished: SeriesCandle[] = [];
  #newlyFinished: SeriesCandle[] = [];
  #part: CandleBar | null = null;
  #version = 0;
  #savedVersion = 0;

  /** Continues from the last stored candle of each interval; call before the first trade. */
  restore(newest: ReadonlyMap<Interval, Candle>): void {
    this.#stored = newest;
  }

  /** A trade that is late, from a minute already ended, counts into the running one: finished candles never change. */
  add(timeMs: number, price: bigint, qty: bigint): void {
    this.#unpack();
    this.#version++;
    const openMs = timeMs - (timeMs % minuteMs);
    const part = this.#part;
    if (part !== null && openMs <= part.openMs) addTrade(part, price, qty);
    else {
      if (part !== null) this.#endMinute(part);
      this.#part = this.#beginMinute(openMs, price, qty);
    }
  }

  /** The newest candle of an interval, null before the first trade. */
  open(interval: Interval): Candle | null {
    const bar = this.#openBar(interval);
    return bar === null ? null : candleOf(bar);
  }

  /** Candles that finished since the last call, for those who only saw them growing. */
  takeFinished(): readonly SeriesCandle[] {
    if (this.#newlyFinished.length === 0) return [];
    const finished = this.#newlyFinished;
    this.#newlyFinished = [];
    return finished;
  }

  get dirty(): boolean {
    return this.#version !== this.#savedVersion;
  }

  get finishedCount(): number {
    return this.#finished.length;
  }

  /** Candles that the store may not have yet, oldest first. */
  unsaved(interval: Interval): readonly Candle[] {
    const finished = this.#finished.filter((entry) => entry.interval === interval).map((entry) => entry.candle);
    const open = this.open(interval);
    return open === null ? finished : [...finished, open];
  }

  mark(): SeriesMark {
    const open = intervals.flatMap((interval) => {
      const candle = this.open(interval);
      return candle === null ? [] : [{ interval, candle }];
    });
    return { version: this.#version, finished: this.#finished.length, candles: [...this.#finished, ...open] };
  }

  confirm(mark: SeriesMark): void {
    this.#finished.splice(0, mark.finished);
    this.#savedVersion = mark.version;
  }

  #unpack(): void {
    const stored = this.#stored;
    if (stored === null) return;
    this.#stored = null;
    for (const [interval, candle] of stored) this.#whole.set(interval, barOf(candle));
  }

  #openBar(interval: Interval): CandleBar | null {
    this.#unpack();
    const whole = this.#whole.get(interval);
    if (this.#part === null) return whole ?? null;
    return whole === undefined ? { ...this.#part, openMs: intervalOpenMs(interval, this.#part.openMs) } : joinBars(whole, this.#part);
  }

  #endMinute(part: CandleBar): void {
    for (const interval of intervals) {
      const whole = this.#whole.get(interval);
      this.#whole.set(interval, whole === undefined ? { ...part, openMs: intervalOpenMs(interval, part.openMs) } : joinBars(whole, part));
    }
  }

  #beginMinute(openMs: number, price: bigint, qty: bigint): CandleBar {
    let latestMs = openMs;
    for (const interval of intervals) {
      const whole = this.#whole.get(interval);
      if (whole === undefined) continue;
      // A restored minute may be newer than a late trade.
      if (interval === '1m' && whole.openMs > latestMs) latestMs = whole.openMs;
      if (whole.openMs >= intervalOpenMs(interval, latestMs)) continue;
      const finished = { interval, candle: candleOf(whole) };
      this.#finished.push(finished);
      this.#newlyFinished.push(finished);
      this.#whole.delete(interval);
    }
    return barOfTrade(latestMs, price, qty);
  }
}
