import { divideUp } from '../domain/decimal.ts';
import type { OrderSide } from '../domain/order.ts';
import type { MarketUnits } from './market-units.ts';

/**
 * A net position of a linear contract by average price (trading rules §13), exact: what it cost is kept, not a rounded price.
 * The part that a reduction takes out is rounded against the owner; the rest stays in the cost, so that nothing is lost in all.
 */
export class LinearPosition {
  readonly #units: MarketUnits;
  /** Signed: a short is negative. */
  lots = 0;
  /** Quantity × entry price of what is open, in minor units of the quote; never negative. */
  cost = 0n;

  constructor(units: MarketUnits) {
    this.#units = units;
  }

  /** Takes a fill. Gives the realised profit in minor units. */
  apply(side: OrderSide, ticks: number, lots: number): bigint {
    const signed = side === 'BUY' ? lots : -lots;
    const closed = this.lots * signed < 0 ? Math.min(lots, Math.abs(this.lots)) : 0;
    const profit = closed === 0 ? 0n : this.#close(ticks, closed);
    this.lots += signed;
    this.cost += this.#units.quote(ticks, lots - closed);
    return profit;
  }

  /** Profit of closing everything at a price. */
  profitAt(ticks: number): bigint {
    const value = this.notionalAt(ticks);
    return this.lots < 0 ? this.cost - value : value - this.cost;
  }

  notionalAt(ticks: number): bigint {
    return this.#units.quote(ticks, Math.abs(this.lots));
  }

  #close(ticks: number, lots: number): bigint {
    const isShort = this.lots < 0;
    const [part, held] = [this.cost * BigInt(lots), BigInt(Math.abs(this.lots))];
    const cost = isShort ? part / held : divideUp(part, held);
    const value = this.#units.quote(ticks, lots);
    this.cost -= cost;
    return isShort ? cost - value : value - cost;
  }
}
