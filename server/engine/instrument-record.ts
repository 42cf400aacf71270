import type { Amount } from '../../core/domain/clearing/amount.ts';
import type { InstrumentState } from '../../core/domain/instrument.ts';
import type { OrderSide } from '../../core/domain/order.ts';
import { bandAbove, bandBelow } from './amounts.ts';
import type { AddInstrument } from './command.ts';
import type { ContractRules } from './contract-rules.ts';
import { OpenCounts } from './open-counts.ts';
import { OrderBook } from './order-book.ts';

/** One instrument: its terms, its book, its waiting triggers and its last price. */
export class InstrumentRecord {
  /** As they are now: `change` puts others in their place. */
  terms: AddInstrument;
  readonly index: number;
  readonly rules: ContractRules;
  readonly base: number;
  readonly quote: number;
  readonly basePerLot: bigint;
  readonly quotePerTickLot: bigint;
  readonly book = new OrderBook();
  /** Waiting orders by trigger price, one lot each: the ask side fires at or above its price, the bid side at or below. */
  readonly triggers = new OrderBook();
  /** Open orders per account, for the limits. */
  readonly open = new OpenCounts();
  state: InstrumentState = 'TRADING';
  /** Last trade price in ticks, 0 before the first. */
  last = 0;
  /** Smallest price × lots in tick-lots that meets the notional filter, rounded up. */
  minTickLots: number;

  /** NaN when the factor is no safe integer: then products go through bigint. */
  private readonly baseFactor: number;
  private readonly quoteFactor: number;

  constructor(terms: AddInstrument, rules: ContractRules) {
    this.terms = terms;
    this.rules = rules;
    this.index = terms.instrument;
    this.base = terms.base;
    this.quote = terms.quote;
    this.basePerLot = terms.basePerLot;
    this.quotePerTickLot = terms.quotePerTickLot;
    this.minTickLots = minTickLotsOf(terms);
    this.baseFactor = safeNumber(terms.basePerLot);
    this.quoteFactor = safeNumber(terms.quotePerTickLot);
  }

  /** Other limits, filters and fees; grid and assets are the ones that everything here was computed with. */
  change(terms: AddInstrument): void {
    this.terms = terms;
    this.minTickLots = minTickLotsOf(terms);
  }

  /** Quote minor units of `lots` at `price` ticks, exact. */
  quoteOf(price: number, lots: number): Amount {
    const product = price * lots * this.quoteFactor;
    return product <= Number.MAX_SAFE_INTEGER ? product : BigInt(price) * BigInt(lots) * this.quotePerTickLot;
  }

  /** Base minor units of `lots`, exact. */
  baseOf(lots: number): Amount {
    const product = lots * this.baseFactor;
    return product <= Number.MAX_SAFE_INTEGER ? product : BigInt(lots) * this.basePerLot;
  }

  /** Worst price that an aggressive order of this side may reach from `reference` (trading rules §1). */
  worstPrice(side: OrderSide, reference: number): number {
    return side === 'BUY' ? bandAbove(reference, this.terms.bandPpm) : bandBelow(reference, this.terms.bandPpm);
  }

  /**
   * Price that caps a market order: the last trade, or before any trade the best opposite price.
   * 0 when there is neither: nothing can match then.
   */
  marketReference(side: OrderSide): number {
    return this.last > 0 ? this.last : this.book.bestPrice(side === 'BUY' ? 'SELL' : 'BUY');
  }
}

const minTickLotsOf = ({ minNotional, quotePerTickLot }: AddInstrument): number =>
  Number((minNotional + quotePerTickLot - 1n) / quotePerTickLot);

const safeNumber = (value: bigint): number => (value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : Number.NaN);
