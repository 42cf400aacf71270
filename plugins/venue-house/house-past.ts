import type { SimulatedPast } from '../../core/contract/server-services.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { instruments } from './instruments.ts';

/** As busy as the demo's takers are: a trade in a quarter of a minute. */
const business = { tradesPerMinute: 4, quotePerTrade: 600 };

/** Candles from before the house's first trades: of the pairs that have a simulated past, as if they had been traded here. */
export function pastCandles(past: SimulatedPast, openedMs: number): NonNullable<Venue['candles']> {
  const histories = new Map(instruments.map((instrument) => [instrument.id, past.candlesOf(instrument, business, openedMs)]));
  return async (id, interval, beforeMs, limit) => histories.get(id)?.(interval, beforeMs, limit) ?? [];
}
