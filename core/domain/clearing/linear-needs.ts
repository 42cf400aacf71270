import type { Amount } from './amount.ts';
import type { AskedOrder } from './asked-order.ts';
import { type CrossContract, moreMarginFor } from './cross-margin.ts';
import type { MarginOrder } from './linear.ts';
import { MetOffers, type ShowOffers } from './offers.ts';

/** Margin that fills need beside all else of the account; what needs no more than is needed already needs nothing. */
export function linearNeedOf(contract: CrossContract, fills: Iterable<MarginOrder>): Amount {
  const more = moreMarginFor(contract, fills);
  return more > 0 ? more : 0;
}

/**
 * Margin that an order needs which acts now. `worst`: ticks of the worst price it may reach, 0 where there is none to reach. `offers`: what a
 * market order meets in the book; null of an order with a limit, which is measured there.
 */
export function linearNeed(contract: CrossContract, order: AskedOrder, worst: number, offers: ShowOffers | null): Amount {
  return worst === 0 || order.reduceOnly ? 0 : linearNeedOf(contract, fillsOf(order, order.qty, worst, offers));
}

/** Most lots up to `maxLots` of such an order that `free` has the margin for. */
export const linearLots = (
  contract: CrossContract,
  order: AskedOrder,
  worst: number,
  maxLots: number,
  free: Amount,
  offers: ShowOffers | null,
): number =>
  order.reduceOnly ? maxLots : mostLots(maxLots, (lots) => linearNeedOf(contract, fillsOf(order, lots, worst, offers)) <= free);

function fillsOf({ side }: AskedOrder, lots: number, worst: number, offers: ShowOffers | null): readonly MarginOrder[] {
  if (offers === null) return [{ side, ticks: worst, lots }];
  const met = new MetOffers(side, lots);
  if (lots > 0) offers(met);
  return met.fills;
}

/** The largest number up to `most` that fits; it must fit up to some number and none above. */
export function mostLots(most: number, fits: (lots: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
