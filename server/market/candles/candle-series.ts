import type { Candle } from '../../../core/contract/market.ts';
import { type Interval, intervalOpenMs, intervals } from '../../../core/domain/markets/interval.ts';
import { addTrade, barOf, barOfTrade, type CandleBar, candleOf, joinBars } from './candle-bar.ts';
import type { StoredMarket } from './candle-store.ts';

const minuteMs = 60_000;
const minuteAlone = ['1m'] as const;

interface SeriesCandle {
  readonly interval: Interval;
  readonly candle: Candle;
}

/** What a series goes on from. */
export type StoredSeries = Pick<StoredMarket, 'newest' | 'before' | 'wholeUntilMs'>;

/** What was written, to be confirmed once the store has it. */
export interface SeriesMark {
  readonly version: number;
  readonly finished: number;
  /** The longer candles are written with the minutes before this time; null when they are with all, undefined when they are not written. */
  readonly wholeUntilMs?: number | null;
  readonly candles: readonly SeriesCandle[];
}

/**
 * Open candles of one instrument in every interval. A trade only touches the `part` of the running minute; when the minute
 * ends, the part is joined into all intervals. Finished candles stay here until the store has confirmed them.
 */
export class CandleSeries {
  readonly #whole = new Map<Interval, CandleBar>();
  /** As stored, until somebody asks or a trade comes: most markets of a start are left alone for long. */
  #stored: StoredSeries | null = null;
  readonly #finished: SeriesCandle[] = [];
  #newlyFinished: SeriesCandle[] = [];
  #part: CandleBar | null = null;
  #version = 0;
  #savedVersion = 0;
  /** At which the longer candles were written, too. */
  #wholeVersion = 0;
  #wholeUntilMs: number | null = null;
  /** Of the newest minute, where the longer candles hold it already: it cannot be taken off them again. */
  #sealedMs: number | null = null;

  /** Continues from what is stored; call before the first trade. */
  restore(stored: StoredSeries): void {
    const { newest, before, wholeUntilMs } = stored;
    const minuteMs = newest.get('1m')?.openMs ?? null;
    this.#stored = stored;
    this.#wholeUntilMs = wholeUntilMs;
    if (before === null) this.#sealedMs = minuteMs;
    else if (minuteMs !== wholeUntilMs) this.#wholeVersion = -1;
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

  /** False while the store has some of the longer candles as they were earlier. */
  get isWhole(): boolean {
    return this.#version === this.#wholeVersion;
  }

  /** The longer candles were written with the minutes before this time; null before they first were. */
  get wholeUntilMs(): number | null {
    return this.#wholeUntilMs;
  }

  /** When the newest minute opened, ms; null before the first trade. */
  get minuteMs(): number | null {
    return this.#part?.openMs ?? this.#stored?.newest.get('1m')?.openMs ?? this.#whole.get('1m')?.openMs ?? null;
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

  /**
   * What to write: all that has finished, and of what runs the minute. `isWhole`: the longer candles, too, without that minute, which is added when
   * they are read; or with it, while it cannot be told apart.
   */
  mark(isWhole: boolean): SeriesMark {
    this.#unpack();
    const [version, finished] = [this.#version, this.#finished.length];
    const isSealed = this.#part === null || this.#part.openMs === this.#sealedMs;
    const running = isWhole ? intervals : minuteAlone;
    const open = running.flatMap((interval: Interval) => {
      const bar = interval === '1m' || isSealed ? this.#openBar(interval) : (this.#whole.get(interval) ?? null);
      return bar === null ? [] : [{ interval, candle: candleOf(bar) }];
    });
    const until = isWhole ? { wholeUntilMs: isSealed ? null : (this.#part?.openMs ?? null) } : {};
    return { version, finished, candles: [...this.#finished, ...open], ...until };
  }

  confirm({ version, finished, wholeUntilMs }: SeriesMark): void {
    this.#finished.splice(0, finished);
    this.#savedVersion = version;
    if (wholeUntilMs === undefined) return;
    this.#wholeVersion = version;
    this.#wholeUntilMs = wholeUntilMs;
  }

  #unpack(): void {
    const stored = this.#stored;
    if (stored === null) return;
    this.#stored = null;
    const { newest, before } = stored;
    for (const [interval, candle] of before ?? newest) this.#whole.set(interval, barOf(candle));
    const minute = newest.get('1m');
    if (before !== null && minute !== undefined) this.#part = barOf(minute);
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
