import type { OrderIntent } from '../contract/trading.ts';
import { stepsOf } from '../domain/steps.ts';
import type { MarketGrid } from './market-grid.ts';
import type { MarketUnits } from './market-units.ts';
import type { Meeting } from './meetings.ts';

/**
 * Lots that an amount of quote pays for (or that a sale needs to receive it), going through what stands there; whole multiples of
 * `step`. `unitsPer` gives the minor units of quote of one lot at a price.
 */
export function lotsForAmount(meetings: Iterable<Meeting>, amount: bigint, unitsPer: (ticks: number) => bigint, step: number): number {
  let left = amount;
  let lots = 0;
  for (const { ticks, lots: there } of meetings) {
    const perLot = unitsPer(ticks);
    const most = left / perLot;
    const taken = most < BigInt(there) ? Number(most) : there;
    lots += taken;
    left -= BigInt(taken) * perLot;
    if (taken < there) break;
  }
  return lots - (lots % step);
}

/** Lots that an order wants, of a market order by an amount of quote those that it pays for; null when the intent says neither. */
export function lotsOf(
  { qty, quoteAmount, type }: OrderIntent,
  { qtyDecimals, lotDecimals }: MarketGrid,
  units: MarketUnits,
  meetings: () => Iterable<Meeting>,
): number | null {
  if (qty !== undefined || quoteAmount === undefined || type !== 'MARKET') {
    const lots = stepsOf(qty ?? '', qtyDecimals);
    return lots === null || lots <= 0 ? null : lots;
  }
  const amount = units.ofText(quoteAmount);
  return amount === null ? null : lotsForAmount(meetings(), amount, (ticks) => units.quote(ticks, 1), 10 ** (qtyDecimals - lotDecimals));
}
