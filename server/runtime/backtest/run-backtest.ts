import type { ErrorParams } from '../../../core/contract/app-error.ts';
import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import type { Fill } from '../../../core/contract/trading.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { ReturnPeriod } from '../../../core/domain/return-period.ts';
import type { FundingPayment } from '../../../core/simulation/clearing/clearing.ts';
import type { TradingLimits } from '../driver/account/trading-limits.ts';
import type { ExecutorDefinition } from '../driver/executor.ts';
import type { OrderLogLine } from '../simulation/order-log.ts';
import type { SessionListener } from '../simulation/session-options.ts';
import type { SimulatedAccount, SimulatedExchanges } from '../simulation/simulated-exchanges.ts';
import { SimulatedSession } from '../simulation/simulated-session.ts';
import { BacktestImpossible, impossibleOf } from './backtest-impossible.ts';
import type { BacktestFeed, FeedRange } from './feeds/backtest-feed.ts';
import { neededHistoryMs, type WarmUp } from './feeds/warm-up.ts';
import { type DenialCount, DenialCounter } from './figures/denial-count.ts';
import { type EquityPoint, EquityValuer, type Holding, type Unpriced } from './figures/equity-curve.ts';
import type { EquityFigures } from './figures/equity-figures.ts';
import { periodEnds, periodFor } from './figures/return-periods.ts';
import { type RoundTrip, RoundTrips } from './figures/round-trips.ts';
import { PlotGatherer, type RunPlots } from './figures/run-plots.ts';
import { type BacktestStatistics, statisticsOf } from './figures/statistics.ts';
import { RunWatch } from './run-watch.ts';
import { type StepReader, StepRecorder } from './steps/step-recorder.ts';

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
  /** History that the strategy hears before the range without trading, as far as there is any; default: none. */
  readonly warmUp?: WarmUp;
  /** Of the returns that are measured; default: by the length of the run. */
  readonly period?: ReturnPeriod;
  /** Is told of every moment; default: nobody is, which is faster. */
  readonly steps?: StepReader;
  /** An index is wanted that the feed does not play; absent: there is none then. */
  readonly onIndexMissing?: (instrument: Instrument) => void;
}

export interface BacktestNote {
  readonly timeMs: number;
  readonly key: string;
  readonly params: ErrorParams;
}

export interface RunResult {
  readonly range: FeedRange;
  readonly statistics: BacktestStatistics;
  /** A picture of the value of the accounts: even distances, from what they started with, and the ends of the deepest fall. */
  readonly equity: readonly EquityPoint[];
  /** Their value at the start and at the ends of the periods by which returns are measured. */
  readonly periodEnds: readonly EquityPoint[];
  /** Everything that figures need of their value at every moment. */
  readonly figures: EquityFigures;
  /** Last price of each market at the points of `equity`; null before its first. */
  readonly prices: ReadonlyArray<{ readonly instrumentId: InstrumentId; readonly values: readonly (number | null)[] }>;
  readonly fills: readonly Fill[];
  /** What each fill has closed; null for one that reduced nothing. */
  readonly closes: readonly (RoundTrip | null)[];
  readonly trips: readonly RoundTrip[];
  /** What the positions of perpetuals have paid and received, in order of time. */
  readonly funding: readonly FundingPayment[];
  readonly notes: readonly BacktestNote[];
  /** What was denied and why, the commonest first. */
  readonly denials: readonly DenialCount[];
  /** By market. */
  readonly plots: readonly RunPlots[];
  /** Dollar tokens that count as one of the money of the run, since none of its markets says their rate. */
  readonly assumed: readonly Unpriced[];
  /** Everything asked for and answered, line by line. */
  readonly log: readonly OrderLogLine[];
  /** Market events played. */
  readonly events: number;
  /** Time of the last of them; what comes after it in the log is the strategy being stopped. */
  readonly lastMs: number;
}

