/** One bar in doubles: indicators are figures to look at and to decide by, money is never counted from them. */
export interface Bar {
  /** When it opens, ms since 1970 UTC. */
  readonly timestamp: number;
  /** Prices in quote per base. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In base; absent counts as 0. */
  readonly volume?: number;
}

/** What a candle of the contract says, as far as an indicator needs it. */
interface DecimalCandle {
  readonly openMs: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

/** A candle as a bar: `barOf(event.candle)`. */
export const barOf = ({ openMs, open, high, low, close, volume }: DecimalCandle): Bar => ({
  timestamp: openMs,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: Number(volume),
});

export const typicalOf = ({ high, low, close }: Bar): number => (high + low + close) / 3;
export const medianOf = ({ high, low }: Bar): number => (high + low) / 2;
export const volumeOf = ({ volume }: Bar): number => volume ?? 0;

/** True range: how far the price went since the last close; null: there was none, and the open stands for it. */
export function trueRangeOf({ open, high, low }: Bar, lastClose: number | null): number {
  const before = lastClose ?? open;
  return Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
}
