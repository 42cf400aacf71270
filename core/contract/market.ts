import type { Instrument, InstrumentId } from '../domain/instrument.ts';
import type { Interval } from '../domain/interval.ts';
import type { OrderSide } from '../domain/order.ts';

/** Public market data, normalised: decimal strings, ms. */

export interface PublicTrade {
  readonly instrumentId: InstrumentId;
  readonly tradeId: string;
  readonly price: string;
  readonly qty: string;
  /** The taker's side. */
  readonly side: OrderSide;
  readonly timeMs: number;
}

/** [price, quantity]; in a delta a quantity of '0' removes the level. */
export type Level = readonly [price: string, qty: string];

export interface DepthSnapshot {
  readonly instrumentId: InstrumentId;
  readonly sequence: number;
  /** Best first. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
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
  readonly instrumentId: InstrumentId;
  readonly last: string | null;
  readonly bid: string | null;
  readonly ask: string | null;
  readonly open24h: string | null;
  readonly high24h: string | null;
  readonly low24h: string | null;
  readonly volume24h: string;
  readonly quoteVolume24h: string;
  readonly timeMs: number;
}

export interface Candle {
  readonly openMs: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly quoteVolume: string;
  readonly trades: number;
}

/** The hub's read side. */
export interface MarketData {
  instruments(): readonly Instrument[];
  instrument(id: InstrumentId): Instrument | null;
  ticker(id: InstrumentId): Ticker | null;
  tickers(): readonly Ticker[];
  /** At most `levels` a side; null for an unknown instrument. */
  depth(id: InstrumentId, levels: number): DepthSnapshot | null;
  /** Newest first, at most `limit`. */
  trades(id: InstrumentId, limit: number): readonly PublicTrade[];
  /** Candles that open before `beforeMs`, oldest first, at most `limit`; the last one may still be open. */
  candles(id: InstrumentId, interval: Interval, beforeMs: number, limit: number): Promise<readonly Candle[]>;
}
