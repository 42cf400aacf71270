import type { OrderSide } from '../orders/order.ts';
import { type Amount, difference, shareDown, shareUp, sum } from './amount.ts';
import { changeAtCost } from './average-cost.ts';
import type { LotValues } from './lot-values.ts';

/** Linear contracts (trading rules §13): counted in base, with margin, profit and fees in quote. All amounts in minor units of it. */

/** A net position by average cost. */
export interface LinearPosition {
  /** A short is negative. */
  readonly lots: number;
  /** Quantity × entry price of what is open; never negative. */
  readonly cost: Amount;
}

export const flat: LinearPosition = { lots: 0, cost: 0 };

export interface FilledPosition extends LinearPosition {
  /** Realised by the part that closed, before the fee; signed. */
  readonly profit: Amount;
}

/** The position after a fill, see {@link movePosition}. */
export const fillPosition = (values: LotValues, before: LinearPosition, side: OrderSide, ticks: number, lots: number): FilledPosition =>
  movePosition(before, side, lots, values.quoteOf(ticks, lots));

/**
 * The position after `lots` that are worth `value`. The cost that a reduction takes out is rounded against the owner; the rest stays in the
 * position, so that nothing is lost in all.
 */
export function movePosition(before: LinearPosition, side: OrderSide, lots: number, value: Amount): FilledPosition {
  const isShort = before.lots < 0;
  const opened = (qty: Amount): Amount => (qty === lots ? value : shareDown(value, qty, lots));
  const change = changeAtCost(
    { qty: before.lots, cost: before.cost },
    side === 'BUY' ? lots : -lots,
    opened,
    isShort ? shareDown : shareUp,
  );
  const { qty, cost, closed, costOut } = change;
  if (closed === 0) return { lots: Number(qty), cost, profit: 0 };
  const turned = difference(lots, closed);
  const closedAt = turned === 0 ? value : difference(value, opened(turned));
  return { lots: Number(qty), cost, profit: isShort ? difference(costOut, closedAt) : difference(closedAt, costOut) };
}

/** What the position is worth at a price, without sign. */
export const notionalAt = (values: LotValues, { lots }: LinearPosition, ticks: number): Amount => values.quoteOf(ticks, Math.abs(lots));

/** Profit of closing all of it at a price, before the fee. */
export function profitAt(values: LotValues, position: LinearPosition, ticks: number): Amount {
  const value = notionalAt(values, position, ticks);
  return position.lots < 0 ? difference(position.cost, value) : difference(value, position.cost);
}

/** Lots of this side that would bring the position nearer to nothing. */
export const reducibleLots = ({ lots }: LinearPosition, side: OrderSide): number => Math.max(0, side === 'SELL' ? lots : -lots);

/** Margin of a notional at a leverage, rounded up. */
const initialMargin = (notional: Amount, leverage: number): Amount => shareUp(notional, 1, leverage);

/** An open order, or a part of one, as margin sees it. */
export interface MarginOrder {
  readonly side: OrderSide;
  readonly ticks: number;
  readonly lots: number;
}

/**
 * Initial margin of a position with its open orders: the dearer of both ways, position and all buys or position and all sells, ÷ leverage,
 * and what the orders would lose at once against the mark. A reducing order costs nothing so. `markTicks`: 0 before the first mark.
 */
export function marginFor(
  values: LotValues,
  { lots: held }: LinearPosition,
  markTicks: number,
  leverage: number,
  ...orders: readonly Iterable<MarginOrder>[]
): Amount {
  const value = held < 0 ? difference(0, values.quoteOf(markTicks, -held)) : values.quoteOf(markTicks, held);
  let buys: Amount = value;
  let sells: Amount = value;
  let loss: Amount = 0;
  for (const list of orders) {
    for (const { side, ticks, lots } of list) {
      if (side === 'BUY') buys = sum(buys, values.quoteOf(ticks, lots));
      else sells = difference(sells, values.quoteOf(ticks, lots));
      const beyond = side === 'BUY' ? ticks - markTicks : markTicks - ticks;
      if (beyond > 0 && markTicks > 0) loss = sum(loss, values.quoteOf(beyond, lots));
    }
  }
  return sum(initialMargin(larger(magnitude(buys), magnitude(sells)), leverage), loss);
}

/** What a signed notional pays at a rate of `rate` ÷ `one`, negative when it receives: paid rounds up, received rounds down. */
export function fundingFor(notional: bigint, rate: bigint, one: bigint): bigint {
  const exact = notional * rate;
  // Division of negatives rounds towards zero, which is less received.
  return exact > 0n ? (exact + one - 1n) / one : exact / one;
}

const larger = (a: Amount, b: Amount): Amount => (a > b ? a : b);
const magnitude = (amount: Amount): Amount => (amount < 0 ? difference(0, amount) : amount);
