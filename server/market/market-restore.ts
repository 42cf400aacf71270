import type { Candle } from '../../core/contract/market.ts';
import type { Venue } from '../../core/contract/venue.ts';
import type { Instrument } from '../../core/domain/instrument.ts';
import { type Interval, intervalOpenMs, intervals, nextIntervalOpenMs } from '../../core/domain/interval.ts';
import { mergeCandles } from './candle-pages.ts';
import type { CandleStore } from './candle-store.ts';
import { InstrumentMarket } from './instrument-market.ts';

const dayMs = 86_400_000;
const dayMinutes = 1440;

/** An instrument's market as it stood at the stored position, with the venue's own history before the first stored candle. */
export async function restoreMarket(instrument: Instrument, venue: Venue, store: CandleStore, nowMs: number): Promise<InstrumentMarket> {
  const market = new InstrumentMarket(instrument);
  if (venue.ephemeral === true) return market;
  const { id } = instrument;
  const newest = new Map<Interval, Candle>();
  const stored = await store.newest(id);
  for (const interval of intervals) {
    const candle = stored.get(interval) ?? (await runningCandle(venue, id, interval, nowMs));
    if (candle !== undefined) newest.set(interval, candle);
  }
  const minutes = await store.before(id, '1m', Number.MAX_SAFE_INTEGER, dayMinutes);
  const fromMs = nowMs - dayMs;
  const firstMs = minutes[0]?.openMs ?? intervalOpenMs('1m', nowMs);
  const older = firstMs > fromMs ? ((await venue.candles?.(id, '1m', firstMs, dayMinutes)) ?? []) : [];
  market.restore({
    minutes: mergeCandles(Number.MAX_SAFE_INTEGER, older, minutes).slice(-dayMinutes),
    newest,
    lastTradeNumber: await store.lastTradeNumber(id),
    flows: await store.flows(id),
  });
  return market;
}

/** A market seen for the first time: the candle that is open now began before us. */
async function runningCandle(venue: Venue, id: string, interval: Interval, nowMs: number): Promise<Candle | undefined> {
  const openMs = intervalOpenMs(interval, nowMs);
  const [candle] = (await venue.candles?.(id, interval, nextIntervalOpenMs(interval, openMs), 1)) ?? [];
  return candle?.openMs === openMs ? candle : undefined;
}
