import type { VenuePast } from '../../core/contract/server-services.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { instruments } from './instruments.ts';

/** Candles from before the house's first trades, where somebody gives it such a past. */
export function pastCandles(past: VenuePast, openedMs: number): NonNullable<Venue['candles']> {
  const histories = new Map(instruments.map((instrument) => [instrument.id, past.candlesOf(instrument, openedMs)]));
  return async (id, interval, beforeMs, limit) => histories.get(id)?.(interval, beforeMs, limit) ?? [];
}
