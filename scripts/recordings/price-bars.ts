import type { SymbolCalibration } from '../../plugins/venue-paper/calibration.ts';
import { type CandleGrid, historyMinutes, PriceHistory } from '../../plugins/venue-paper/price-history.ts';
import { inSteps } from './book-recorder.ts';

export const minuteMs = 60_000;

/** A bar in price and base units; numbers to think with, put on a grid when written. */
export interface Bar {
  readonly openMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** The minutes that a simulated exchange has of its past, oldest first. Times are whole minutes; `toMs` is outside. */
export function minuteBars(calibration: SymbolCalibration, seed: number, grid: CandleGrid, fromMs: number, toMs: number): Bar[] {
  const history = new PriceHistory(calibration, seed);
  const bars: Bar[] = [];
  // An exchange shows so many minutes at once.
  for (let endMs = fromMs; endMs < toMs; ) {
    const startMs = endMs;
    endMs = Math.min(toMs, startMs + historyMinutes * minuteMs);
    for (const { openMs, open, high, low, close, volume } of history.candles('1m', endMs, endMs, (endMs - startMs) / minuteMs, grid)) {
      bars.push({ openMs, open: Number(open), high: Number(high), low: Number(low), close: Number(close), volume: Number(volume) });
    }
  }
  return bars;
}

/** The same bars at a market that stands off by a log-price: `offsets[i]` when bar i opens, `offsets[i + 1]` when it closes. */
export function shiftedBars(bars: readonly Bar[], offsets: ArrayLike<number>, volumeShare = 1): Bar[] {
  return bars.map(({ openMs, open, high, low, close, volume }, at) => {
    const [first, last] = [Math.exp(offsets[at] ?? 0), Math.exp(offsets[at + 1] ?? offsets[at] ?? 0)];
    const [higher, lower] = [Math.max(first, last), Math.min(first, last)];
    return { openMs, open: open * first, high: high * higher, low: low * lower, close: close * last, volume: volume * volumeShare };
  });
}

/** Bars of `minutes` each, aligned to the epoch; a last one that is not whole is left out. */
export function joinedBars(bars: readonly Bar[], minutes: number): Bar[] {
  const joined: Bar[] = [];
  const lengthMs = minutes * minuteMs;
  const firstAt = bars.findIndex(({ openMs }) => openMs % lengthMs === 0);
  for (let at = Math.max(0, firstAt); at + minutes <= bars.length; at += minutes) {
    const part = bars.slice(at, at + minutes);
    const [first, last] = [part[0] as Bar, part[minutes - 1] as Bar];
    let [high, low, volume] = [first.high, first.low, 0];
    for (const bar of part) {
      high = Math.max(high, bar.high);
      low = Math.min(low, bar.low);
      volume += bar.volume;
    }
    joined.push({ openMs: first.openMs, open: first.open, high, low, close: last.close, volume });
  }
  return joined;
}

/** Lines of a candle file on a market's grid. */
export function candleLines(bars: readonly Bar[], { tick, lot }: { readonly tick: string; readonly lot: string }): string[] {
  const [tickSize, lotSize] = [Number(tick), Number(lot)];
  return bars.map(({ openMs, open, high, low, close, volume }) => {
    const prices = [open, high, low, close].map((price) => inSteps(Math.max(1, Math.round(price / tickSize)), tick));
    return `${openMs},${prices.join(',')},${inSteps(Math.max(1, Math.round(volume / lotSize)), lot)}`;
  });
}
