import { decimalsOf } from '../domain/numbers/decimal.ts';
import type { RecordedEvent } from './recordings/recorded-event.ts';

/** Steps of a recorded market inside the replay: prices are whole numbers of 10^-priceDecimals, quantities of 10^-qtyDecimals. */
export interface MarketGrid {
  readonly priceDecimals: number;
  /** Decimals of the tick that our own orders keep to. */
  readonly tickDecimals: number;
  /** Finer than the lot: old orders may be off today's lot, and candles are split. */
  readonly qtyDecimals: number;
  /** Decimals of the lot that our own orders keep to. */
  readonly lotDecimals: number;
}

const fewestQtyDecimals = 8;
/** A price that falls by powers of ten gets finer ticks on some exchanges; without a book nothing else depends on the grid. */
const sparePriceDecimals = 3;

/** Events read to learn a market's grid: a snapshot alone has thousands of levels, trades come one by one. */
const learnedEvents = 400;

/** The finest steps that the recording's beginning shows; recordings do not tell their grid. */
export async function learnGrid(events: AsyncIterable<RecordedEvent>): Promise<MarketGrid> {
  let [tickDecimals, lotDecimals, read] = [0, 0, 0];
  let hasBook = false;
  for await (const event of events) {
    const pairs = event.type === 'trade' ? [[event.price, event.qty] as const] : [...event.bids, ...event.asks];
    for (const [price, qty] of pairs) {
      tickDecimals = Math.max(tickDecimals, decimalsOf(price));
      lotDecimals = Math.max(lotDecimals, decimalsOf(qty));
    }
    hasBook ||= event.type !== 'trade';
    read++;
    if (read >= learnedEvents) break;
  }
  const priceDecimals = tickDecimals + (hasBook ? 0 : sparePriceDecimals);
  return { priceDecimals, tickDecimals, lotDecimals, qtyDecimals: Math.max(fewestQtyDecimals, lotDecimals) + 1 };
}

/** A largest quantity whose lots stay exact integers. */
export const largestQty = ({ qtyDecimals }: MarketGrid): string => String(10 ** Math.min(6, 15 - qtyDecimals));
