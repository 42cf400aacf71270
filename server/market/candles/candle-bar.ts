import type { Candle } from '../../../core/contract/market.ts';
import { fromUnits, toUnits } from '../../../core/domain/numbers/decimal.ts';

/** Decimals of prices and quantities inside the hub: finer than any exchange's grid, so that a changed tick needs no conversion. */
export const marketScale = 12;
/** Decimals of price × quantity. */
export const quoteScale = 2 * marketScale;

/** A candle in minor units, growing trade by trade. */
export interface CandleBar {
  openMs: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  /** Base, 10^-12. */
  volume: bigint;
  /** Quote, 10^-24. */
  quoteVolume: bigint;
  trades: number;
}

/** Throws when the text is not a decimal of at most 12 places: the venue broke its contract. */
export function marketUnits(text: string): bigint {
  const units = toUnits(text, marketScale);
  if (units === null) throw new RangeError(`not a decimal of at most ${marketScale} places: ${text}`);
  return units;
}

export const barOfTrade = (openMs: number, price: bigint, qty: bigint): CandleBar => ({
  openMs,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: qty,
  quoteVolume: price * qty,
  trades: 1,
});

export function addTrade(bar: CandleBar, price: bigint, qty: bigint): void {
  if (price > bar.high) bar.high = price;
  if (price < bar.low) bar.low = price;
  bar.close = price;
  bar.volume += qty;
  bar.quoteVolume += price * qty;
  bar.trades++;
}

/** The candle of two stretches of time, `later` after `earlier`, opening at `earlier`'s time. */
export const joinBars = (earlier: CandleBar, later: CandleBar): CandleBar => ({
  openMs: earlier.openMs,
  open: earlier.open,
  high: later.high > earlier.high ? later.high : earlier.high,
  low: later.low < earlier.low ? later.low : earlier.low,
  close: later.close,
  volume: earlier.volume + later.volume,
  quoteVolume: earlier.quoteVolume + later.quoteVolume,
  trades: earlier.trades + later.trades,
});

export const candleOf = (bar: CandleBar): Candle => ({
  openMs: bar.openMs,
  open: fromUnits(bar.open, marketScale),
  high: fromUnits(bar.high, marketScale),
  low: fromUnits(bar.low, marketScale),
  close: fromUnits(bar.close, marketScale),
  volume: fromUnits(bar.volume, marketScale),
  quoteVolume: fromUnits(bar.quoteVolume, quoteScale),
  trades: bar.trades,
});

export function barOf(candle: Candle): CandleBar {
  const quoteVolume = toUnits(candle.quoteVolume, quoteScale);
  if (quoteVolume === null) throw new RangeError(`not a decimal of at most ${quoteScale} places: ${candle.quoteVolume}`);
  return {
    openMs: candle.openMs,
    open: marketUnits(candle.open),
    high: marketUnits(candle.high),
    low: marketUnits(candle.low),
    close: marketUnits(candle.close),
    volume: marketUnits(candle.volume),
    quoteVolume,
    trades: candle.trades,
  };
}
