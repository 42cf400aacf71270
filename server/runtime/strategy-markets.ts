import type { Candle, DepthSnapshot, MarketData } from '../../core/contract/market.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import type { Interval } from '../../core/domain/markets/interval.ts';
import type { PastCandles, PastTime } from '../market/candles/candle-pages.ts';

/** Markets as strategies and simulations read them. */
export interface StrategyMarkets extends MarketData {
  /** The book of this very moment, without making the hub tell its followers first. */
  bookNow(id: InstrumentId, levels: number): DepthSnapshot | null;
  /** The market's own time; null for an unknown market. */
  marketTime(id: InstrumentId): number | null;
  /** True for an exchange that begins anew with each opening, at a time of its own. */
  isEphemeral(exchange: string): boolean;
  /** Closed candles of a time that are known, without the flat ones of times in which nothing traded. Null where the past is not kept. */
  pastCandles(id: InstrumentId, interval: Interval, time: PastTime): Promise<PastCandles | null>;
  /** The newest `limit` candles that closed before a time, or now, and are known, oldest first; also of markets whose past is not kept, as long as they are open. */
  pastBefore(id: InstrumentId, interval: Interval, beforeMs: number, limit: number): Promise<readonly Candle[]>;
}
