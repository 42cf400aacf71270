import { type Amount, toBigInt } from './amount.ts';
import type { AskedOrder } from './asked-order.ts';
import { given, largestAmountFor, lotsForAmount, payableLots } from './cash.ts';
import type { LotValues } from './lot-values.ts';
import { Purchase, type ShowOffers } from './offers.ts';

/**
 * What an order that acts now needs, in minor units of what it gives. `worst`: ticks of the worst price it may reach, 0 where there is none to
 * reach. `offers`: of a market buy by quantity, which needs what the book asks and no more; null of all others.
 */
export function cashNeed(values: LotValues, order: AskedOrder, worst: number, maxLots: number, offers: ShowOffers | null): Amount {
  const { side, qty, quoteAmount } = order;
  if (quoteAmount !== 0n && side === 'BUY') return quoteAmount;
  if (worst === 0) return 0;
  if (quoteAmount !== 0n) {
    const lots = lotsForAmount(side, quoteAmount, toBigInt(values.quoteOf(worst, 1)));
    return values.baseOf(lots > BigInt(maxLots) ? maxLots : Number(lots));
  }
  return offers === null ? given(values, side, worst, qty) : bought(values, qty, null, offers).cost;
}

/** Most lots of such an order that `free` pays for, at most those of it where it buys from the book. */
export function cashLots(values: LotValues, { side, qty }: AskedOrder, worst: number, free: Amount, offers: ShowOffers | null): bigint {
  if (offers === null) return payableLots(values, side, worst, toBigInt(free));
  return BigInt(qty - bought(values, qty, free, offers).left);
}

/** Largest amount of quote that such an order may have, where it is sized by one. */
export const cashAmount = (values: LotValues, { side }: AskedOrder, worst: number, free: Amount): bigint =>
  largestAmountFor(values, side, worst, toBigInt(free));

function bought(values: LotValues, lots: number, budget: Amount | null, offers: ShowOffers): Purchase {
  const purchase = new Purchase(values, lots, budget);
  if (lots > 0) offers(purchase);
  return purchase;
}
