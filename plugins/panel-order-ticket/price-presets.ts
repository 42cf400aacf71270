import { floorTo, middleOf } from './grid-math.ts';
import type { TicketContext } from './ticket-context.ts';

/** Prices of the market that one press takes into the ticket. */
export const pricePresets = ['bid', 'mid', 'ask', 'last'] as const;
export type PricePreset = (typeof pricePresets)[number];

/** Null while the market has no such price. */
export function presetPrice({ bestBid, bestAsk, last, instrument }: TicketContext, preset: PricePreset): string | null {
  if (preset === 'bid') return bestBid;
  if (preset === 'ask') return bestAsk;
  if (preset === 'last') return last;
  return bestBid === null || bestAsk === null ? null : floorTo(middleOf(bestBid, bestAsk), instrument.tick);
}
