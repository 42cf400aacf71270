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
