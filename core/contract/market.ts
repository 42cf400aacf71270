import type { Instrument, InstrumentId } from '../domain/markets/instrument.ts';
import type { Interval } from '../domain/markets/interval.ts';
import type { ReferencePrice } from '../domain/markets/reference-price.ts';
import type { OrderSide } from '../domain/orders/order.ts';

/** Public market data, normalised: decimal strings, ms. */

export interface PublicTrade {
  /** Market. */
  readonly instrumentId: InstrumentId;
  /** The exchange's own id. */
  readonly tradeId: string;
  /** In quote per base. */
  readonly price: string;
  /** In base. */
  readonly qty: string;
  /** The taker's side. */
  readonly side: OrderSide;
  /** When it happened, ms. */
  readonly timeMs: number;
}

/** [price, quantity]; in a delta a quantity of '0' removes the level. */
export type Level = readonly [price: string, qty: string];

export interface DepthSnapshot {
  /** Market. */
  readonly instrumentId: InstrumentId;
  /** Grows with every change of the book. */
  readonly sequence: number;
  /** [price, quantity], best first. */
  readonly bids: readonly Level[];
  /** [price, quantity], best first. */
  readonly asks: readonly Level[];
  /** When it was so, ms. */
  readonly timeMs: number;
}

/** Applies to a book at `previous` and brings it to `sequence`; any other book must ask for a snapshot. */
export interface DepthDelta {
  readonly instrumentId: InstrumentId;
  readonly previous: number;
  readonly sequence: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly timeMs: number;
}

/** `volume` in base, `quoteVolume` in quote; prices null before the first trade. */
export interface Ticker {
  /** Market. */
  readonly instrumentId: InstrumentId;
  /** Price of the last trade. */
  readonly last: string | null;
  /** Best bid. */
  readonly bid: string | null;
  /** Best ask. */
  readonly ask: string | null;
  /** Price 24 h ago. */
  readonly open24h: string | null;
  /** Highest price in 24 h. */
  readonly high24h: string | null;
  /** Lowest price in 24 h. */
  readonly low24h: string | null;
  /** Traded in 24 h, in base. */
  readonly volume24h: string;
  /** Traded in 24 h, in quote. */
  readonly quoteVolume24h: string;
  /** When it was so, ms. */
  readonly timeMs: number;
}

export interface Candle {
  /** When it opens, ms; intervals are aligned to UTC. */
  readonly openMs: number;
  /** First price. */
  readonly open: string;
  /** Highest price. */
  readonly high: string;
  /** Lowest price. */
  readonly low: string;
  /** Last price. */
  readonly close: string;
  /** Traded, in base. */
  readonly volume: string;
  /** Traded, in quote. */
  readonly quoteVolume: string;
  /** Number of trades. */
  readonly trades: number;
}

/** The hub's read side. */
export interface MarketData {
  instruments(): readonly Instrument[];
  instrument(id: InstrumentId): Instrument | null;
  ticker(id: InstrumentId): Ticker | null;
  tickers(): readonly Ticker[];
  /** By what holdings in a market are valued: its mark, the index, the middle of its book or its last trade, in this order. Null without any. */
  referencePrice(id: InstrumentId): ReferencePrice | null;
  /** At most `levels` a side; null for an unknown instrument. */
  depth(id: InstrumentId, levels: number): DepthSnapshot | null;
  /** Newest first, at most `limit`. */
  trades(id: InstrumentId, limit: number): readonly PublicTrade[];
  /** Candles that open before `beforeMs`, oldest first, at most `limit`; the last one may still be open. */
  candles(id: InstrumentId, interval: Interval, beforeMs: number, limit: number): Promise<readonly Candle[]>;
}
