import type { Recordings } from '../../../core/contract/server-services.ts';
import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import { type InstrumentId, parseInstrumentId } from '../../../core/domain/instrument.ts';
import type { ExecutorDefinition } from '../driver/executor.ts';
import { noLimits } from '../driver/trading-limits.ts';
import { type FieldProblem, SchemaCheck } from '../schema-check.ts';
import type { SimulatedAccount } from '../simulation/simulated-exchanges.ts';
import type { BacktestFeed, FeedRange } from './backtest-feed.ts';
import { BacktestImpossible } from './backtest-impossible.ts';
import { marketsOfParams } from './markets-of-params.ts';
import { type FeedKind, type FeeRates, openFeed } from './open-feed.ts';
import { type BacktestOptions, type BacktestResult, runBacktest } from './run-backtest.ts';

/** Everything that decides a run; plain data, so that it can be kept, repeated and sent to a thread. */
export interface BacktestJob {
  readonly params: unknown;
  readonly data: FeedKind;
  readonly fees: FeeRates;
  /** What every account starts with: amounts by asset. */
  readonly balances: Readonly<Record<string, string>>;
  readonly seed: number;
  readonly latencyMs: number;
  readonly isOptimistic: boolean;
  /** Null: all of the data. */
  readonly range: FeedRange | null;
}

export interface BacktestCode {
  readonly definition: StrategyDefinition;
  readonly executors: Readonly<Record<string, ExecutorDefinition>>;
}

/** Runs jobs of one strategy over one folder of recordings; data that was opened once is used again. */
export class BacktestRunner {
  readonly #code: BacktestCode;
  readonly #recordings: Recordings;
  readonly #schemas = new SchemaCheck();
  readonly #feeds = new Map<string, Promise<BacktestFeed>>();

  constructor(code: BacktestCode, recordings: Recordings) {
    this.#code = code;
    this.#recordings = recordings;
  }

  /** Throws BacktestImpossible when params or data make the run impossible. */
  async run(job: BacktestJob, more: Pick<BacktestOptions, 'onProgress' | 'signal'> = {}): Promise<BacktestResult> {
    const { data, fees, balances, seed, latencyMs, isOptimistic, range } = job;
    this.#hold(this.#schemas.problem(this.#code.definition.params, job.params));
    const markets = marketsOfParams(job.params);
    if (markets.length === 0) throw new BacktestImpossible('the params name no market');
    const feed = await this.#feed(
      markets.map(({ instrumentId }) => instrumentId),
      data,
      fees,
    );
    const instruments = feed.markets.map(({ instrument }) => [instrument.id, instrument] as const);
    const broken = this.#code.definition.check?.(job.params, Object.fromEntries(instruments)) ?? null;
    this.#hold(broken === null ? null : { field: broken.field, rule: `${broken.key} ${JSON.stringify(broken.params)}` });
    const accounts = new Map<string, SimulatedAccount>();
    for (const { instrumentId, apiId } of markets) {
      const exchange = parseInstrumentId(instrumentId)?.exchange ?? '';
      if (apiId === null) throw new BacktestImpossible(`no account stands beside ${instrumentId}`);
      accounts.set(`${apiId} ${exchange}`, { apiId, exchange, balances });
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
    return runBacktest({ ...parts, ...(range === null ? {} : { range }), ...more });
  }

  /** First and last moment of what a job would play. */
  async range({ params, data, fees }: BacktestJob): Promise<FeedRange> {
    const ids = marketsOfParams(params).map(({ instrumentId }) => instrumentId);
    return (await this.#feed(ids, data, fees)).range;
  }

  #hold(problem: FieldProblem | null): void {
    if (problem !== null) throw new BacktestImpossible(`${problem.field}: ${problem.rule}`);
  }

  #feed(ids: readonly InstrumentId[], data: FeedKind, fees: FeeRates): Promise<BacktestFeed> {
    const key = JSON.stringify([ids, data, fees]);
    const known = this.#feeds.get(key);
    if (known !== undefined) return known;
    const opened = openFeed(this.#recordings, ids, data, fees);
    this.#feeds.set(key, opened);
    return opened;
  }
}
