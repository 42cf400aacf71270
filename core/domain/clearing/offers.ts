import { type Amount, difference, sum, toBigInt } from './amount.ts';
import { payableLots } from './cash.ts';
import type { MarginOrder } from './linear.ts';
import type { LotValues } from './lot-values.ts';

/** Somebody whom the offers of a book are shown to, best first, until there is enough. */
export interface OfferTaker {
  /** Takes what it wants of `lots` at `ticks`; false: it wants no more. */
  take(ticks: number, lots: number): boolean;
  /** Does without so many lots; false: it wants no more. */
  forgo(lots: number): boolean;
}

/** Shows what an order may meet in the book, down to its worst price. */
export type ShowOffers = (taker: OfferTaker) => void;

/** Buys up to `wanted` lots, as far as `budget` minor units of quote last; null: to the end. */
export class Purchase implements OfferTaker {
  cost: Amount = 0;
  /** Lots that are neither bought nor done without. */
  left: number;
  private readonly values: LotValues;
  private readonly budget: Amount | null;

  constructor(values: LotValues, wanted: number, budget: Amount | null) {
    this.values = values;
    this.left = wanted;
    this.budget = budget;
  }

  take(ticks: number, lots: number): boolean {
    const wanted = Math.min(this.left, lots);
    const taken = this.budget === null ? wanted : this.payable(this.budget, ticks, wanted);
    this.left -= taken;
    this.cost = sum(this.cost, this.values.quoteOf(ticks, taken));
    return taken === wanted && this.left > 0;
  }

  forgo(lots: number): boolean {
    this.left -= Math.min(this.left, lots);
    return this.left > 0;
  }

  private payable(budget: Amount, ticks: number, wanted: number): number {
    const most = payableLots(this.values, 'BUY', ticks, toBigInt(difference(budget, this.cost)));
    return most < BigInt(wanted) ? Number(most) : wanted;
  }
}

/** The fills that up to `wanted` lots of an order would have. */
export class MetOffers implements OfferTaker {
  readonly fills: MarginOrder[] = [];
  private readonly side: MarginOrder['side'];
  private left: number;

  constructor(side: MarginOrder['side'], wanted: number) {
    this.side = side;
    this.left = wanted;
  }

  take(ticks: number, lots: number): boolean {
    const taken = Math.min(this.left, lots);
    this.left -= taken;
    this.fills.push({ side: this.side, ticks, lots: taken });
    return this.left > 0;
  }

  forgo(lots: number): boolean {
    this.left -= Math.min(this.left, lots);
    return this.left > 0;
  }
}
