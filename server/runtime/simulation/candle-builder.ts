import type { Candle } from '../../../core/contract/market.ts';
import { type Interval, intervalOpenMs, nextIntervalOpenMs } from '../../../core/domain/markets/interval.ts';
import { textOfSteps } from '../../../core/domain/numbers/steps.ts';
import type { MarketGrid } from '../../../core/simulation/market-grid.ts';

/** What a trade or a bar adds: prices in ticks, volume in lots. */
export interface CandlePart {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: number;
  readonly trades: number;
}

/** Candles of one interval made of trades or of shorter bars. A candle is told once, when it has closed. */
export class CandleBuilder {
  readonly interval: Interval;
  readonly #grid: MarketGrid;
  #openMs = Number.NaN;
  #endMs = Number.NaN;
  #part: { open: number; high: number; low: number; close: number; lots: number; trades: number } | null = null;
  #turnover = 0;

  constructor(interval: Interval, grid: MarketGrid) {
    this.interval = interval;
    this.#grid = grid;
  }

  /** When the running candle closes; NaN when nothing has been added since the last one. */
  get endMs(): number {
    return this.#part === null ? Number.NaN : this.#endMs;
  }

  add(part: CandlePart, openMs: number): void {
    if (this.#part === null) {
      this.#openMs = intervalOpenMs(this.interval, openMs);
      this.#endMs = nextIntervalOpenMs(this.interval, this.#openMs);
      this.#part = { ...part };
      this.#turnover = part.close * part.lots;
      return;
    }
    const running = this.#part;
    if (part.high > running.high) running.high = part.high;
    if (part.low < running.low) running.low = part.low;
    running.close = part.close;
    running.lots += part.lots;
    running.trades += part.trades;
    this.#turnover += part.close * part.lots;
  }

  /** Ends the running candle. */
  take(): Candle | null {
    const part = this.#part;
    this.#part = null;
    if (part === null) return null;
    const { priceDecimals, qtyDecimals } = this.#grid;
    const price = (ticks: number): string => textOfSteps(ticks, priceDecimals);
    return {
      openMs: this.#openMs,
      open: price(part.open),
      high: price(part.high),
      low: price(part.low),
      close: price(part.close),
      volume: textOfSteps(part.lots, qtyDecimals),
      // A figure to look at; money is never counted from it.
      quoteVolume: (this.#turnover / 10 ** (priceDecimals + qtyDecimals)).toFixed(2),
      trades: part.trades,
    };
  }
}
