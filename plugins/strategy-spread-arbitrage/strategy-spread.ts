import type { Level } from '../../core/contract/market.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import type { Params } from './params.ts';

/** What one side of a market can be traded at: `price` for the spread, `limit` the worst price on the way. */
export interface Executable {
  readonly price: number;
  readonly limit: string;
  /** In base; null when no book tells it. */
  readonly qty: number | null;
}

/** Executable prices of a leg: `buy` by taking asks, `sell` by taking bids. */
export interface LegPrices {
  readonly buy: Executable;
  readonly sell: Executable;
  readonly heardMs: number;
}

/** By the level of the book, or by the average over the depth that the base quantity needs; null when there is too little. */
export function executable(levels: readonly Level[], { impactMode, impactLevel, baseOrderQty }: Params): Executable | null {
  const wanted = Number(baseOrderQty);
  let qty = 0;
  let paid = 0;
  for (const [at, [price, size]] of levels.entries()) {
    const isLast = impactMode === 'LEVEL' && at === impactLevel - 1;
    const taken = impactMode === 'LEVEL' ? Number(size) : Math.min(Number(size), wanted - qty);
    qty += taken;
    paid += taken * Number(price);
    if (isLast) return { price: Number(price), limit: price, qty };
    if (impactMode === 'DEPTH' && qty >= wanted - 1e-12) return { price: paid / qty, limit: price, qty };
  }
  return null;
}

/** Without a book the last price stands for both sides. */
export const atPrice = (price: string): Executable => ({ price: Number(price), limit: price, qty: null });

/** Rate at which selling A and buying B opens, and at which buying A and selling B closes. */
export const openSpread = (a: LegPrices, b: LegPrices): number => a.sell.price / b.buy.price - 1;
export const closeSpread = (a: LegPrices, b: LegPrices): number => a.buy.price / b.sell.price - 1;

interface RoundTrip {
  readonly openA: number;
  readonly openB: number;
  readonly closeA: number;
  readonly closeB: number;
  readonly feeA: number;
  readonly feeB: number;
}

/** What one unit makes from opening to closing, after the four fees, in quote. */
export const netOf = ({ openA, openB, closeA, closeB, feeA, feeB }: RoundTrip): number =>
  openA - openB + closeB - closeA - feeA * (openA + closeA) - feeB * (openB + closeB);

export const sidesOf = (isOpening: boolean): readonly [OrderSide, OrderSide] => (isOpening ? ['SELL', 'BUY'] : ['BUY', 'SELL']);
