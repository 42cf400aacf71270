import type { StepsAsk, StepsPage } from '../../../core/contract/strategy-plays.ts';
import type { StrategyOrigin } from '../worker/worker-protocol.ts';
import type { ImpossibleReason } from './backtest-impossible.ts';
import type { BacktestJob } from './backtest-job.ts';
import type { FeedRange } from './feeds/backtest-feed.ts';
import type { HouseBars } from './feeds/feed-source.ts';
import type { RecordedMarket } from './feeds/recorded-markets.ts';
import type { BacktestStatistics } from './figures/statistics.ts';
import type { KeptRun } from './kept-run.ts';
import type { ReplayProof } from './steps/step-book.ts';
import type { TestedRun } from './tested-run.ts';

/** Where a thread finds a strategy's code. */
export interface StrategyAddress extends Partial<StrategyOrigin> {
  readonly pluginId: string;
  /** Null: the plugin's first. */
  readonly strategyId: string | null;
}

/** Where a thread finds the data. Bars of the house lie in memory that all threads share. */
export type BacktestData =
  | { readonly origin: 'recorded'; readonly folder: string }
  | { readonly origin: 'house'; readonly bars: readonly HouseBars[] };

export interface BacktestThreadInput {
  /** Null for a thread that only looks at data. */
  readonly strategy: StrategyAddress | null;
  readonly data: BacktestData;
  /** One number, not 0 while what the thread is asked for is called off: it looks there, for it reads no message while it plays. */
  readonly calledOff?: Int32Array;
}

/** A thread answers one request after the other. */
export type BacktestRequest =
  /** One run with everything that is kept of it; the future is cut off `cuts` times to see whether somebody looked at it. */
  | { readonly kind: 'run'; readonly job: BacktestJob; readonly cuts: number }
  /** One run of a sweep. */
  | { readonly kind: 'figures'; readonly job: BacktestJob }
  /** One test of a walk forward. */
  | { readonly kind: 'test'; readonly job: BacktestJob }
  /** What a job would play. */
  | { readonly kind: 'range'; readonly job: BacktestJob }
  /** Plays a job as far as it takes to be stepped through. */
  | { readonly kind: 'replay'; readonly job: BacktestJob; readonly keptFills: number }
  /** A page of the last replay. */
  | { readonly kind: 'steps'; readonly ask: StepsAsk }
  /** What was recorded. */
  | { readonly kind: 'survey' };

export type BacktestAnswer =
  | { readonly kind: 'run'; readonly kept: KeptRun }
  | { readonly kind: 'figures'; readonly statistics: BacktestStatistics }
  | { readonly kind: 'test'; readonly tested: TestedRun }
  | { readonly kind: 'range'; readonly range: FeedRange }
  | { readonly kind: 'replay'; readonly proof: ReplayProof }
  | { readonly kind: 'steps'; readonly page: StepsPage }
  | { readonly kind: 'survey'; readonly markets: readonly RecordedMarket[] };

export type BacktestReply =
  | BacktestAnswer
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'called-off' }
  | { readonly kind: 'impossible'; readonly reason: ImpossibleReason };
