import type { ParamsProblem } from '../../core/contract/strategy.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { compareDecimals, multiplyDecimals } from '../../core/domain/numbers/decimal.ts';
import { stepGrid, stepsOf } from '../../core/domain/numbers/steps.ts';
import type { Params } from './params.ts';
import { linePrices, netPerGrid } from './strategy-lines.ts';

const problem = (field: string, rule: string, params: ParamsProblem['params'] = {}): ParamsProblem => ({
  field,
  key: `rules.${rule}`,
  params,
});

/** What the schema cannot say: order of the prices, the market's grid, and that a grid earns more than its fees. */
export function checkParams(params: Params, instruments: Readonly<Record<string, Instrument>>): ParamsProblem | null {
  const { instrumentId, lowPrice, highPrice, orderQty, takeProfit, stopLoss } = params;
  const instrument = instruments[instrumentId];
  if (instrument === undefined) return problem('instrumentId', 'unknownMarket');
  const { tick, lot, minQty, minNotional, makerFee } = instrument;
  const prices = {
    lowPrice,
    highPrice,
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  };
  for (const [name, price] of Object.entries(prices)) if (!isOn(price, tick)) return problem(name, 'offTick', { tick });
  if (!isOn(orderQty, lot)) return problem('orderQty', 'offLot', { lot });
  if (compareDecimals(lowPrice, highPrice) >= 0) return problem('highPrice', 'aboveLow');
  if (stopLoss !== undefined && compareDecimals(stopLoss, lowPrice) >= 0) return problem('stopLoss', 'belowRange');
  if (takeProfit !== undefined && compareDecimals(takeProfit, highPrice) <= 0) return problem('takeProfit', 'aboveRange');
  if (compareDecimals(orderQty, minQty) < 0) return problem('orderQty', 'tooSmall', { limit: minQty });
  if (compareDecimals(multiplyDecimals(lowPrice, orderQty), minNotional) < 0)
    return problem('orderQty', 'notionalTooSmall', { limit: minNotional });
  if (params.stepRanges !== undefined && Number(params.stepRanges) === 0) return problem('stepRanges', 'aboveZero');
  const lines = linePrices(params, tick);
  if (new Set(lines).size < lines.length) return problem('levels', 'linesTooClose', { tick });
  // The dearest pair of lines earns least.
  const [sell = highPrice, buy = lowPrice] = lines.toReversed();
  if (compareDecimals(netPerGrid(buy, sell, orderQty, makerFee), '0') <= 0) return problem('levels', 'stepBelowFees');
  return null;
}

function isOn(text: string, step: string): boolean {
  const { decimals, size } = stepGrid(step);
  const steps = stepsOf(text, decimals);
  return steps !== null && steps > 0 && steps % size === 0;
}
