import { divideHalfUp, toUnits } from '../../domain/numbers/decimal.ts';
import { stepsOf } from '../../domain/numbers/steps.ts';
import type { MarketGrid } from '../market-grid.ts';

/** Decimals of every price, exactly. */
const scale = 20;

/** A price from outside on the ticks of a market, at least one of them, as its triggers compare it; in units of the grid. Throws RangeError for what is no price. */
export function nearestTicks(price: string, tick: string, { priceDecimals }: MarketGrid): number {
  const [units, step] = [toUnits(price, scale), toUnits(tick, scale)];
  if (units === null || units <= 0n || step === null) throw new RangeError(`${price} is no price in ticks of ${tick}`);
  return Math.max(1, Number(divideHalfUp(units, step))) * (stepsOf(tick, priceDecimals) ?? 1);
}
