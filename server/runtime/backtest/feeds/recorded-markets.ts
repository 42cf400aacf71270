import type { Recordings } from '../../../../core/contract/server-services.ts';
import { isCleared, settlesInMargin } from '../../../../core/domain/clearing/kinds.ts';
import { type InstrumentId, instrumentId } from '../../../../core/domain/markets/instrument.ts';
import { type Interval, intervals, nextIntervalOpenMs } from '../../../../core/domain/markets/interval.ts';
import { readBars } from '../../../../core/simulation/recordings/bar-recording.ts';
import { fundedRange, readFunding } from '../../../../core/simulation/recordings/funding-recording.ts';
import {
  candleFiles,
  type MarketRecording,
  marketKind,
  recordingsOf,
  replayedExchange,
} from '../../../../core/simulation/recordings/recording-folder.ts';
import { impossibleOf } from '../backtest-impossible.ts';
import type { FeedRange } from './backtest-feed.ts';

/** A recording of one market. */
export interface RecordedMarket {
  readonly instrumentId: InstrumentId;
  readonly kind: 'candles' | 'trades' | 'book';
  /** Length of the candles; null for other kinds. */
  readonly interval: Interval | null;
  readonly range: FeedRange;
  /** Candles, trades, or changes of the book with its trades. */
  readonly size: number;
}

/** Every recorded market that can be tested: spot, and linear perpetuals with their funding. Files that cannot be read are left out: a run over them says what is wrong. */
export async function recordedMarkets(recordings: Recordings): Promise<readonly RecordedMarket[]> {
  const found: RecordedMarket[] = [];
  for (const venue of await venuesIn(recordings, 'candles')) found.push(...(await candlesOf(recordings, venue)));
  for (const kind of ['trades', 'book'] as const) {
    for (const venue of await venuesIn(recordings, kind === 'book' ? 'l2' : 'trades')) {
      for (const recording of await recordingsOf(recordings, venue, kind)) found.push(...(await eventsOf(recordings, recording)));
    }
  }
  return found;
}

async function venuesIn(recordings: Recordings, folder: string): Promise<readonly string[]> {
  const names = (await recordings.list(folder)).filter((name) => /^[a-z][a-z0-9_]*$/.test(name));
  return names.filter((venue) => isCleared(marketKind(venue)));
}

async function candlesOf(recordings: Recordings, venue: string): Promise<readonly RecordedMarket[]> {
  const found: RecordedMarket[] = [];
  for (const interval of intervals) {
    for (const { symbol, file } of await candleFiles(recordings, venue, interval)) {
      const times = (await readable(() => readBars(recordings, file, nextIntervalOpenMs(interval, 0))))?.openMs;
      const [fromMs, lastMs] = [times?.[0], times?.at(-1)];
      if (times === undefined || fromMs === undefined || lastMs === undefined) continue;
      const range = await fundedPartOf(recordings, venue, symbol, { fromMs, toMs: nextIntervalOpenMs(interval, lastMs) - 1 });
      if (range === null) continue;
      found.push({ instrumentId: recordedId(venue, symbol), kind: 'candles', interval, range, size: times.length });
    }
  }
  return found;
}

/** The part of a range in which the funding of a market is known: all of it where there is none to pay. Null: nothing. */
async function fundedPartOf(recordings: Recordings, venue: string, symbol: string, range: FeedRange): Promise<FeedRange | null> {
  if (!settlesInMargin(marketKind(venue))) return range;
  const funding = await readable(() => readFunding(recordings, venue, symbol.toUpperCase()));
  const known = funding === null ? null : fundedRange(funding);
  if (known === null) return null;
  const part = { fromMs: Math.max(range.fromMs, known.fromMs), toMs: Math.min(range.toMs, known.toMs) };
  return part.fromMs < part.toMs ? part : null;
}

async function eventsOf(recordings: Recordings, recording: MarketRecording): Promise<readonly RecordedMarket[]> {
  const { kind, venue, symbol } = recording;
  if (kind === 'candles') return [];
  let [fromMs, toMs, size] = [Number.POSITIVE_INFINITY, 0, 0];
  const counted = await readable(async () => {
    for (const stream of recording.streams()) {
      for await (const event of stream) {
        fromMs = Math.min(fromMs, event.timeMs);
        toMs = Math.max(toMs, event.timeMs);
        size += 1;
      }
    }
    return size;
  });
  const range = counted === null || size === 0 ? null : await fundedPartOf(recordings, venue, symbol, { fromMs, toMs });
  return range === null ? [] : [{ instrumentId: recordedId(venue, symbol), kind, interval: null, range, size }];
}

async function readable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (impossibleOf(error) === null) throw error;
    return null;
  }
}

const recordedId = (venue: string, symbol: string): InstrumentId =>
  instrumentId({ exchange: replayedExchange(venue), symbol: symbol.toUpperCase(), accountType: marketKind(venue).accountType });
