import type { Principal } from '../../../core/contract/access.ts';
import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { InstanceEnvironment } from '../../../core/contract/strategies.ts';
import type { ParamsProblem } from '../../../core/contract/strategy.ts';
import { instrumentsIn } from '../../../core/domain/markets/instruments-in.ts';
import type { StrategyMarkets } from '../strategy-markets.ts';
import { StepFailure } from '../worker/step-failure.ts';
import { marketsFit } from './environments.ts';
import { listedMarkets } from './market/listed-markets.ts';
import { type AccountFeeParts, marketsWithFees } from './preview-world.ts';
import type { Strategy, StrategyCatalogue } from './strategy-catalogue.ts';
import type { StrategyThreads } from './strategy-threads.ts';

export interface ParamsCheckParts extends AccountFeeParts {
  readonly catalogue: Pick<StrategyCatalogue, 'check'>;
  readonly markets: Pick<StrategyMarkets, 'instrument'>;
  /** A rule of a strategy's own as a sentence in English. */
  readonly ruleText: (pluginId: string, key: string, values: ParamsProblem['params']) => Promise<string>;
}

/** Refused with the first thing that is wrong with params: schema, markets, or a rule of the strategy's own. */
export async function paramsProblem(
  parts: ParamsCheckParts,
  threads: StrategyThreads,
  principal: Principal,
  strategy: Strategy,
  params: unknown,
  environment: InstanceEnvironment,
): Promise<Outcome<null>> {
  const { catalogue, markets, venue, ruleText } = parts;
  const checked = catalogue.check(strategy, params);
  if (!checked.ok) return checked;
  const named = instrumentsIn(params);
  const instruments = listedMarkets(named, markets);
  const unknown = named.find((id) => instruments[id] === undefined);
  if (unknown !== undefined) return refused('STRATEGY_UNKNOWN_PAIR', { instrument: unknown });
  const fit = marketsFit(environment, params, venue);
  if (!fit.ok) return fit;
  try {
    const charged = marketsWithFees(parts, principal, params, instruments);
    const problem = await threads.of(strategy.pluginId).check(strategy.strategyId, params, charged);
    if (problem === null) return accepted(null);
    const { field, key: rule, params: values } = problem;
    return refused('STRATEGY_PARAMS_INVALID', { ...values, field, rule, text: await ruleText(strategy.pluginId, rule, values) });
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    return refused('STRATEGY_START_FAILED', { cause: error.message });
  }
}