/** Plays a strategy through recorded data. Throws BacktestImpossible when the data cannot answer what the strategy needs. */
export async function runBacktest(options: BacktestOptions): Promise<RunResult> {
  const { feed, onProgress, signal } = options;
  const range = rangeOf(feed, options.range);
  const instruments = feed.markets.map(({ instrument }) => instrument);
  const startHoldings = holdingsOf(options.accounts);
  let exchanges: SimulatedExchanges | null = null;
  const valuer = new EquityValuer(instruments, (id) => exchanges?.lastNumber(id) ?? null);
  const unpriced = valuer.unpriced(startHoldings);
  if (unpriced !== null) throw new BacktestImpossible('noPrice', { ...unpriced });
  const trips = new RoundTrips(instruments, valuer, startHoldings);
  const fills: Fill[] = [];
  const closes: (RoundTrip | null)[] = [];
  const notes: BacktestNote[] = [];
  const funding: FundingPayment[] = [];
  const denials = new DenialCounter();
  const plots = new PlotGatherer();
  const log: OrderLogLine[] = [];
  const recorder = options.steps === undefined ? null : new StepRecorder(options.steps, range);
  const session = begun(options, range, {
    ...(recorder === null ? {} : { call: (call, timeMs) => recorder.called(call, timeMs) }),
    line: (line) => log.push(line),
    denied: (denial) => denials.add(denial),
    report: (report) => {
      if (report.type !== 'filled') return;
      recorder?.filled(report.fill);
      fills.push(report.fill);
      closes.push(trips.add(report.fill));
    },
    funding: (payment) => {
      recorder?.funded(payment);
      funding.push(payment);
      trips.fund(payment);
    },
    plot: (plot) => plots.add(plot),
    note: ({ key, params }, timeMs) => notes.push({ timeMs, key, params }),
  });
  exchanges = session.exchanges;
  const watch = new RunWatch({
    ...{ range, session, instruments, valuer, startHoldings },
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    const steps = recorder?.watching(session, watch, instruments) ?? null;
    const events = await feed.play(session, { ...range, fromMs: session.startMs }, steps ?? watch);
    const lastMs = session.nowMs;
    steps?.stopping();
    session.stop();
    watch.end();
    steps?.end();
    const { figures } = watch;
    if (figures === null) throw new BacktestImpossible('empty');
    const period = options.period ?? periodFor(range);
    const statistics = statisticsOf(figures, trips.trips, range, {
      ...{ period, openProfit: trips.openProfit, fees: trips.fees, funding: fundingSum(feed, funding), fills: fills.length },
      denied: denials.total,
    });
    return {
      ...{ range, statistics, events, lastMs, fills, closes, trips: trips.trips, funding, notes, log },
      ...{ denials: denials.counts, plots: plots.plots },
      equity: watch.points,
      periodEnds: periodEnds(figures.hours, range.toMs, period),
      figures,
      assumed: valuer.assumed(startHoldings),
      prices: instruments.map(({ id }, at) => ({ instrumentId: id, values: watch.prices[at] ?? [] })),
    };
  } catch (error) {
    throw impossibleOf(error) ?? error;
  }
}

/** What the accounts start with. */
const holdingsOf = (accounts: readonly SimulatedAccount[]): readonly Holding[] =>
  accounts.flatMap(({ apiId, exchange, balances }) =>
    Object.entries(balances).map(([asset, total]) => ({ exchange, apiId, asset, total })),
  );

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

function begun(options: BacktestOptions, { fromMs }: FeedRange, listener: SessionListener): SimulatedSession {
  const { definition, executors, params, seed, feed, accounts, limits, latencyMs, isOptimistic, warmUp = 0 } = options;
  const { markets, indexSources } = feed;
  const parts = {
    ...{ definition, executors, params, seed, markets, indexSources, accounts, limits, latencyMs, isOptimistic, idPrefix: 'test' },
    ...(options.onIndexMissing === undefined ? {} : { onIndexMissing: options.onIndexMissing }),
  };
  try {
    const historyMs = warmUp === 'auto' ? neededHistoryMs(parts, fromMs) : warmUp;
    const startMs = Math.min(fromMs, Math.max(feed.range.fromMs, fromMs - historyMs));
    return new SimulatedSession(
      { ...parts, tradesFromMs: fromMs, history: (wanted, atMs) => feed.history(wanted, atMs), listener },
      startMs,
    );
  } catch (error) {
    throw impossibleOf(error) ?? error;
  }
}
