import type { ParamsProblem } from '../../core/contract/strategy.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import { stepGrid, stepsOf } from '../../core/domain/numbers/steps.ts';
import type { Params } from './params.ts';

const problem = (field: string, rule: string, params: ParamsProblem['params'] = {}): ParamsProblem => ({
  field,
  key: `rules.${rule}`,
  params,
});

/** What the schema cannot say: the market's grid, what a mode needs, and that the splits can hold the quantity. */
export function checkParams(params: Params, instruments: Readonly<Record<string, Instrument>>): ParamsProblem | null {
  const { instrumentId, qty, mode, limitPrice, minOrderQty, maxOrderQty, participationRate } = params;
  const instrument = instruments[instrumentId];
  if (instrument === undefined) return problem('instrumentId', 'unknownMarket');
  const { tick, lot, minQty } = instrument;
  for (const [name, value] of Object.entries({ qty, minOrderQty, maxOrderQty })) {
    if (value !== undefined && !isOn(value, lot)) return problem(name, 'offLot', { lot });
  }
  if (limitPrice !== undefined && !isOn(limitPrice, tick)) return problem('limitPrice', 'offTick', { tick });
  if (compareDecimals(qty, minQty) < 0) return problem('qty', 'tooSmall', { limit: minQty });
  if (minOrderQty !== undefined && maxOrderQty !== undefined && compareDecimals(minOrderQty, maxOrderQty) > 0)
    return problem('maxOrderQty', 'aboveSmallest');
  if (maxOrderQty !== undefined && compareDecimals(maxOrderQty, minQty) < 0) return problem('maxOrderQty', 'tooSmall', { limit: minQty });
  if (params.volumeDays !== undefined && params.hourlyWeights !== undefined) return problem('volumeDays', 'oneCurve');
  return splitProblem(params) ?? (mode === 'POV' ? rateProblem(participationRate) : null);
}

function splitProblem(params: Params): ParamsProblem | null {
  const { mode, qty, maxOrderQty, baseSplitOrders, maxSplitOrders, durationSeconds, totalTimeoutSeconds, timeoutTakerAction } = params;
  if (maxSplitOrders < baseSplitOrders) return problem('maxSplitOrders', 'aboveBase');
  if (maxOrderQty !== undefined && Number(maxOrderQty) * maxSplitOrders < Number(qty)) return problem('maxSplitOrders', 'tooFewSplits');
  const isTimed = mode === 'TWAP' || mode === 'VWAP';
  if (isTimed && timeoutTakerAction !== 'CONTINUE' && totalTimeoutSeconds < durationSeconds)
    return problem('totalTimeoutSeconds', 'beforeEnd');
  return null;
}

function rateProblem(rate: string | undefined): ParamsProblem | null {
  if (rate === undefined) return problem('participationRate', 'needed');
  return Number(rate) > 0 && Number(rate) <= 1 ? null : problem('participationRate', 'notAShare');
}

function isOn(text: string, step: string): boolean {
  const { decimals, size } = stepGrid(step);
  const steps = stepsOf(text, decimals);
  return steps !== null && steps > 0 && steps % size === 0;
}
