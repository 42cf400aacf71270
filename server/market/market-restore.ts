import type { Candle } from '../../core/contract/market.ts';
import type { Venue } from '../../core/contract/venue.ts';
import type { Instrument, InstrumentId } from '../../core/domain/markets/instrument.ts';
import { type Interval, intervalOpenMs, intervals, nextIntervalOpenMs } from '../../core/domain/markets/interval.ts';
import { mergeCandles } from './candles/candle-pages.ts';
import type { CandleStore, StoredMarket } from './candles/candle-store.ts';
import { dayFromMs } from './candles/rolling-day.ts';
import { InstrumentMarket } from './instrument-market.ts';

const minuteMs = 60_000;
const dayMinutes = 1440;
/** Young markets whose venue is asked for their past at the same time. */
const askedAtOnce = 16;

/** A venue's markets as they stood at the stored position, the whole exchange read at once. */
export const restoreMarkets = (venue: Venue, store: CandleStore, nowMs: number): Promise<readonly InstrumentMarket[]> =>
  restored(venue, venue.instruments, store, nowMs);

async function restored(
  venue: Venue,
  instruments: readonly Instrument[],
  store: CandleStore,
  nowMs: number,
): Promise<readonly InstrumentMarket[]> {
  const markets = instruments.map((instrument) => new InstrumentMarket(instrument));
  if (venue.durability === 'ephemeral') return markets;
  const stored = await store.restore(
    markets.map(({ instrument }) => instrument.id),
    nowMs,
  );
  const young: InstrumentMarket[] = [];
  for (const market of markets) {
    const known = stored.get(market.instrument.id);
    if (known === undefined || known.firstMs === null || known.firstMs > dayFromMs(nowMs)) young.push(market);
    else market.restore(known);
  }
  await restoreYoung(young, stored, venue, store, nowMs);
  return markets;
}

/** One market that is new while its exchange runs. */
export async function restoreMarket(venue: Venue, instrument: Instrument, store: CandleStore, nowMs: number): Promise<InstrumentMarket> {
  const [market] = await restored(venue, [instrument], store, nowMs);
  return market as InstrumentMarket;
}

/**
 * Markets that the store has known for less than a day: their venue's own history comes before the first stored candle, minute by minute,
 * because longer stored candles may hold a part of it.
 */
async function restoreYoung(
  markets: readonly InstrumentMarket[],
  stored: ReadonlyMap<InstrumentId, StoredMarket>,
  venue: Venue,
  store: CandleStore,
  nowMs: number,
): Promise<void> {
  const known = markets.map(({ instrument }) => instrument.id).filter((id) => stored.has(id));
  const minutes = known.length === 0 ? new Map() : await store.minutes(known, dayFromMs(nowMs), Number.MAX_SAFE_INTEGER);
  const restore = async (market: InstrumentMarket): Promise<void> => {
    const { id } = market.instrument;
    const past = stored.get(id);
    const ownMinutes: readonly Candle[] = minutes.get(id) ?? [];
    const firstMs = past?.firstMs ?? intervalOpenMs('1m', nowMs);
    const older = (await venue.candles?.(id, '1m', firstMs, dayMinutes)) ?? [];
    const day = mergeCandles(Number.MAX_SAFE_INTEGER, older, ownMinutes).slice(-dayMinutes);
    market.restore({
      newest: await runningCandles(venue, id, past?.newest ?? new Map(), nowMs),
      before: past?.before ?? null,
      wholeUntilMs: past?.wholeUntilMs ?? null,
      day: day.map((candle) => ({ candle, lengthMs: minuteMs })),
      lastTradeNumber: past?.lastTradeNumber ?? 0,
      flowStep: past?.flowStep ?? null,
    });
  };
  for (let from = 0; from < markets.length; from += askedAtOnce) await Promise.all(markets.slice(from, from + askedAtOnce).map(restore));
}

/** The newest candle of each interval; one that is open now at a market seen for the first time began before us. */
async function runningCandles(
  venue: Venue,
  id: InstrumentId,
  stored: ReadonlyMap<Interval, Candle>,
  nowMs: number,
): Promise<ReadonlyMap<Interval, Candle>> {
  const newest = new Map<Interval, Candle>();
  for (const interval of intervals) {
    const openMs = intervalOpenMs(interval, nowMs);
    const candle = stored.get(interval) ?? (await venue.candles?.(id, interval, nextIntervalOpenMs(interval, openMs), 1))?.[0];
    if (candle !== undefined && (stored.has(interval) || candle.openMs === openMs)) newest.set(interval, candle);
  }
  return newest;
}
