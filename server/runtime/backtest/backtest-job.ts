import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import type { AccountFees } from '../../../core/domain/accounts/fee-schedule.ts';
import { marketsOfParams } from '../../../core/domain/accounts/markets-of-params.ts';
import { isCleared } from '../../../core/domain/clearing/kinds.ts';
import { type Instrument, type InstrumentId, pairKey, parseInstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { ReturnPeriod } from '../../../core/domain/return-period.ts';
import { noLimits } from '../driver/account/trading-limits.ts';
import type { ExecutorDefinition } from '../driver/executor.ts';
import { SchemaCheck } from '../schema-check.ts';
import type { SimulatedAccount } from '../simulation/simulated-exchanges.ts';
import { BacktestImpossible } from './backtest-impossible.ts';
import type { BacktestFeed, FeedRange } from './feeds/backtest-feed.ts';
import type { ChartCandle } from './feeds/chart-candles.ts';
import type { FeedSource } from './feeds/feed-source.ts';
import { IndexMissing } from './feeds/index-missing.ts';
import type { AssumedFees, FeedKind } from './feeds/open-feed.ts';
import type { WarmUp } from './feeds/warm-up.ts';
import { type BacktestOptions, type RunResult, runBacktest } from './run-backtest.ts';
import { tooFineBalance } from './start-balances.ts';

/** What an account pays in one market. */
export interface MarketFees extends Pick<AccountFees, 'makerFee' | 'takerFee'> {
  readonly apiId: ApiId;
  readonly instrumentId: InstrumentId;
}

/** Everything that decides a run; plain data, so that it can be kept, repeated and sent to a thread. */
export interface BacktestJob {
  readonly params: unknown;
  readonly data: FeedKind;
  readonly fees: AssumedFees;
  /** What accounts pay where `fees` does not say it; absent, and of others: the fees of the market. */
  readonly accountFees?: readonly MarketFees[];
  /** What every account starts with: amounts by asset. */
  readonly balances: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly latencyMs: number;
  readonly isOptimistic: boolean;
  /** Of contracts, 1 to 125; default 1. */
  readonly leverage?: number;
  /** History that the strategy hears before its range without trading: ms, or what it seems to need. Absent: none, in folds `auto`. */
  readonly warmUp?: WarmUp;
  /** Of the returns that are measured; absent: days, hours for less than a week. */
  readonly period?: ReturnPeriod;
  /** Null: all of the data. */
  readonly range: FeedRange | null;
}

/** What an account pays by market, but for what the job gives all markets. */
const feesOf = ({ accountFees = [], fees }: BacktestJob, apiId: ApiId): NonNullable<SimulatedAccount['fees']> =>
  Object.fromEntries(
    accountFees
      .filter((own) => own.apiId === apiId)
      .map(({ instrumentId, makerFee, takerFee }) => [instrumentId, { makerFee, takerFee, ...fees }]),
  );

const canSimulate = (instrument: Instrument): boolean =>
  isCleared(instrument) && (instrument.settlement === 'none' || instrument.settlement === 'perpetual');

interface BacktestCode {
  readonly definition: StrategyDefinition;
  readonly executors: Readonly<Record<string, ExecutorDefinition>>;
}

type RunListeners = Pick<BacktestOptions, 'onProgress' | 'signal' | 'steps'>;

const onIndexMissing = (instrument: Instrument): never => {
  throw new IndexMissing(pairKey(instrument));
};

/** Runs jobs of one strategy; data that was opened once is used again. */
export class BacktestRunner {
  readonly #code: BacktestCode;
  readonly #source: FeedSource;
  readonly #schemas = new SchemaCheck();
  readonly #feeds = new Map<string, Promise<BacktestFeed>>();

  constructor(code: BacktestCode, source: FeedSource) {
    this.#code = code;
    this.#source = source;
  }

  /** Throws BacktestImpossible when params or data make the run impossible. */
  async run(job: BacktestJob, more: RunListeners = {}): Promise<RunResult> {
    const { steps: _, ...unseen } = more;
    const missing = (error: unknown): null => {
      if (error instanceof IndexMissing) return null;
      throw error;
    };
    // Steps are told once: whether they need an index is tried out before.
    const first = await this.#run(job, unseen, false).catch(missing);
    if (first !== null && more.steps === undefined) return first;
    return this.#run(job, more, first === null);
  }

  async #run(job: BacktestJob, more: RunListeners, withIndexes: boolean): Promise<RunResult> {
    const { balances, seed, latencyMs, isOptimistic, leverage, period, warmUp, range } = job;
    const wrong = this.#schemas.problem(this.#code.definition.params, job.params);
    if (wrong !== null) throw new BacktestImpossible('params', { ...wrong });
    const tooFine = tooFineBalance(balances);
    if (tooFine !== null) throw new BacktestImpossible('params', { ...tooFine });
    const markets = marketsOfParams(job.params);
    if (markets.length === 0) throw new BacktestImpossible('noMarket');
    const feed = await this.#feedOf(job, withIndexes);
    const instruments = feed.markets.map(({ instrument }) => [instrument.id, instrument] as const);
    const contract = feed.markets.find(({ instrument }) => !canSimulate(instrument));
    if (contract !== undefined) throw new BacktestImpossible('contract', { instrument: contract.instrument.id });
    const broken = this.#code.definition.check?.(job.params, Object.fromEntries(instruments)) ?? null;
    if (broken !== null) throw new BacktestImpossible('rule', { ...broken.params, field: broken.field, rule: broken.key });
    const accounts = new Map<string, SimulatedAccount>();
    for (const { instrumentId, apiId } of markets) {
      const exchange = parseInstrumentId(instrumentId)?.exchange ?? '';
      if (apiId === null) throw new BacktestImpossible('noAccount', { instrument: instrumentId });
      const fees = feesOf(job, apiId);
      accounts.set(`${apiId} ${exchange}`, { apiId, exchange, balances, fees, ...(leverage === undefined ? {} : { leverage }) });
    }
    const parts = {
      ...this.#code,
      params: job.params,
      feed,
      seed,
      latencyMs,
      isOptimistic,
      limits: noLimits,
      accounts: [...accounts.values()],
    };
    return runBacktest({
      ...parts,
      ...(range === null ? {} : { range }),
      ...(period === undefined ? {} : { period }),
      ...(warmUp === undefined ? {} : { warmUp }),
      ...(withIndexes ? {} : { onIndexMissing }),
      ...more,
    });
  }

  /** First and last moment of what a job would play. */
  async range(job: BacktestJob): Promise<FeedRange> {
    return (await this.#feedOf(job)).range;
  }

  /** What the job's markets did in a range, in the order of a result's `prices`. */
  async candles(job: BacktestJob, range: FeedRange): Promise<ReadonlyArray<readonly ChartCandle[]>> {
    return (await this.#feedOf(job)).candles(range);
  }

  #feedOf({ params, data, fees }: BacktestJob, withIndexes = false): Promise<BacktestFeed> {
    const ids = marketsOfParams(params).map(({ instrumentId }) => instrumentId);
    return this.#feed(ids, data, fees, withIndexes);
  }

  #feed(ids: readonly InstrumentId[], data: FeedKind, fees: AssumedFees, withIndexes: boolean): Promise<BacktestFeed> {
    const key = JSON.stringify([ids, data, fees, withIndexes]);
    const known = this.#feeds.get(key);
    if (known !== undefined) return known;
    const opened = this.#source.open(ids, data, fees, withIndexes);
    this.#feeds.set(key, opened);
    return opened;
  }
}
