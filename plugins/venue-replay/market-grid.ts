import { decimalsOf, fromUnits, toUnits } from '../../core/domain/decimal.ts';
import type { RecordedEvent } from './recorded-event.ts';

/** Decimals of a recorded market's prices and quantities: a tick is 10^-priceDecimals, a lot 10^-qtyDecimals. */
export interface MarketGrid {
  readonly priceDecimals: number;
  readonly qtyDecimals: number;
}

/** Events read to learn a market's grid: a snapshot alone has thousands of levels, trades come one by one. */
const learnedEvents = 2000;

/** The finest steps that the recording's beginning shows; recordings do not tell their grid. */
export async function learnGrid(events: AsyncIterable<RecordedEvent>): Promise<MarketGrid> {
  let [priceDecimals, qtyDecimals, read] = [0, 0, 0];
  for await (const event of events) {
    const pairs = event.type === 'trade' ? [[event.price, event.qty] as const] : [...event.bids, ...event.asks];
    for (const [price, qty] of pairs) {
      priceDecimals = Math.max(priceDecimals, decimalsOf(price));
      qtyDecimals = Math.max(qtyDecimals, decimalsOf(qty));
    }
    read++;
    if (read >= learnedEvents) break;
  }
  return { priceDecimals, qtyDecimals };
}

/** Whole steps in a recorded decimal, or null when it is finer than the grid or too large for exact integers. */
export function stepsOf(text: string, decimals: number): number | null {
  const units = toUnits(text, decimals);
  if (units === null) return null;
  const steps = Number(units);
  return Number.isSafeInteger(steps) ? steps : null;
}

export const textOfSteps = (steps: number, decimals: number): string => fromUnits(BigInt(steps), decimals);
export const stepText = (decimals: number): string => fromUnits(1n, decimals);
