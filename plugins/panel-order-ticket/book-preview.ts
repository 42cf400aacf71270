import type { Level } from '../../core/contract/market.ts';
import { toBigInt } from '../../core/domain/clearing/amount.ts';
import { lotsForAmount } from '../../core/domain/clearing/cash.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { decimalsOf, fromUnits, pow10 } from '../../core/domain/numbers/decimal.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import { decimalOf, unitsOf } from './grid-math.ts';
import { countedWith, isWorse, TicketGrid } from './ticket-grid.ts';

/** An order that acts now, as far as the book is concerned. */
interface PreviewOrder {
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

/** Walks the opposite side of the book (best first) as the matching does. Values must be on the grid; levels may be on a finer one. */
export function previewFills(
  { side, worst, size }: PreviewOrder,
  levels: readonly Level[],
  market: Pick<Instrument, 'tick' | 'lot' | 'maxQty'>,
): FillPreview {
  const grid = new TicketGrid(countedWith(market, levels));
  const { values } = grid;
  const worstTicks = worst === null ? 0 : grid.ticks(worst);
  const budget = 'quoteAmount' in size ? (unitsOf(size.quoteAmount) ?? 0n) : null;
  const wanted = 'qty' in size ? grid.lots(size.qty) : grid.maxLots;
  const quoteOf = (ticks: number, lots: number): bigint => toBigInt(values.quoteOf(ticks, lots));

  let lots = 0;
  let spent = 0n;
  let last = 0;
  let end: FillPreview['end'] = 'depth';
  for (const [price, qty] of levels) {
    const ticks = grid.ticks(price);
    if (isWorse(side, ticks, worstTicks)) {
      end = 'price';
      break;
    }
    const affordable = budget === null ? wanted : Number(lotsForAmount(side, budget - spent, quoteOf(ticks, 1)));
    const left = Math.min(wanted - lots, affordable);
    const taken = Math.min(grid.lots(qty), left);
    if (taken > 0) {
      lots += taken;
      spent += quoteOf(ticks, taken);
      last = ticks;
    }
    if (taken === left) {
      end = 'filled';
      break;
    }
  }
  const restQty = budget === null ? grid.qty(wanted - lots) : null;
  if (lots === 0) return { qty: '0', quote: '0', averagePrice: null, lastPrice: null, slippageBps: null, restQty, end };
  const priceScale = decimalsOf(market.tick);
  const whole = toBigInt(values.baseOf(lots));
  const atBest = quoteOf(grid.ticks(levels[0]?.[0] ?? ''), lots);
  return {
    qty: grid.qty(lots),
    quote: decimalOf(spent),
    averagePrice: fromUnits(nearest(spent * pow10(priceScale + 2), whole), priceScale + 2, priceScale),
    lastPrice: grid.price(last),
    slippageBps: atBest === 0n ? null : fromUnits(nearest(distance(spent, atBest) * 1_000_000n, atBest), 2, 2),
    restQty,
    end,
  };
}

const nearest = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);
const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);
