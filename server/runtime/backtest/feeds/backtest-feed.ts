import type { Candle } from '../../../../core/contract/market.ts';
import type { InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import type { BarSeries } from '../../../../core/simulation/recordings/bar-recording.ts';
import type { WantedHistory } from '../../driver/actor.ts';
import type { SimulatedMarketPart } from '../../simulation/simulated-exchanges.ts';
import type { SimulatedSession } from '../../simulation/simulated-session.ts';
import type { ChartCandle } from './chart-candles.ts';

export interface FeedRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Looks at a run while it goes on. */
export interface FeedWatch {
  /** Market time of the next look. */
  readonly nextMs: number;
  /** Called before the first event at or after `nextMs`, which it moves on. A promise gives others a turn; throwing ends the run. */
  reached(timeMs: number, events: number): void | Promise<void>;
  /** Called before the first event of each moment: what the moments before have made is complete. */
  moment(timeMs: number): void;
  /** Called after the bars of a market from `from` on and before `to` were passed without playing them. */
  passed(id: InstrumentId, series: BarSeries, from: number, to: number): void;
  /** Called before a bar is played. */
  played?(id: InstrumentId, series: BarSeries, at: number): void;
}

/** Recorded data that a session can be played through, any number of times. */
export interface BacktestFeed {
  readonly markets: readonly SimulatedMarketPart[];
  /** Markets of other exchanges that are played for the indexes of pairs alone. */
  readonly indexSources: readonly SimulatedMarketPart[];
  /** First and last moment of the data. */
  readonly range: FeedRange;
  /** Throws BacktestImpossible when something that the data needs is missing for a part of this range. */
  check(range: FeedRange): void;
  /** Plays what lies in the range and gives the number of market events. */
  play(session: SimulatedSession, range: FeedRange, watch: FeedWatch): Promise<number>;
  /** The newest `count` candles that had closed at a time, oldest first, as far as the data reaches back. */
  history(wanted: WantedHistory, atMs: number): readonly Candle[];
  /** What each market did in the range, in order of `markets`. */
  candles(range: FeedRange): Promise<ReadonlyArray<readonly ChartCandle[]>>;
}
