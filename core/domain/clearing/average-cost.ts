import { divideHalfUp } from '../numbers/decimal.ts';
import { type Amount, difference, sum } from './amount.ts';

/** Something held with what it cost, in any minor units. `cost` is that of all of it, never negative, so that no rounded price is kept. */
export interface Costed {
  /** Signed where shorts exist. */
  readonly qty: Amount;
  readonly cost: Amount;
}

/** Cost of a part of what is held: `cost` × `part` ÷ `whole`, rounded as the caller's rules say. */
export type CostShare = (cost: Amount, part: Amount, whole: Amount) => Amount;

/** To the nearest, for what is shown: a holding's owner neither gains nor loses by it. */
export const halfUpShare: CostShare = (cost, part, whole) => divideHalfUp(BigInt(cost) * BigInt(part), BigInt(whole));

/** What leaves when the part that stays is rounded to the nearest. */
export const halfUpRest: CostShare = (cost, part, whole) => difference(cost, halfUpShare(cost, difference(whole, part), whole));

export interface CostedChange extends Costed {
  /** How much of the change closed what was held, without sign, and what that had cost. */
  readonly closed: Amount;
  readonly costOut: Amount;
}

const size = (amount: Amount): Amount => (amount < 0 ? difference(0, amount) : amount);

/**
 * Average cost, for holdings and positions alike: what grows adds `openedCost` of the opened quantity, what shrinks takes its share of the cost
 * and leaves the average as it was, and what turns round closes all and opens the rest anew.
 */
export function changeAtCost(before: Costed, change: Amount, openedCost: (qty: Amount) => Amount, share: CostShare): CostedChange {
  const { qty, cost } = before;
  const after = sum(qty, change);
  const grows = qty === 0 || qty > 0 === change > 0;
  if (grows) return { qty: after, cost: sum(cost, openedCost(size(change))), closed: 0, costOut: 0 };
  const [held, changed] = [size(qty), size(change)];
  if (changed < held) {
    const costOut = share(cost, changed, held);
    return { qty: after, cost: difference(cost, costOut), closed: changed, costOut };
  }
  const opened = difference(changed, held);
  return { qty: after, cost: opened === 0 ? 0 : openedCost(opened), closed: held, costOut: cost };
}
