import type { ChartBar } from '../../core/contract/chart.ts';
import { decimalsOf, divideHalfUp, fromUnits, toUnits } from '../../core/domain/numbers/decimal.ts';
import { fixedDecimal } from '../../core/domain/numbers/fixed-decimal.ts';

/** The price on the instrument's grid that is nearest to a pixel's, at least one tick; as a decimal string with the tick's decimals. */
export function snapToTick(price: number, tick: string): string {
  const scale = decimalsOf(tick);
  const step = toUnits(tick, scale) ?? 1n;
  const units = toUnits(fixedDecimal(Math.max(0, price), scale), scale) ?? 0n;
  const ticks = divideHalfUp(units, step);
  return fromUnits((ticks < 1n ? 1n : ticks) * step, scale, scale);
}

/** The price of a bar's open, high, low and close that is nearest. */
export const magnetised = (price: number, { open, high, low, close }: Pick<ChartBar, 'open' | 'high' | 'low' | 'close'>): number =>
  [high, low, close].reduce((best, one) => (Math.abs(one - price) < Math.abs(best - price) ? one : best), open);
