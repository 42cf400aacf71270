import type { Order, OrderIntent } from '../contract/trading.ts';
import { lotsForAmount as exactLots } from '../domain/clearing/cash.ts';
import { stepsOf } from '../domain/numbers/steps.ts';
import type { OrderSide } from '../domain/orders/order.ts';
import type { MarketGrid } from './market-grid.ts';
import type { MarketUnits } from './market-units.ts';
import type { Meeting } from './recordings/meetings.ts';

/** Market orders by an amount of quote (trading rules §2): a buy takes what the amount pays for, a sale goes on until it has received it. */

/** Larger numbers of lots than any market has; sums of them stay exact. */
const mostLots = 2 ** 50;

/** Lots that an amount is still good for at one price, as a number. */
export function lotsAt(side: OrderSide, amount: bigint, perLot: bigint): number {
  const lots = exactLots(side, amount, perLot);
  return lots < BigInt(mostLots) ? Number(lots) : mostLots;
}

/** Down for a buy, up for a sale, to lots that can be ordered. */
const onStep = (side: OrderSide, lots: number, step: number): number =>
  lots % step === 0 ? lots : lots - (lots % step) + (side === 'BUY' ? 0 : step);

export interface QuoteLotsParts {
  readonly grid: MarketGrid;
  readonly units: MarketUnits;
}

/** What is left of the amount of an order; null when it is one by quantity. */
export function amountLeft({ quoteAmount, filledQuote }: Pick<Order, 'quoteAmount' | 'filledQuote'>, units: MarketUnits): bigint | null {
  const amount = quoteAmount === null ? null : units.ofText(quoteAmount);
  return amount === null ? null : amount - (units.ofText(filledQuote) ?? 0n);
}

/** The same at one price, on the grid of orders. */
export function lotsAtPrice(side: OrderSide, amount: bigint, ticks: number, { grid, units }: QuoteLotsParts): number {
  return onStep(side, lotsAt(side, amount, units.quoteOf(ticks, 1)), 10 ** (grid.qtyDecimals - grid.lotDecimals));
}

/**
 * Lots that an amount is good for, going through what stands there as self-trade prevention will. What the book ends before it was
 * enough leaves some over, so that the order is known to have wanted more.
 */
export function lotsForAmount(
  meetings: Iterable<Meeting>,
  { apiId, side, stp }: Pick<Order, 'apiId' | 'side' | 'stp'>,
  amount: bigint,
  { grid, units }: QuoteLotsParts,
): number {
  let left = amount;
  let lots = 0;
  let wanted = 1;
  for (const { ticks, lots: there, resting } of meetings) {
    const most = lotsAt(side, left, units.quoteOf(ticks, 1));
    if (most === 0) {
      wanted = 0;
      break;
    }
    const isPrevented = stp !== 'NONE' && resting?.apiId === apiId;
    if (isPrevented && stp === 'EXPIRE_MAKER') continue;
    wanted = most;
    if (isPrevented && stp !== 'DECREMENT') break;
    const taken = Math.min(most, there);
    lots += taken;
    wanted -= taken;
    left -= units.quoteOf(ticks, taken);
  }
  return onStep(side, lots + wanted, 10 ** (grid.qtyDecimals - grid.lotDecimals));
}

/** Lots of an order by quantity; null when it says none. */
export function qtyLots({ qty }: Pick<OrderIntent, 'qty'>, { qtyDecimals }: MarketGrid): number | null {
  const lots = stepsOf(qty ?? '', qtyDecimals);
  return lots === null || lots <= 0 ? null : lots;
}

/** The amount of a market order that is sized by it; null for others. */
export const amountOf = ({ qty, quoteAmount, type }: OrderIntent, units: MarketUnits): bigint | null =>
  qty !== undefined || quoteAmount === undefined || type !== 'MARKET' ? null : units.ofText(quoteAmount);
