import type { Level } from '../../core/contract/market.ts';
import { decimalsOf, fromUnits, pow10, toUnits } from '../../core/domain/decimal.ts';
import type { Instrument } from '../../core/domain/instrument.ts';
import type { OrderSide } from '../../core/domain/order.ts';

/** An order that acts now, as far as the book is concerned. */
export interface PreviewOrder {
  readonly side: OrderSide;
  /** Worst price it accepts: its limit, or the band's edge of a market order; null: any. */
  readonly worst: string | null;
  /** One of the two: how much to trade, or how much quote to spend (buy) or to receive (sell). */
  readonly size: { readonly qty: string } | { readonly quoteAmount: string };
}

/** What the order would meet if it arrived now and nobody else did. */
export interface FillPreview {
  readonly qty: string;
  readonly quote: string;
  /** Null when nothing would trade. Two decimals finer than the tick, rounded to the nearest. */
  readonly averagePrice: string | null;
  /** The last price it would reach; null when nothing would trade. */
  readonly lastPrice: string | null;
  /** Average against the best price, in hundredths of a percent with two decimals; null when nothing would trade. */
  readonly slippageBps: string | null;
  /** Quantity left over; null for an order by amount. */
  readonly restQty: string | null;
  /** What ended it: it was satisfied, its price was reached, or the known levels ended. */
  readonly end: 'filled' | 'price' | 'depth';
}

type Grid = Pick<Instrument, 'tick' | 'lot' | 'maxQty'>;

/** Walks the opposite side of the book (best first) as the matching does. Values must be on the grid. */
export function previewFills(order: PreviewOrder, levels: readonly Level[], grid: Grid): FillPreview {
  const priceScale = decimalsOf(grid.tick);
  const qtyScale = Math.max(decimalsOf(grid.lot), 0);
  const lot = toUnits(grid.lot, qtyScale) ?? 1n;
  const most = (toUnits(grid.maxQty, qtyScale) ?? 0n) / lot;
  const worst = order.worst === null ? null : toUnits(order.worst, priceScale);
  const buys = order.side === 'BUY';
  const budget = 'quoteAmount' in order.size ? (toUnits(order.size.quoteAmount, 20) ?? 0n) * pow10(priceScale + qtyScale) : null;
  const wanted = 'qty' in order.size ? (toUnits(order.size.qty, qtyScale) ?? 0n) / lot : most;

  let lots = 0n;
  let spent = 0n;
  let last: bigint | null = null;
  let end: FillPreview['end'] = 'depth';
  for (const [priceText, qtyText] of levels) {
    const price = toUnits(priceText, priceScale) ?? 0n;
    if (worst !== null && (buys ? price > worst : price < worst)) {
      end = 'price';
      break;
    }
    const perLot = price * lot;
    let left = wanted - lots;
    if (budget !== null) {
      // Amounts carry 20 decimals more than the product of price and quantity.
      const rest = budget - spent * pow10(20);
      const unit = perLot * pow10(20);
      const affordable = buys ? rest / unit : (rest + unit - 1n) / unit;
      if (affordable < left) left = affordable;
    }
    const resting = (toUnits(qtyText, qtyScale) ?? 0n) / lot;
    const taken = resting < left ? resting : left;
    if (taken > 0n) {
      lots += taken;
      spent += taken * perLot;
      last = price;
    }
    if (taken === left) {
      end = 'filled';
      break;
    }
  }
  if (lots === 0n || last === null) {
    const restQty = budget === null ? fromUnits(wanted * lot, qtyScale) : null;
    return { qty: '0', quote: '0', averagePrice: null, lastPrice: null, slippageBps: null, restQty, end };
  }
  const best = toUnits(levels[0]?.[0] ?? '0', priceScale) ?? 0n;
  return {
    qty: fromUnits(lots * lot, qtyScale),
    quote: fromUnits(spent, priceScale + qtyScale),
    averagePrice: fromUnits(nearest(spent * 100n, lots * lot), priceScale + 2, priceScale),
    lastPrice: fromUnits(last, priceScale),
    slippageBps: best === 0n ? null : fromUnits(nearest(distance(spent, best * lots * lot) * 1_000_000n, best * lots * lot), 2, 2),
    restQty: budget === null ? fromUnits((wanted - lots) * lot, qtyScale) : null,
    end,
  };
}

const nearest = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);
const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);
