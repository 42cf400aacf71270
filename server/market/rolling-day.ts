import type { Candle } from '../../core/contract/market.ts';
import { addTrade, barOf, barOfTrade, type CandleBar } from './candle-bar.ts';

const minuteMs = 60_000;
const dayMinutes = 1440;

export interface DayFigures {
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly volume: bigint;
  readonly quoteVolume: bigint;
}

/** Figures of the last 24 hours in buckets of one minute: the running minute and the 1439 before it. */
export class RollingDay {
  #buckets: CandleBar[] = [];
  #volume = 0n;
  #quoteVolume = 0n;
  #extremes: { high: bigint; low: bigint } | null = null;

  /** Minutes must be loaded oldest first, before the first trade. */
  load(minute: Candle): void {
    const bar = barOf(minute);
    this.#buckets.push(bar);
    this.#volume += bar.volume;
    this.#quoteVolume += bar.quoteVolume;
    this.#extremes = null;
  }

  add(timeMs: number, price: bigint, qty: bigint): void {
    const openMs = timeMs - (timeMs % minuteMs);
    const last = this.#buckets.at(-1);
    if (last !== undefined && openMs <= last.openMs) addTrade(last, price, qty);
    else this.#buckets.push(barOfTrade(openMs, price, qty));
    this.#volume += qty;
    this.#quoteVolume += price * qty;
    if (this.#extremes !== null) {
      if (price > this.#extremes.high) this.#extremes.high = price;
      if (price < this.#extremes.low) this.#extremes.low = price;
    }
    this.expire(openMs);
  }

  /** Drops minutes that are 24 hours old; true when there were any. */
  expire(nowMs: number): boolean {
    const firstMs = nowMs - (nowMs % minuteMs) - (dayMinutes - 1) * minuteMs;
    let expired = 0;
    for (const bar of this.#buckets) {
      if (bar.openMs >= firstMs) break;
      this.#volume -= bar.volume;
      this.#quoteVolume -= bar.quoteVolume;
      expired++;
    }
    if (expired === 0) return false;
    this.#buckets = this.#buckets.slice(expired);
    this.#extremes = null;
    return true;
  }

  /** Null when nothing was traded for 24 hours. */
  figures(): DayFigures | null {
    const [first] = this.#buckets;
    if (first === undefined) return null;
    const extremes = this.#extremes ?? this.#findExtremes(first);
    this.#extremes = extremes;
    return { open: first.open, high: extremes.high, low: extremes.low, volume: this.#volume, quoteVolume: this.#quoteVolume };
  }

  /**
   * Closes of the last 24 hours at `points` even distances, oldest first; times without trades repeat the close before them, and
   * those before the first trade are left out.
   */
  closes(points: number, nowMs: number): readonly bigint[] {
    const stepMs = (dayMinutes * minuteMs) / points;
    const firstMs = nowMs - (nowMs % minuteMs) + minuteMs - dayMinutes * minuteMs;
    const closes: bigint[] = [];
    let reached = -1;
    for (const bar of this.#buckets) {
      const point = Math.min(points - 1, Math.max(0, Math.floor((bar.openMs - firstMs) / stepMs)));
      for (; reached >= 0 && reached < point - 1; reached++) closes.push(closes.at(-1) ?? bar.close);
      if (point === reached) closes[closes.length - 1] = bar.close;
      else closes.push(bar.close);
      reached = point;
    }
    const last = closes.at(-1);
    if (last !== undefined) for (; reached < points - 1; reached++) closes.push(last);
    return closes;
  }

  #findExtremes(first: CandleBar): { high: bigint; low: bigint } {
    let { high, low } = first;
    for (const bar of this.#buckets) {
      if (bar.high > high) high = bar.high;
      if (bar.low < low) low = bar.low;
    }
    return { high, low };
  }
}
