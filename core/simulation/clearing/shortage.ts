import { type Outcome, refused } from '../../contract/app-error.ts';
import type { Instrument } from '../../domain/markets/instrument.ts';
import { compareDecimals, multiplyDecimals } from '../../domain/numbers/decimal.ts';
import { stepsOf, textOfSteps } from '../../domain/numbers/steps.ts';
import type { MarketGrid } from '../market-grid.ts';
import type { PaidLots } from './clearing.ts';

/** The largest number up to `most` for which it holds; it must hold up to some number and for none above. 0 when it holds for none. */
export function largestThat(holds: (count: number) => boolean, most: number): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The first `most` of these lots. */
export function firstLots(paid: readonly PaidLots[], most: number): PaidLots[] {
  const first: PaidLots[] = [];
  let left = most;
  for (const { ticks, lots } of paid) {
    if (left <= 0) break;
    first.push({ ticks, lots: Math.min(left, lots) });
    left -= lots;
  }
  return first;
}

/** Lots as a quantity that can be placed, on the grid of orders; `0` when it is too small for an order at that price. */
export function placeableQty(lots: number, ticks: number, { lot, minQty, minNotional }: Instrument, grid: MarketGrid): string {
  const step = stepsOf(lot, grid.qtyDecimals) ?? 1;
  const qty = textOfSteps(lots - (lots % step), grid.qtyDecimals);
  const notional = multiplyDecimals(textOfSteps(ticks, grid.priceDecimals), qty);
  return compareDecimals(qty, minQty) < 0 || compareDecimals(notional, minNotional) < 0 ? '0' : qty;
}

/** The refusal of an order that cannot be paid: `need` and `limit`, what is free, in `asset`; `fits` is the largest quantity that could be. */
export const shortOf = (
  money: { readonly need: string; readonly limit: string; readonly asset: string },
  fits: string,
  { base }: Pick<Instrument, 'base'>,
): Outcome<never> => refused('ORDER_INSUFFICIENT_BALANCE', { field: 'qty', ...money, fits, fitsAsset: base });
