import type { Candle, PublicTrade, Ticker } from '../../core/contract/market.ts';
import { decimalsOf, fromUnits } from '../../core/domain/decimal.ts';
import type { Instrument } from '../../core/domain/instrument.ts';
import type { Interval } from '../../core/domain/interval.ts';
import { marketScale, marketUnits, quoteScale } from './candle-bar.ts';
import { CandleSeries } from './candle-series.ts';
import { OrderBook } from './order-book.ts';
import { RollingDay } from './rolling-day.ts';

/** Public trades kept per instrument. */
export const keptTrades = 500;

/** What an instrument continues from after a restart. */
export interface MarketHistory {
  /** Minutes of the last 24 hours, oldest first. */
  readonly minutes: readonly Candle[];
  /** The newest candle of each interval. */
  readonly newest: ReadonlyMap<Interval, Candle>;
  readonly lastTradeNumber: number;
}

/** Everything the hub knows of one instrument. */
export class InstrumentMarket {
  readonly instrument: Instrument;
  readonly book: OrderBook;
  readonly series = new CandleSeries();
  readonly #day = new RollingDay();
  #trades: PublicTrade[] = [];
  #newTrades: PublicTrade[] = [];
  #last: string | null = null;
  #lastTradeNumber = 0;
  #timeMs = 0;
  #ticker: Ticker;
  #takenTicker: Ticker | null = null;
  #dayChanged = true;

  constructor(instrument: Instrument) {
    this.instrument = instrument;
    this.book = new OrderBook(instrument.id, decimalsOf(instrument.tick));
    this.#ticker = this.#makeTicker();
  }

  restore(history: MarketHistory): void {
    for (const minute of history.minutes) this.#day.load(minute);
    for (const [interval, candle] of history.newest) this.series.restore(interval, candle);
    this.#last = history.newest.get('1m')?.close ?? history.minutes.at(-1)?.close ?? null;
    this.#lastTradeNumber = history.lastTradeNumber;
    this.#dayChanged = true;
  }

  /** `counted` is false for a trade that the stored candles already hold. */
  trade(trade: PublicTrade, counted: boolean): void {
    this.#trades.push(trade);
    if (this.#trades.length >= 2 * keptTrades) this.#trades = this.#trades.slice(-keptTrades);
    this.#newTrades.push(trade);
    this.#last = trade.price;
    this.#timeMs = trade.timeMs;
    this.#dayChanged = true;
    const number = Number(trade.tradeId);
    if (Number.isSafeInteger(number)) {
      if (number <= this.#lastTradeNumber) return;
      if (counted) this.#lastTradeNumber = number;
    }
    if (!counted) return;
    const price = marketUnits(trade.price);
    const qty = marketUnits(trade.qty);
    this.series.add(trade.timeMs, price, qty);
    this.#day.add(trade.timeMs, price, qty);
  }

  /** 0 when the venue does not number its trades. */
  get lastTradeNumber(): number {
    return this.#lastTradeNumber;
  }

  /** Oldest first. */
  recentTrades(limit: number): readonly PublicTrade[] {
    return limit <= 0 ? [] : this.#trades.slice(-Math.min(limit, keptTrades));
  }

  takeNewTrades(): readonly PublicTrade[] {
    if (this.#newTrades.length === 0) return [];
    const trades = this.#newTrades;
    this.#newTrades = [];
    return trades;
  }

  /** Lets minutes leave the 24 h window; true when the ticker changes by it. */
  expire(nowMs: number): boolean {
    const changed = this.#day.expire(nowMs);
    if (changed) this.#dayChanged = true;
    return changed;
  }

  get ticker(): Ticker {
    if (this.#dayChanged || this.#ticker.bid !== this.book.bestBid || this.#ticker.ask !== this.book.bestAsk) {
      this.#ticker = this.#makeTicker();
      this.#dayChanged = false;
    }
    return this.#ticker;
  }

  /** The ticker when it differs from the one taken before. */
  takeTickerChange(): Ticker | null {
    const ticker = this.ticker;
    if (ticker === this.#takenTicker) return null;
    this.#takenTicker = ticker;
    return ticker;
  }

  #makeTicker(): Ticker {
    const day = this.#day.figures();
    const price = (units: bigint | undefined): string | null => (units === undefined ? this.#last : fromUnits(units, marketScale));
    return {
      instrumentId: this.instrument.id,
      last: this.#last,
      bid: this.book.bestBid,
      ask: this.book.bestAsk,
      open24h: price(day?.open),
      high24h: price(day?.high),
      low24h: price(day?.low),
      volume24h: fromUnits(day?.volume ?? 0n, marketScale),
      quoteVolume24h: fromUnits(day?.quoteVolume ?? 0n, quoteScale),
      timeMs: Math.max(this.#timeMs, this.book.timeMs),
    };
  }
}
