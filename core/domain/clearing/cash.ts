import type { OrderSide } from '../orders/order.ts';
import type { Amount } from './amount.ts';
import type { LotValues } from './lot-values.ts';

/**
 * Cash (trading rules §9): a buy gives quote for base, a sale base for quote. An order needs all of what it gives, the fee comes off what is
 * received, rounded up (`shareUp`), and nobody owes anything afterwards.
 */

export type CashAsset = 'base' | 'quote';

/** Asset that an order of this side gives, and holds while it rests. */
export const givenAsset = (side: OrderSide): CashAsset => (side === 'BUY' ? 'quote' : 'base');

/** Minor units of {@link givenAsset} that `lots` at `ticks` give: what an order needs and what a fill costs. */
export const given = <A extends Amount>(values: LotValues<A>, side: OrderSide, ticks: number, lots: number): A =>
  side === 'BUY' ? values.quoteOf(ticks, lots) : values.baseOf(lots);

/** Minor units of the other asset that they bring, before the fee. */
export const received = <A extends Amount>(values: LotValues<A>, side: OrderSide, ticks: number, lots: number): A =>
  side === 'BUY' ? values.baseOf(lots) : values.quoteOf(ticks, lots);

/** Most lots at `ticks` that `free` minor units of {@link givenAsset} can give. `ticks` above 0. */
export const payableLots = (values: LotValues, side: OrderSide, ticks: number, free: bigint): bigint =>
  free / BigInt(given(values, side, ticks, 1));

/**
 * Lots at one price that an amount of quote is good for (trading rules §2): a buy never spends more, a sale goes on until it has
 * received as much. `perLot`: quote of one lot at that price.
 */
export const lotsForAmount = (side: OrderSide, amount: bigint, perLot: bigint): bigint =>
  amount <= 0n ? 0n : side === 'BUY' ? amount / perLot : (amount + perLot - 1n) / perLot;

/** Largest amount of quote that an order by amount may have with `free` of {@link givenAsset}; of a sale at its worst price. */
export const largestAmountFor = (values: LotValues, side: OrderSide, worstTicks: number, free: bigint): bigint =>
  side === 'BUY' ? free : (free / BigInt(values.baseOf(1))) * BigInt(values.quoteOf(worstTicks, 1));
