import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, type ErrorParams } from '../../../core/contract/app-error.ts';
import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import type { Fill } from '../../../core/contract/trading.ts';
import type { ExecutorDefinition } from '../driver/executor.ts';
import { StrategyFault } from '../driver/strategy-fault.ts';
import type { TradingLimits } from '../driver/trading-limits.ts';
import type { OrderLogLine } from '../simulation/order-log.ts';
import type { SimulatedAccount } from '../simulation/simulated-exchanges.ts';
import { type SessionListener, SimulatedSession } from '../simulation/simulated-session.ts';
import type { BacktestFeed, FeedRange, FeedWatch } from './backtest-feed.ts';
import { BacktestImpossible } from './backtest-impossible.ts';
import { type EquityPoint, EquityValuer } from './equity-curve.ts';
import { type RoundTrip, RoundTrips } from './round-trips.ts';
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
  /** Value of the accounts at even distances. */
  readonly equity: readonly EquityPoint[];
  readonly fills: readonly Fill[];
  readonly trips: readonly RoundTrip[];
  readonly notes: readonly BacktestNote[];
  /** Everything asked for and answered, line by line. */
  readonly log: readonly OrderLogLine[];
  /** Market events played. */
  readonly events: number;
  /** Time of the last of them; what comes after it in the log is the strategy being stopped. */
  readonly lastMs: number;
}

const mostPoints = 2_000;
const shortestStepMs = 60_000;

/** Plays a strategy through recorded data. Throws BacktestImpossible when the data cannot answer what the strategy needs. */
export async function runBacktest(options: BacktestOptions): Promise<BacktestResult> {
  const { feed } = options;
  const range = rangeOf(feed, options.range);
  const instruments = feed.markets.map(({ instrument }) => instrument);
  const fills: Fill[] = [];
  const notes: BacktestNote[] = [];
  const log: OrderLogLine[] = [];
  const trips = new RoundTrips(instruments);
  const session = begun(options, range.fromMs, {
    line: (line) => log.push(line),
    report: (report) => {
      if (report.type !== 'filled') return;
      fills.push(report.fill);
      trips.add(report.fill);
    },
    note: ({ key, params }, timeMs) => notes.push({ timeMs, key, params }),
  });
  const watch = new RunWatch(options, range, session);
  try {
    const events = await feed.play(session, range, watch);
    const lastMs = session.nowMs;
    session.stop();
    watch.sample(range.toMs);
    const equity = watch.points;
    return {
      range,
      statistics: statisticsOf(equity, trips.trips, trips.fees),
      equity,
      fills,
      trips: trips.trips,
      notes,
      log,
      events,
      lastMs,
    };
  } catch (error) {
    throw impossible(error);
  }
}

/** Samples the value of the accounts, tells the progress and lets others work. */
class RunWatch implements FeedWatch {
  readonly points: EquityPoint[] = [];
  readonly #options: BacktestOptions;
  readonly #range: FeedRange;
  readonly #session: SimulatedSession;
  readonly #valuer: EquityValuer;
  readonly #stepMs: number;
  nextMs: number;

  constructor(options: BacktestOptions, range: FeedRange, session: SimulatedSession) {
    this.#options = options;
    this.#range = range;
    this.#session = session;
    const instruments = options.feed.markets.map(({ instrument }) => instrument);
    this.#valuer = new EquityValuer(instruments, (id) => session.exchanges.lastPrice(id));
    this.#stepMs = Math.max(shortestStepMs, Math.ceil((range.toMs - range.fromMs) / mostPoints / shortestStepMs) * shortestStepMs);
    this.nextMs = range.fromMs + this.#stepMs;
  }

  reached(timeMs: number): Promise<void> | undefined {
    const { onProgress, signal } = this.#options;
    for (; this.nextMs <= timeMs; this.nextMs += this.#stepMs) this.sample(this.nextMs - 1);
    if (onProgress === undefined && signal === undefined) return undefined;
    const { fromMs, toMs } = this.#range;
    onProgress?.((timeMs - fromMs) / (toMs - fromMs + 1));
    return nextTurn().then(() => signal?.throwIfAborted());
  }

  sample(timeMs: number): void {
    const value = this.#valuer.value(this.#session.exchanges.balances());
    if (value !== null) this.points.push([timeMs, value]);
  }
}

function rangeOf({ range }: BacktestFeed, wanted: FeedRange | undefined): FeedRange {
  if (!Number.isFinite(range.fromMs)) throw new BacktestImpossible('the data is empty');
  if (wanted === undefined) return range;
  const cut = { fromMs: Math.max(range.fromMs, wanted.fromMs), toMs: Math.min(range.toMs, wanted.toMs) };
  if (cut.fromMs < cut.toMs) return cut;
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  throw new BacktestImpossible(`the data lies between ${day(range.fromMs)} and ${day(range.toMs)}`);
}

function begun(options: BacktestOptions, startMs: number, listener: SessionListener): SimulatedSession {
  const { definition, executors, params, seed, feed, accounts, limits, latencyMs, isOptimistic } = options;
  const parts = { definition, executors, params, seed, markets: feed.markets, accounts, limits, latencyMs, isOptimistic };
  try {
    return new SimulatedSession({ ...parts, idPrefix: 'test', listener }, startMs);
  } catch (error) {
    throw impossible(error);
  }
}

/** What a strategy did wrong is the reason why it cannot be simulated; an abort stays what it is. */
function impossible(error: unknown): unknown {
  if (!(error instanceof StrategyFault || error instanceof AppError)) return error;
  return new BacktestImpossible(error.message, error);
}
