import type { ParamsProblem } from '../../core/contract/strategy.ts';
import { settlesInMargin } from '../../core/domain/clearing/kinds.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { compareDecimals, multiplyDecimals } from '../../core/domain/numbers/decimal.ts';
import { stepGrid, stepsOf } from '../../core/domain/numbers/steps.ts';
import type { Params } from './params.ts';

const problem = (field: string, rule: string, params: ParamsProblem['params'] = {}): ParamsProblem => ({
  field,
  key: `rules.${rule}`,
  params,
});

/** What the schema cannot say: the market's grid, sizes in order, and that a round trip earns more than its fees. */
export function checkParams(params: Params, instruments: Readonly<Record<string, Instrument>>): ParamsProblem | null {
  const { instrumentId, baseOrderQty, minOrderQty, maxOrderQty, maxPosition, startPosition = '0', spotSide } = params;
  const { minOpenSpread, priceInterval, levels } = params;
  const instrument = instruments[instrumentId];
  if (instrument === undefined) return problem('instrumentId', 'unknownMarket');
  const unfit = referenceProblem(params, instrument, instruments);
  if (unfit !== null) return unfit;
  const { lot, minQty, makerFee } = instrument;
  for (const [name, qty] of Object.entries({ baseOrderQty, minOrderQty, maxOrderQty })) {
    if (qty !== undefined && !isOn(qty, lot)) return problem(name, 'offLot', { lot });
    if (qty !== undefined && compareDecimals(qty, minQty) < 0) return problem(name, 'tooSmall', { limit: minQty });
  }
  if (minOrderQty !== undefined && compareDecimals(minOrderQty, baseOrderQty) > 0) return problem('minOrderQty', 'notAboveBase');
  if (maxOrderQty !== undefined && compareDecimals(maxOrderQty, baseOrderQty) < 0) return problem('maxOrderQty', 'notBelowBase');
  if (compareDecimals(maxPosition, minOrderQty ?? baseOrderQty) < 0) return problem('maxPosition', 'tooSmall', { limit: baseOrderQty });
  if (!settlesInMargin(instrument) && spotSide === 'SELL' && compareDecimals(startPosition, '0') === 0)
    return problem('startPosition', 'nothingToSell');
  if (compareDecimals(minOpenSpread, multiplyDecimals(makerFee, '2')) <= 0) return problem('minOpenSpread', 'belowFees');
  if (params.spreadRanges !== undefined && Number(params.spreadRanges) === 0) return problem('spreadRanges', 'aboveZero');
  if (levels > 1 && compareDecimals(priceInterval, '0') === 0) return problem('priceInterval', 'aboveZero');
  const deepest = Number(minOpenSpread) / 2 + (levels - 1) * Number(priceInterval);
  return deepest < 1 ? null : problem('priceInterval', 'tooDeep');
}

/** A price is only comparable with one of the same assets. */
function referenceProblem(
  { referenceId, instrumentId }: Params,
  { base, quote }: Instrument,
  instruments: Readonly<Record<string, Instrument>>,
): ParamsProblem | null {
  if (referenceId === undefined) return null;
  if (referenceId === instrumentId) return problem('referenceId', 'ownMarket');
  const reference = instruments[referenceId];
  if (reference === undefined) return problem('referenceId', 'unknownMarket');
  return reference.base === base && reference.quote === quote ? null : problem('referenceId', 'otherAssets', { base, quote });
}

function isOn(text: string, step: string): boolean {
  const { decimals, size } = stepGrid(step);
  const steps = stepsOf(text, decimals);
  return steps !== null && steps > 0 && steps % size === 0;
}
