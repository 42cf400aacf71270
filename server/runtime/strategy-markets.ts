import type { DepthSnapshot, MarketData } from '../../core/contract/market.ts';
import type { InstrumentId } from '../../core/domain/instrument.ts';

/** Markets as strategies and simulations read them. */
export interface StrategyMarkets extends MarketData {
  /** The book of this very moment, without making the hub tell its followers first. */
  bookNow(id: InstrumentId, levels: number): DepthSnapshot | null;
}
