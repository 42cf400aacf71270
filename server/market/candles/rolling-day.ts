import type { Candle } from '../../../core/contract/market.ts';
import { BarTable } from './bar-table.ts';
import { addTrade, barOf, barOfTrade, type CandleBar } from './candle-bar.ts';

const minuteMs = 60_000;
const dayMinutes = 1440;

/** Open time of the first minute of the 24 hours that end with the minute of `nowMs`. */
export const dayFromMs = (nowMs: number): number => nowMs - (nowMs % minuteMs) - (dayMinutes - 1) * minuteMs;

interface DayFigures {
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly volume: bigint;
  readonly quoteVolume: bigint;
}

/** A part of a day whose minutes are known as one candle so far. */
export interface CoarsePart {
  readonly openMs: number;
  readonly lengthMs: number;
}

/**
 * Figures of the last 24 hours: the running minute and the 1439 before it. What came from the store may be known in longer candles; one
 * that the beginning of the day reaches must be replaced by its minutes (`coarsePart`, `refine`), or counts whole until it has left.
 */
export class RollingDay {
  #past = new BarTable();
  /** The running minute: its trades stay out of the table until it has ended. */
  #running: CandleBar | null = null;
  #volume = 0n;
  #quoteVolume = 0n;
  #extremes: { high: bigint; low: bigint } | null = null;

  /** Candles must be loaded oldest first, before the first trade. */
  load(candle: Candle, lengthMs = minuteMs): void {
    this.#push(barOf(candle), lengthMs);
  }

  add(timeMs: number, price: bigint, qty: bigint): void {
    const openMs = timeMs - (timeMs % minuteMs);
    const running = this.#running;
    if (running !== null && openMs <= running.openMs) addTrade(running, price, qty);
    else {
      if (running !== null) this.#past.push(running, minuteMs);
      this.#running = barOfTrade(openMs, price, qty);
    }
    this.#volume += qty;
    this.#quoteVolume += price * qty;
    if (this.#extremes !== null) {
      if (price > this.#extremes.high) this.#extremes.high = price;
      if (price < this.#extremes.low) this.#extremes.low = price;
    }
    this.expire(openMs);
  }

  /** Drops what is 24 hours old; true when there was anything. */
  expire(nowMs: number): boolean {
    const fromMs = dayFromMs(nowMs);
    let expired = 0;
    while (expired < this.#past.length && this.#past.openMs(expired) + this.#past.lengthMs(expired) <= fromMs) {
      this.#leave(this.#past.bar(expired));
      expired++;
    }
    if (expired > 0) this.#past.drop(expired);
    const running = this.#running;
    if (running === null || running.openMs >= fromMs) return expired > 0;
    this.#leave(running);
    this.#running = null;
    return true;
  }

  /** The first part that begins before `untilMs` and is no minute. */
  coarsePart(untilMs: number): CoarsePart | null {
    for (let row = 0; row < this.#past.length; row++) {
      const openMs = this.#past.openMs(row);
      if (openMs >= untilMs) return null;
      const lengthMs = this.#past.lengthMs(row);
      if (lengthMs > minuteMs) return { openMs, lengthMs };
    }
    return null;
  }

  /** Puts the minutes of a part in its place, oldest first. */
  refine({ openMs, lengthMs }: CoarsePart, minutes: readonly Candle[]): void {
    const past = this.#past;
    this.#past = new BarTable();
    this.#volume = this.#running?.volume ?? 0n;
    this.#quoteVolume = this.#running?.quoteVolume ?? 0n;
    this.#extremes = null;
    for (let row = 0; row < past.length; row++) {
      if (past.openMs(row) !== openMs || past.lengthMs(row) !== lengthMs) this.#count(past.bar(row), past.lengthMs(row));
      else for (const minute of minutes) this.#count(barOf(minute), minuteMs);
    }
  }

  /** Null when nothing was traded for 24 hours. */
  figures(): DayFigures | null {
    const open = this.#past.length > 0 ? this.#past.value(0, 'open') : this.#running?.open;
    if (open === undefined) return null;
    const extremes = this.#extremes ?? this.#findExtremes(open);
    this.#extremes = extremes;
    return { open, high: extremes.high, low: extremes.low, volume: this.#volume, quoteVolume: this.#quoteVolume };
  }

  /**
   * Closes of the last 24 hours at `points` even distances, oldest first; times without trades repeat the close before them, and
   * those before the first trade are left out. A part that is no minute has its close at its last one.
   */
  closes(points: number, nowMs: number): readonly bigint[] {
    const stepMs = (dayMinutes * minuteMs) / points;
    const firstMs = dayFromMs(nowMs);
    const closes: bigint[] = [];
    let reached = -1;
    const take = (lastMinuteMs: number, close: bigint): void => {
      const point = Math.min(points - 1, Math.max(0, Math.floor((lastMinuteMs - firstMs) / stepMs)));
      for (; reached >= 0 && reached < point - 1; reached++) closes.push(closes.at(-1) ?? close);
      if (point === reached) closes[closes.length - 1] = close;
      else closes.push(close);
      reached = point;
    };
    for (let row = 0; row < this.#past.length; row++) {
      take(this.#past.openMs(row) + this.#past.lengthMs(row) - minuteMs, this.#past.value(row, 'close'));
    }
    if (this.#running !== null) take(this.#running.openMs, this.#running.close);
    const last = closes.at(-1);
    if (last !== undefined) for (; reached < points - 1; reached++) closes.push(last);
    return closes;
  }

  #push(bar: CandleBar, lengthMs: number): void {
    if (this.#running !== null) this.#past.push(this.#running, minuteMs);
    this.#running = lengthMs === minuteMs ? bar : null;
    if (lengthMs !== minuteMs) this.#past.push(bar, lengthMs);
    this.#volume += bar.volume;
    this.#quoteVolume += bar.quoteVolume;
    this.#extremes = null;
  }

  #count(bar: CandleBar, lengthMs: number): void {
    this.#past.push(bar, lengthMs);
    this.#volume += bar.volume;
    this.#quoteVolume += bar.quoteVolume;
  }

  #leave(bar: CandleBar): void {
    this.#volume -= bar.volume;
    this.#quoteVolume -= bar.quoteVolume;
    // Looking through the whole day is only worth it when its highest or lowest price has left.
    if (this.#extremes !== null && (bar.high >= this.#extremes.high || bar.low <= this.#extremes.low)) this.#extremes = null;
  }

  #findExtremes(first: bigint): { high: bigint; low: bigint } {
    let [high, low] = [first, first];
    const take = (above: bigint, below: bigint): void => {
      if (above > high) high = above;
      if (below < low) low = below;
    };
    for (let row = 0; row < this.#past.length; row++) take(this.#past.value(row, 'high'), this.#past.value(row, 'low'));
    if (this.#running !== null) take(this.#running.high, this.#running.low);
    return { high, low };
  }
}
