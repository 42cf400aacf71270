import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { addDecimals, decimalsOf, multiplyDecimals, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import { onGrid, stepGrid, stepsOf, textOfSteps } from '../../core/domain/numbers/steps.ts';

/** What places a grid's lines; decimals. */
export interface GridShape {
  readonly lowPrice: string;
  readonly highPrice: string;
  readonly levels: number;
}

/** Price of a line, counted from the lowest: `levels` equal steps, each line on the tick below its exact place. */
export function linePrice({ lowPrice, highPrice, levels }: GridShape, tick: string, at: number): string {
  const { decimals, size } = stepGrid(tick);
  // The bounds may be finer than a tick that has become coarser.
  const fine = Math.max(decimals, decimalsOf(lowPrice), decimalsOf(highPrice));
  const low = stepsOf(lowPrice, fine) ?? Number.NaN;
  const high = stepsOf(highPrice, fine) ?? Number.NaN;
  return textOfSteps(onGrid({ decimals: fine, size: size * 10 ** (fine - decimals) }, low + ((high - low) * at) / levels, 'down'), fine);
}

/** Prices of all lines from the lowest up. */
export const linePrices = (shape: GridShape, tick: string): readonly string[] =>
  Array.from({ length: shape.levels + 1 }, (_, at) => linePrice(shape, tick, at));

/** Index of the line nearest to a price; the lower one of two as near. */
export function nearestLine(lines: readonly string[], price: string): number {
  const distance = (at: number): number => Math.abs(Number(lines[at]) - Number(price));
  return lines.reduce((best, _, at) => (distance(at) < distance(best) ? at : best), 0);
}

/** What a buy at one line and the sell at the next leave after both fees, in quote. */
export function netPerGrid(buyPrice: string, sellPrice: string, qty: string, feeRate: string): string {
  const gross = multiplyDecimals(addDecimals(sellPrice, negateDecimal(buyPrice)), qty);
  const fees = multiplyDecimals(multiplyDecimals(addDecimals(sellPrice, buyPrice), qty), feeRate);
  return addDecimals(gross, negateDecimal(fees));
}

/** The largest quantity on the lot grid that is not above `qty`; null when nothing is left. */
export function wholeLots(qty: string, { lot }: Instrument): string | null {
  const grid = stepGrid(lot);
  const [whole = '0', fraction = ''] = qty.split('.');
  const steps = stepsOf(`${whole}.${fraction.slice(0, grid.decimals).padEnd(Math.max(1, grid.decimals), '0')}`, grid.decimals);
  const lots = steps === null ? 0 : onGrid(grid, steps, 'down');
  return lots > 0 ? textOfSteps(lots, grid.decimals) : null;
}
