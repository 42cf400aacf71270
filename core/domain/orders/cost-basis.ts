import { toBigInt } from '../clearing/amount.ts';
import { changeAtCost, halfUpShare } from '../clearing/average-cost.ts';
import { divideHalfUp, fromUnits, pow10, toUnits } from '../numbers/decimal.ts';

/**
 * What a spot holding cost, by average cost (**Decision**; exchanges show the same).
 *
 * - A buy adds what was received, that is the quantity less its fee in the base asset, and adds price × quantity to the cost.
 * - A sell takes the average cost of what it sells out of the holding; average cost never changes by selling (trading rules §12).
 *   Its result is price × quantity − fee in quote − that cost.
 * - Coins whose cost is not known (they were transferred in) are no part of the holding. A sell takes from the known part
 *   first; it has a result for that part only, with price and fee in proportion.
 */
export interface CostedHolding {
  /** Base quantity whose cost is known. */
  readonly qty: string;
  /** What it cost, in quote. */
  readonly cost: string;
}

export interface SpotFill {
  readonly side: 'BUY' | 'SELL';
  readonly price: string;
  readonly qty: string;
  /** In the asset that this side received: base of a buy, quote of a sell. Negative is a rebate. */
  readonly fee: string;
}

/** What a sell realised. */
export interface CostedClose {
  /** The part of the sold quantity whose cost is known. */
  readonly qty: string;
  /** Cost of that part, in quote. */
  readonly cost: string;
  /** Its result after the fee, in quote. */
  readonly realised: string;
}

export const noHolding: CostedHolding = { qty: '0', cost: '0' };

const scale = 20;
const one = pow10(scale);

/** The holding after a fill, and what a sell realised; `close` is null for buys, and for sells of coins without known cost. */
export function applyFill(before: CostedHolding, fill: SpotFill): { readonly after: CostedHolding; readonly close: CostedClose | null } {
  const held = units(before.qty);
  const cost = units(before.cost);
  const qty = units(fill.qty);
  const fee = units(fill.fee);
  const amount = (units(fill.price) * qty) / one;
  if (fill.side === 'BUY') return { after: holding(held + qty - fee, cost + amount), close: null };
  const closed = held < qty ? held : qty;
  if (closed <= 0n) return { after: before, close: null };
  const change = changeAtCost({ qty: held, cost }, -closed, () => 0n, halfUpShare);
  const costOut = toBigInt(change.costOut);
  const proceeds = closed === qty ? amount - fee : divideHalfUp((amount - fee) * closed, qty);
  return {
    after: holding(held - closed, toBigInt(change.cost)),
    close: { qty: fromUnits(closed, scale), cost: fromUnits(costOut, scale), realised: fromUnits(proceeds - costOut, scale) },
  };
}

/** Average cost of one unit of base, in quote, with at most `decimals`; null when nothing is held. */
export function averageCost({ qty, cost }: CostedHolding, decimals: number): string | null {
  const held = units(qty);
  if (held <= 0n) return null;
  return fromUnits(divideHalfUp(units(cost) * pow10(decimals), held), decimals);
}

/** Result that selling at `mark` without a fee would realise, in quote. */
export function unrealised({ qty, cost }: CostedHolding, mark: string): string {
  return fromUnits((units(qty) * units(mark)) / one - units(cost), scale);
}

/** The part of a holding that is still there when only `qty` of it is left. */
export function cutHolding(before: CostedHolding, qty: string): CostedHolding {
  const held = units(before.qty);
  const left = units(qty);
  return left >= held ? before : holding(left, divideHalfUp(units(before.cost) * left, held));
}

const holding = (qty: bigint, cost: bigint): CostedHolding => ({ qty: fromUnits(qty, scale), cost: fromUnits(cost, scale) });

function units(text: string): bigint {
  const value = toUnits(text, scale);
  if (value === null) throw new RangeError(`not a decimal: ${text}`);
  return value;
}
