import type { Candle } from '../../../core/contract/market.ts';
import { type Interval, intervalOpenMs, nextIntervalOpenMs } from '../../../core/domain/markets/interval.ts';

/** Rows of the store and of memory as one list, oldest first; of two with the same time the one with more trades is the later state. */
export function mergeCandles(beforeMs: number, ...lists: ReadonlyArray<readonly Candle[]>): Candle[] {
  const byTime = new Map<number, Candle>();
  for (const candle of lists.flat()) {
    if (candle.openMs >= beforeMs) continue;
    const known = byTime.get(candle.openMs);
    if (known === undefined || candle.trades >= known.trades) byTime.set(candle.openMs, candle);
  }
  return [...byTime.values()].sort((a, b) => a.openMs - b.openMs);
}

const flatCandle = (openMs: number, close: string): Candle => ({
  openMs,
  open: close,
  high: close,
  low: close,
  close,
  volume: '0',
  quoteVolume: '0',
  trades: 0,
});

/**
 * The last `limit` candles up to `endMs` (exclusive): times in which nothing traded become flat candles at the last close.
 * `candles` is sorted; one that is older than the page gives the page's first close.
 */
export function fillGaps(candles: readonly Candle[], interval: Interval, endMs: number, limit: number): Candle[] {
  const pages: Candle[][] = [];
  let count = 0;
  let nextMs = endMs;
  // From the newest back, so that old gaps beyond the page cost nothing.
  for (let at = candles.length - 1; at >= 0 && count < limit; at--) {
    const candle = candles[at] as Candle;
    const page = [candle];
    let openMs = firstFlatMs(interval, candle.openMs, nextMs, limit);
    for (; openMs < nextMs; openMs = nextIntervalOpenMs(interval, openMs)) page.push(flatCandle(openMs, candle.close));
    pages.push(page);
    count += page.length;
    nextMs = candle.openMs;
  }
  return pages.reverse().flat().slice(-limit);
}

/** Open time of the first flat candle worth making: a gap of years must not fill the memory when only `limit` are asked. */
function firstFlatMs(interval: Interval, openMs: number, nextMs: number, limit: number): number {
  const directMs = nextIntervalOpenMs(interval, openMs);
  const lengthMs = directMs - openMs;
  const skipMs = nextMs - (limit + 1) * lengthMs;
  return skipMs <= directMs ? directMs : Math.max(directMs, intervalOpenMs(interval, skipMs));
}

export interface PastTime {
  readonly fromMs: number;
  /** What has not closed then, or now, is left out. */
  readonly untilMs: number;
  readonly limit: number;
}

export interface PastCandles {
  /** Oldest first, the newest `limit`. */
  readonly candles: readonly Candle[];
  /** Open time of the first candle that had not closed. */
  readonly untilMs: number;
}

/** Where candles come from, in the order in which they are asked. */
export interface CandleSources {
  stored(beforeMs: number, limit: number): Promise<readonly Candle[]>;
  /** In memory, newest state; asked before and after the store, because a candle may move from one to the other meanwhile. */
  unsaved(): readonly Candle[];
  /** Older history of the venue itself, or null when it has none. */
  readonly venue: ((beforeMs: number, limit: number) => Promise<readonly Candle[]>) | null;
  /** Its history is made up: true for the time before the first own candle only. */
  readonly venueIsSimulated: boolean;
}

/** The newest `limit` candles that open in [fromMs, endMs) and are known; a recorded history of the venue stands in where nothing else knows, a simulated one before the first own candle. */
export async function knownCandles(sources: CandleSources, fromMs: number, endMs: number, limit: number): Promise<readonly Candle[]> {
  if (fromMs >= endMs) return [];
  const earlier = sources.unsaved();
  const stored = await sources.stored(endMs, limit);
  const own = mergeCandles(endMs, stored, earlier, sources.unsaved());
  const known = new Set(own.map(({ openMs }) => openMs));
  const untilMs = sources.venueIsSimulated ? (own[0]?.openMs ?? endMs) : endMs;
  const others = sources.venue === null ? [] : await sources.venue(untilMs, limit);
  const all = mergeCandles(
    endMs,
    own,
    others.filter(({ openMs }) => !known.has(openMs)),
  );
  return all.filter(({ openMs }) => openMs >= fromMs).slice(-limit);
}

/** One page of candles that open before `beforeMs`, up to the running one at `nowMs`. */
export async function candlePage(
  sources: CandleSources,
  interval: Interval,
  beforeMs: number,
  nowMs: number,
  limit: number,
): Promise<readonly Candle[]> {
  const endMs = Math.min(beforeMs, nextIntervalOpenMs(interval, intervalOpenMs(interval, nowMs)));
  const earlier = sources.unsaved();
  const stored = await sources.stored(endMs, limit);
  let candles = mergeCandles(endMs, stored, earlier, sources.unsaved()).slice(-limit);
  const missing = limit - candles.length;
  if (missing > 0 && sources.venue !== null) {
    const older = await sources.venue(candles[0]?.openMs ?? endMs, missing);
    candles = mergeCandles(endMs, older, candles).slice(-limit);
  }
  return fillGaps(candles, interval, endMs, limit);
}
