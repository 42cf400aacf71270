import type { Candle } from '../../../core/contract/market.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { Interval } from '../../../core/domain/markets/interval.ts';
import type { TradeFlowRecord } from '../../store/records.ts';

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
  /** By market: its longer candles hold the minutes before this time, and what follows is in minutes alone. Of those that were written so. */
  readonly wholeUntil: ReadonlyMap<InstrumentId, number>;
  /** A quarter of an hour takes the place of the minutes in it. */
  readonly flows: readonly StoredFlow[];
}

/** A candle of a day's minute or half hour. */
export interface DayPart {
  readonly lengthMs: number;
  readonly candle: Candle;
}

/** What a market continues from after a restart; its flow is read later. */
export interface StoredMarket {
  /** The newest candle of each interval that has any. */
  readonly newest: ReadonlyMap<Interval, Candle>;
  /** Of those that run, what came before the newest minute; null where that is not known apart. */
  readonly before: ReadonlyMap<Interval, Candle> | null;
  /** The longer candles hold the minutes before this time in the store; null for all that there are. */
  readonly wholeUntilMs: number | null;
  /** The last 24 hours, oldest first: whole half hours as such, minutes before and after them. */
  readonly day: readonly DayPart[];
  /** When the first stored minute opened; null for none. */
  readonly firstMs: number | null;
  /** 0 for none. */
  readonly lastTradeNumber: number;
  /** Step of the newest stored flow, null for none. */
  readonly flowStep: string | null;
}

/** Where candles are kept, and beside them who took how much at which price. */
export interface CandleStore {
  /** Writes candles, flows and position together or not at all: only so does a restart neither lose nor double a trade. */
  save(flush: CandleFlush): Promise<void>;
  /** Venue sequence up to which the stored candles hold every trade; 0 for none. */
  position(exchange: string): Promise<number>;
  /** How the markets stand in the store at `nowMs`; those that it does not know are left out. */
  restore(instrumentIds: readonly InstrumentId[], nowMs: number): Promise<ReadonlyMap<InstrumentId, StoredMarket>>;
  /** Minutes of markets that open in [fromMs, untilMs), oldest first; markets without any are left out. */
  minutes(instrumentIds: readonly InstrumentId[], fromMs: number, untilMs: number): Promise<ReadonlyMap<InstrumentId, readonly Candle[]>>;
  /** The last day of the markets' flow, at least; in any order. */
  flows(instrumentIds: readonly InstrumentId[]): Promise<readonly StoredFlow[]>;
  /** The last `limit` candles that open before `beforeMs`, oldest first. */
  before(instrumentId: InstrumentId, interval: Interval, beforeMs: number, limit: number): Promise<readonly Candle[]>;
}
