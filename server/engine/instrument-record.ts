import { ExactLotValues } from '../../core/domain/clearing/lot-values.ts';
import type { InstrumentState } from '../../core/domain/markets/instrument.ts';
import type { OrderSide, WatchedPrice } from '../../core/domain/orders/order.ts';
import type { AddInstrument } from './command.ts';
import { bandAbove, bandBelow } from './money/amounts.ts';
import { Positions } from './money/positions.ts';
import { OpenCounts } from './orders/open-counts.ts';
import { OrderBook } from './orders/order-book.ts';
import type { AccountRules } from './rules/account-rules.ts';

/** One instrument: its terms, its book, its waiting triggers and its last price. */
export class InstrumentRecord extends ExactLotValues {
  /** As they are now: `change` puts others in their place. */
  terms: AddInstrument;
  readonly index: number;
  readonly rules: AccountRules;
  readonly base: number;
  readonly quote: number;
  readonly book = new OrderBook();
  /** Waiting orders by the price that they watch and by trigger price, one lot each: the ask side fires at or above its price, the bid side at or below. */
  readonly triggers: Readonly<Record<WatchedPrice, OrderBook>> = { LAST: new OrderBook(), MARK: new OrderBook(), INDEX: new OrderBook() };
  /** Orders in all of them: asked after every command. */
  waiting = 0;
  /** What accounts have open, where the kind has positions. */
  readonly positions = new Positions();
  /** Open orders per account, for the limits. */
  readonly open = new OpenCounts();
  state: InstrumentState = 'TRADING';
  /** Last trade price in ticks, 0 before the first. */
  last = 0;
  /** What several exchanges agree on, in ticks, as far as the engine was told; 0 before. */
  indexPrice = 0;
  /** Smallest price × lots in tick-lots that meets the notional filter, rounded up. */
  minTickLots: number;

  constructor(terms: AddInstrument, rules: AccountRules) {
    super(terms.basePerLot, terms.quotePerTickLot);
    this.terms = terms;
    this.rules = rules;
    this.index = terms.instrument;
    this.base = terms.base;
    this.quote = terms.quote;
    this.minTickLots = minTickLotsOf(terms);
  }

  /** Other limits, filters and fees; grid and assets are the ones that everything here was computed with. */
  change(terms: AddInstrument): void {
    this.terms = terms;
    this.minTickLots = minTickLotsOf(terms);
  }

  /** A price that triggers may watch, in ticks; 0 while nobody knows it. */
  priceOf(watched: WatchedPrice): number {
    if (watched === 'LAST') return this.last;
    return watched === 'MARK' ? this.positions.mark : this.indexPrice;
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
