import type { Principal } from '../../../core/contract/access.ts';
import { AppError, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { KeptPlay, Played, PlayProgress, StepsOfPlay, StrategyPlays } from '../../../core/contract/strategy-plays.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import type { AccountFees } from '../../../core/domain/accounts/fee-schedule.ts';
import { marketsOfParams } from '../../../core/domain/accounts/markets-of-params.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { BacktestChoice } from '../../../schemas/wire/backtest.ts';
import type { Strategy, StrategyCatalogue } from '../instances/strategy-catalogue.ts';
import { checkChoice, planOf } from './backtest-choice.ts';
import { impossibleOf } from './backtest-impossible.ts';
import { BacktestCalledOff } from './backtest-thread.ts';
import { figuresView, reasonView, resultOf } from './backtest-views.ts';
import { BacktestSources } from './feeds/backtest-sources.ts';
import { lanesFor, type RunChoiceParts, runChoice } from './run-choice.ts';
import { fillsText } from './steps/step-book.ts';
import type { SweepLanes } from './sweep-lanes.ts';

/** Strategies that can be played, which are known once their plugins are open. */
export interface PlayedStrategies extends Pick<RunChoiceParts, 'origin'> {
  readonly catalogue: Pick<StrategyCatalogue, 'check'>;
  /** The strategy, or why the caller may not start it. */
  readonly admit: (principal: Principal, strategy: string) => Outcome<Strategy>;
}

interface ThreadedPlaysParts extends Omit<RunChoiceParts, 'origin'> {
  /** Asked with the first play, which comes by a call: nobody makes one before the start has come so far. */
  readonly strategies: () => PlayedStrategies;
  /** What an account pays in a market; null where the caller may not see it or its exchange charges all the same. */
  readonly feesOf: (principal: Principal, apiId: ApiId, id: InstrumentId) => AccountFees | null;
}

export class ThreadedPlays implements StrategyPlays {
  readonly atOnce: number;
  readonly #parts: ThreadedPlaysParts;
  readonly #run: RunChoiceParts;
  readonly #sources: BacktestSources;

  constructor(parts: ThreadedPlaysParts) {
    this.#parts = parts;
    // One core stays free for markets and orders.
    this.atOnce = Math.max(1, parts.cores - 1);
    this.#run = { ...parts, origin: (pluginId) => parts.strategies().origin(pluginId) };
    this.#sources = new BacktestSources(parts);
  }

  sources: StrategyPlays['sources'] = (ids) => this.#sources.list(ids);

  check(principal: Principal, choice: BacktestChoice): Outcome<null> {
    const { markets } = this.#parts;
    const { admit, catalogue } = this.#parts.strategies();
    const strategy = admit(principal, choice.strategy);
    if (!strategy.ok) return strategy;
    const checked = catalogue.check(strategy.value, choice.params);
    if (!checked.ok) return checked;
    const named = marketsOfParams(choice.params);
    const unknown = choice.origin === 'house' ? named.find(({ instrumentId }) => markets.instrument(instrumentId) === null) : undefined;
    if (unknown !== undefined) return refused('STRATEGY_UNKNOWN_PAIR', { instrument: unknown.instrumentId });
    return checkChoice(choice, strategy.value.schema);
  }

  accountFees(principal: Principal, params: BacktestChoice['params']): NonNullable<BacktestChoice['account_fees']> {
    return marketsOfParams(params).flatMap(({ apiId, instrumentId }) => {
      const fees = apiId === null ? null : this.#parts.feesOf(principal, apiId, instrumentId);
      return apiId === null || fees === null
        ? []
        : [{ api_id: apiId, id: instrumentId, maker_fee: fees.makerFee, taker_fee: fees.takerFee }];
    });
  }

  async play(choice: BacktestChoice, signal: AbortSignal, onProgress: PlayProgress): Promise<Played> {
    try {
      const outcome = await runChoice(this.#run, choice, signal, onProgress);
      const statistics = outcome.kept?.statistics ?? outcome.joined;
      return {
        kind: 'played',
        figures: statistics === null ? null : figuresView(statistics),
        result: resultOf(outcome),
        pages: outcome.kept?.pages ?? [],
      };
    } catch (error) {
      signal.throwIfAborted();
      const impossible = impossibleOf(error);
      if (impossible === null) throw error;
      return { kind: 'impossible', reason: reasonView(impossible.reason) };
    }
  }

  async replay({ choice, figures, trades }: KeptPlay, signal: AbortSignal, onProgress: PlayProgress): Promise<StepsOfPlay> {
    const lanes = await lanesFor(this.#run, choice, signal);
    const close = (): void => void lanes.close();
    signal.addEventListener('abort', close);
    try {
      const { job } = planOf(choice);
      const { proof } = await lanes.first.ask<'replay'>({ kind: 'replay', job, keptFills: trades.length }, onProgress);
      if (proof.endEquity !== figures.end_equity || proof.fills !== figures.fills || proof.kept !== fillsText(trades))
        throw new AppError('BACKTEST_CHANGED');
      return stepsIn(lanes, signal);
    } catch (error) {
      await lanes.close();
      signal.throwIfAborted();
      throw changedIfImpossible(error);
    }
  }
}

const stepsIn = (lanes: SweepLanes, signal: AbortSignal): StepsOfPlay => ({
  page: async (ask, onProgress) => {
    try {
      return (await lanes.first.ask<'steps'>({ kind: 'steps', ask }, onProgress)).page;
    } catch (error) {
      if (error instanceof BacktestCalledOff) return null;
      signal.throwIfAborted();
      throw changedIfImpossible(error);
    }
  },
  callOff: () => lanes.first.callOff(),
  close: () => lanes.close(),
});

const changedIfImpossible = (error: unknown): unknown =>
  error instanceof AppError || impossibleOf(error) === null ? error : new AppError('BACKTEST_CHANGED', {}, error);
