import type { Candle } from '../../core/contract/market.ts';
import type { InstrumentId } from '../../core/domain/instrument.ts';
import type { Interval } from '../../core/domain/interval.ts';
import type { TradeFlowRecord } from '../store/records.ts';

/** A minute or a quarter of an hour of a market's flow. */
export type StoredFlow = TradeFlowRecord;

export interface StoredCandle extends Candle {
  readonly instrumentId: InstrumentId;
  readonly interval: Interval;
}

/** Candles of one exchange as they stood at its `sequence`. */
export interface CandleFlush {
  readonly exchange: string;
  readonly sequence: number;
  /** Last counted trade per instrument, for venues that number their trades: a batch that straddles the position is cut there. */
  readonly lastTradeNumbers: ReadonlyMap<InstrumentId, number>;
  readonly candles: readonly StoredCandle[];
  /** A quarter of an hour takes the place of the minutes in it. */
  readonly flows: readonly StoredFlow[];
}

/** Where candles are kept, and beside them who took how much at which price. */
export interface CandleStore {
  /** Writes candles, flows and position together or not at all: only so does a restart neither lose nor double a trade. */
  save(flush: CandleFlush): Promise<void>;
  /** Venue sequence up to which the stored candles hold every trade; 0 for none. */
  position(exchange: string): Promise<number>;
  /** 0 for none. */
  lastTradeNumber(instrumentId: InstrumentId): Promise<number>;
  /** The last day of an instrument's flow, at least; in any order. */
  flows(instrumentId: InstrumentId): Promise<readonly StoredFlow[]>;
  /** The newest candle of each interval that has any. */
  newest(instrumentId: InstrumentId): Promise<ReadonlyMap<Interval, Candle>>;
  /** The last `limit` candles that open before `beforeMs`, oldest first. */
  before(instrumentId: InstrumentId, interval: Interval, beforeMs: number, limit: number): Promise<readonly Candle[]>;
}
