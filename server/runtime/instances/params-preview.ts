import type { Principal } from '../../../core/contract/access.ts';
import { type AppError, accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Candle } from '../../../core/contract/market.ts';
import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { InstanceEnvironment } from '../../../core/contract/strategies.ts';
import type { HistoryWish, Suggestions } from '../../../core/contract/strategy-preview.ts';
import { instrumentsIn } from '../../../core/domain/markets/instruments-in.ts';
import type { StrategyMarkets } from '../strategy-markets.ts';
import { StepFailure } from '../worker/step-failure.ts';
import type { Preview } from '../worker/worker-protocol.ts';
import { listedMarkets } from './market/listed-markets.ts';
import { type ParamsCheckParts, paramsProblem } from './params-problem.ts';
import { type PreviewWorldParts, previewWorld } from './preview-world.ts';
import type { Strategy, StrategyCatalogue } from './strategy-catalogue.ts';
import type { StrategyThreads } from './strategy-threads.ts';

interface ParamsPreviewParts extends ParamsCheckParts, PreviewWorldParts {
  readonly catalogue: Pick<StrategyCatalogue, 'check' | 'sound'>;
  readonly markets: StrategyMarkets;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** The params of a form that somebody fills in. */
export interface FormParams {
  readonly params: Readonly<Record<string, unknown>>;
  readonly environment: InstanceEnvironment;
  /** Values are wanted for the form, which may be incomplete. */
  readonly suggest: boolean;
}

/** What a form is told of its params. */
export interface ParamsPreview extends Preview {
  /** The first rule that they break; null when they are in order. */
  readonly problem: AppError | null;
  /** Null: not asked for, or there are none of this strategy. */
  readonly suggestions: Suggestions | null;
}

const nothing: Preview = { lines: [], figures: [] };

/** What params would place in the markets as they are, what follows from them, and what the strategy suggests. A rule that they break is what a form asks about, and no refusal. */
export async function paramsPreview(
  parts: ParamsPreviewParts,
  threads: StrategyThreads,
  principal: Principal,
  strategy: Strategy,
  { params, environment, suggest }: FormParams,
): Promise<Outcome<ParamsPreview>> {
  const checked = await paramsProblem(parts, threads, principal, strategy, params, environment);
  const problem = checked.ok ? null : checked.error;
  if (problem !== null && problem.code !== 'STRATEGY_PARAMS_INVALID') return refused(problem.code, problem.params);
  const sound = parts.catalogue.sound(strategy, params);
  const named = instrumentsIn(sound);
  const unknown = named.find((id) => parts.markets.instrument(id) === null);
  if (suggest && unknown !== undefined) return refused('STRATEGY_UNKNOWN_PAIR', { instrument: unknown });
  const thread = threads.of(strategy.pluginId);
  const { strategyId } = strategy;
  try {
    const fitsSchema = parts.catalogue.check(strategy, params).ok;
    const preview = fitsSchema ? await thread.preview(strategyId, previewWorld(parts, principal, params), problem === null) : nothing;
    const wishes = suggest ? await thread.wishes(strategyId, sound, listedMarkets(named, parts.markets)) : null;
    if (wishes === null) return accepted({ ...preview, problem, suggestions: null });
    const candles = await Promise.all(wishes.map((wish) => history(parts, wish)));
    const suggestions = await thread.suggest(strategyId, { ...previewWorld(parts, principal, sound), candles });
    return accepted({ ...preview, problem, suggestions });
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    return refused('STRATEGY_START_FAILED', { cause: error.message });
  }
}

/** As a subscription would tell it, by the market's own clock; none while it cannot be had. */
async function history(
  { markets, clock, logger }: ParamsPreviewParts,
  { instrumentId, interval, history: count }: HistoryWish,
): Promise<readonly Candle[]> {
  try {
    return await markets.pastBefore(instrumentId, interval, markets.marketTime(instrumentId) ?? clock.nowMs(), count);
  } catch (error) {
    logger.warn({ err: error, instrument: instrumentId, interval }, 'no history for suggestions');
    return [];
  }
}
