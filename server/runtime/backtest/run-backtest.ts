import type { ErrorParams } from '../../../core/contract/app-error.ts';
import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import type { Fill } from '../../../core/contract/trading.ts';
import type { InstrumentId } from '../../../core/domain/instrument.ts';
import type { FundingPayment } from '../../../core/simulation/clearing.ts';
import type { ExecutorDefinition } from '../driver/executor.ts';
import type { TradingLimits } from '../driver/trading-limits.ts';
import type { OrderLogLine } from '../simulation/order-log.ts';
import type { SimulatedAccount } from '../simulation/simulated-exchanges.ts';
import { type SessionListener, SimulatedSession } from '../simulation/simulated-session.ts';
import type { BacktestFeed, FeedRange } from './backtest-feed.ts';
import { BacktestImpossible, impossibleOf } from './backtest-impossible.ts';
import type { EquityPoint } from './equity-curve.ts';
import { type RoundTrip, RoundTrips } from './round-trips.ts';
import { RunWatch } from './run-watch.ts';
import { type BacktestStatistics, statisticsOf } from './statistics.ts';

export interface BacktestOptions {
  readonly definition: StrategyDefinition;
  readonly executors: Readonly<Record<string, ExecutorDefinition>>;
  readonly params: unknown;
  readonly seed: number;
  readonly feed: BacktestFeed;
  readonly accounts: readonly SimulatedAccount[];
  readonly limits: TradingLimits;
  readonly latencyMs: number;
  readonly isOptimistic: boolean;
  /** Default: all of the feed. */
  readonly range?: FeedRange;
  /** Told between 0 and 1. */
  readonly onProgress?: (fraction: number) => void;
  /** Ends the run when it aborts. */
  readonly signal?: AbortSignal;
}

export interface BacktestNote {
  readonly timeMs: number;
  readonly key: string;
  readonly params: ErrorParams;
}

export interface BacktestResult {
  readonly range: FeedRange;
  readonly statistics: BacktestStatistics;
  /** Value of the accounts at even distances, from what they started with. */
  readonly equity: readonly EquityPoint[];
  /** Last price of each market at the points of `equity`; null before its first. */
  readonly prices: ReadonlyArray<{ readonly instrumentId: InstrumentId; readonly values: readonly (number | null)[] }>;
  readonly fills: readonly Fill[];
  /** What each fill has realised; null for one that reduced nothing. */
  readonly profits: readonly (number | null)[];
  readonly trips: readonly RoundTrip[];
  /** What the positions of perpetuals have paid and received, in order of time. */
  readonly funding: readonly FundingPayment[];
  readonly notes: readonly BacktestNote[];
  /** Everything asked for and answered, line by line. */
  readonly log: readonly OrderLogLine[];
  /** Market events played. */
  readonly events: number;
  /** Time of the last of them; what comes after it in the log is the strategy being stopped. */
  readonly lastMs: number;
}

/** Plays a strategy through recorded data. Throws BacktestImpossible when the data cannot answer what the strategy needs. */
export async function runBacktest(options: BacktestOptions): Promise<BacktestResult> {
  const { feed } = options;
  const range = rangeOf(feed, options.range);
  const instruments = feed.markets.map(({ instrument }) => instrument);
  const fills: Fill[] = [];
  const profits: (number | null)[] = [];
  const notes: BacktestNote[] = [];
  const funding: FundingPayment[] = [];
  const log: OrderLogLine[] = [];
  const trips = new RoundTrips(instruments);
  const session = begun(options, range.fromMs, {
    line: (line) => log.push(line),
    report: (report) => {
      if (report.type !== 'filled') return;
      fills.push(report.fill);
      profits.push(trips.add(report.fill)?.profit ?? null);
    },
    funding: (payment) => funding.push(payment),
    note: ({ key, params }, timeMs) => notes.push({ timeMs, key, params }),
  });
  const { onProgress, signal } = options;
  const watch = new RunWatch({
    ...{ range, session, instruments },
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    const events = await feed.play(session, range, watch);
    const lastMs = session.nowMs;
    session.stop();
    watch.end();
    const equity = watch.points;
    if (equity.length === 0) throw new BacktestImpossible('empty');
    return {
      range,
      statistics: statisticsOf(equity, trips.trips, { fees: trips.fees, funding: fundingSum(feed, funding), fills: fills.length }),
      equity,
      prices: instruments.map(({ id }, at) => ({ instrumentId: id, values: watch.prices[at] ?? [] })),
      fills,
      profits,
      trips: trips.trips,
      funding,
      notes,
      log,
      events,
      lastMs,
    };
  } catch (error) {
    throw impossibleOf(error) ?? error;
  }
}

const fundingSum = ({ markets }: BacktestFeed, payments: readonly FundingPayment[]): number | null =>
  markets.some(({ funding }) => funding !== undefined) ? payments.reduce((sum, { amount }) => sum + Number(amount), 0) : null;

function rangeOf(feed: BacktestFeed, wanted: FeedRange | undefined): FeedRange {
  const { range } = feed;
  if (!Number.isFinite(range.fromMs)) throw new BacktestImpossible('empty');
  // Open ends reach as far as the data does.
  const [from, to] = [wanted?.fromMs ?? 0, wanted?.toMs ?? Number.MAX_SAFE_INTEGER];
  feed.check({ fromMs: from === 0 ? range.fromMs : from, toMs: to === Number.MAX_SAFE_INTEGER ? range.toMs : to });
  return wanted === undefined ? range : partOf(range, wanted);
}

/** What the data has of a wanted part, whose ends may be open. Throws BacktestImpossible when it has nothing. */
export function partOf(range: FeedRange, wanted: FeedRange): FeedRange {
  const part = { fromMs: Math.max(range.fromMs, wanted.fromMs), toMs: Math.min(range.toMs, wanted.toMs) };
  if (part.fromMs < part.toMs) return part;
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  throw new BacktestImpossible('outside', { from: day(range.fromMs), to: day(range.toMs) });
}

function begun(options: BacktestOptions, startMs: number, listener: SessionListener): SimulatedSession {
  const { definition, executors, params, seed, feed, accounts, limits, latencyMs, isOptimistic } = options;
  const parts = { definition, executors, params, seed, markets: feed.markets, accounts, limits, latencyMs, isOptimistic };
  try {
    return new SimulatedSession({ ...parts, idPrefix: 'test', listener }, startMs);
  } catch (error) {
    throw impossibleOf(error) ?? error;
  }
}
