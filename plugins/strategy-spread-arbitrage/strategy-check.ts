import type { ParamsProblem } from '../../core/contract/strategy.ts';
import { tradesBase } from '../../core/domain/clearing/kinds.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import { stepGrid, stepsOf } from '../../core/domain/numbers/steps.ts';
import type { Params } from './params.ts';
import { netOf } from './strategy-spread.ts';

const problem = (field: string, rule: string, params: ParamsProblem['params'] = {}): ParamsProblem => ({
  field,
  key: `rules.${rule}`,
  params,
});

/** What the schema cannot say: two markets of one asset, their grids, and that a round trip earns more than its fees. */
export function checkParams(params: Params, instruments: Readonly<Record<string, Instrument>>): ParamsProblem | null {
  const { legA, legB, baseOrderQty, minOrderQty, maxOrderQty, minOpenSpread, minCloseSpread, maxUnhedgedAmount } = params;
  const [a, b] = [instruments[legA.instrumentId], instruments[legB.instrumentId]];
  if (a === undefined) return problem('legA', 'unknownMarket');
  if (b === undefined) return problem('legB', 'unknownMarket');
  if (a.id === b.id && legA.apiId === legB.apiId) return problem('legB', 'sameLeg');
  if (!isPair(a, b)) return problem('legB', 'otherAsset', { asset: a.base });
  for (const [name, qty] of Object.entries({ baseOrderQty, minOrderQty, maxOrderQty })) {
    for (const { lot, minQty } of [a, b]) {
      if (qty !== undefined && !isOn(qty, lot)) return problem(name, 'offLot', { lot });
      if (qty !== undefined && compareDecimals(qty, minQty) < 0) return problem(name, 'tooSmall', { limit: minQty });
    }
  }
  if (minOrderQty !== undefined && compareDecimals(minOrderQty, baseOrderQty) > 0) return problem('minOrderQty', 'notAboveBase');
  if (maxOrderQty !== undefined && compareDecimals(maxOrderQty, baseOrderQty) < 0) return problem('maxOrderQty', 'notBelowBase');
  if (compareDecimals(maxUnhedgedAmount, '0') === 0) return problem('maxUnhedgedAmount', 'aboveZero');
  const prices = { openA: 1 + Number(minOpenSpread), openB: 1, closeA: 1 + Number(minCloseSpread), closeB: 1 };
  const net = netOf({ ...prices, feeA: Number(a.takerFee), feeB: Number(b.takerFee) });
  return net > 0 ? null : problem('minOpenSpread', 'belowCosts');
}

/** Amounts of both are in one asset. */
export const isPair = (a: Instrument, b: Instrument): boolean => a.base === b.base && tradesBase(a) && tradesBase(b);

function isOn(text: string, step: string): boolean {
  const { decimals, size } = stepGrid(step);
  const steps = stepsOf(text, decimals);
  return steps !== null && steps > 0 && steps % size === 0;
}
