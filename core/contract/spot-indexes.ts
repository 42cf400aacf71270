import type { AssetPair, InstrumentId } from '../domain/markets/instrument.ts';
import type { IndexSourceState } from '../domain/markets/spot-index.ts';
import { type Disposer, type Token, token } from './token.ts';

/** One market of an index. */
export interface IndexPart {
  readonly instrumentId: InstrumentId;
  /** Middle of its book; null while a side is empty. */
  readonly price: string | null;
  readonly state: IndexSourceState;
}

/** The spot index of a pair of assets. */
export interface IndexPrice extends AssetPair {
  /** In quote per base; null before there ever was one. */
  readonly price: string | null;
  /** True while fewer than two exchanges count: the price is the last one that there was. */
  readonly stale: boolean;
  /** Of the price, ms; 0 before there was one. */
  readonly timeMs: number;
  readonly sources: readonly IndexPart[];
}

/** What pairs of assets cost over all open exchanges, worked out every second. */
export interface SpotIndexes {
  list(): readonly IndexPrice[];
  /** That a market is part of; null for a pair on one exchange, for contracts, and for a replay, which lives at another time. */
  index(id: InstrumentId): IndexPrice | null;
  /** The price of a market's index while it is one of now, else null. */
  price(id: InstrumentId): string | null;
  /** Tells every index that has another price than a second ago and is not stale. */
  onPrice(listener: (index: IndexPrice) => void): Disposer;
}
export const SPOT_INDEXES: Token<SpotIndexes> = token<SpotIndexes>('tessera.spot-indexes', 'What pairs cost over all exchanges');
