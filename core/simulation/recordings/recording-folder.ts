import type { Recordings } from '../../contract/server-services.ts';
import type { AccountType, ContractKind } from '../../domain/markets/instrument.ts';
import { type Interval, nextIntervalOpenMs } from '../../domain/markets/interval.ts';
import { readCandleTrades } from './candle-recording.ts';
import { readDepth } from './depth-recording.ts';
import type { RecordedEvent } from './recorded-event.ts';
import { readTrades } from './trade-recording.ts';

/** One market's recording; streams may be opened any number of times. */
export interface MarketRecording {
  /** Venue as the data names it, such as `binance_spot`. */
  readonly venue: string;
  readonly symbol: string;
  readonly kind: 'book' | 'trades' | 'candles';
  streams(): readonly AsyncIterable<RecordedEvent>[];
}

/** Played as if they were trades, finest first. */
const playedIntervals = ['1m', '5m'] as const;

/** The exchange as which a recorded venue is played: `replay-binance-spot` for `binance_spot`. */
export const replayedExchange = (venue: string): string => `replay-${venue.replaceAll('_', '-')}`;

/** Its title, of the venue or of the exchange's id. */
export const replayTitle = (name: string): string => `Replay ${name.replace(/^replay-/, '').replaceAll(/[_-]/g, ' ')}`;

/** `BTCUSDT-20240808` and `BTCUSDT-202303.csv.gz` are both BTCUSDT. */
const symbolOf = (name: string): string => name.replace(/\.csv\.gz$/, '').replace(/-\d+$/, '');

async function bookRecordings(recordings: Recordings, venue: string): Promise<MarketRecording[]> {
  const found: MarketRecording[] = [];
  for (const name of await recordings.list(`l2/${venue}`)) {
    const folder = `l2/${venue}/${name}`;
    const files = await recordings.list(folder);
    if (!files.includes('snapshot.json.gz') || !files.includes('depth.jsonl.gz')) continue;
    const hasTrades = files.includes('trades.csv.gz');
    found.push({
      venue,
      symbol: symbolOf(name),
      kind: 'book',
      streams: () => [
        readDepth(recordings, `${folder}/snapshot.json.gz`, `${folder}/depth.jsonl.gz`),
        ...(hasTrades ? [readTrades(recordings, `${folder}/trades.csv.gz`)] : []),
      ],
    });
  }
  return found;
}

async function tradeRecordings(recordings: Recordings, venue: string): Promise<MarketRecording[]> {
  const folder = `trades/${venue}`;
  return (await recordings.list(folder))
    .filter((name) => name.endsWith('.csv.gz'))
    .map((name) => ({
      venue,
      symbol: symbolOf(name),
      kind: 'trades' as const,
      streams: () => [readTrades(recordings, `${folder}/${name}`)],
    }));
}

async function candleRecordings(recordings: Recordings, venue: string): Promise<MarketRecording[]> {
  for (const interval of playedIntervals) {
    const lengthMs = nextIntervalOpenMs(interval, 0);
    const files = await candleFiles(recordings, venue, interval);
    if (files.length === 0) continue;
    return files.map(({ symbol, file }) => ({
      venue,
      symbol,
      kind: 'candles' as const,
      streams: () => [readCandleTrades(recordings, file, lengthMs)],
    }));
  }
  return [];
}

/** The candle files of a venue, one a symbol. */
export async function candleFiles(
  recordings: Recordings,
  venue: string,
  interval: Interval,
): Promise<ReadonlyArray<{ readonly symbol: string; readonly file: string }>> {
  const folder = `candles/${venue}/${interval}`;
  const names = (await recordings.list(folder)).filter((name) => name.endsWith('.csv.gz'));
  return names.map((name) => ({ symbol: symbolOf(name), file: `${folder}/${name}` }));
}

/** A venue's recordings of one kind; several of a symbol when it was recorded in several pieces. */
export const recordingsOf = (recordings: Recordings, venue: string, kind: 'book' | 'trades'): Promise<readonly MarketRecording[]> =>
  kind === 'book' ? bookRecordings(recordings, venue) : tradeRecordings(recordings, venue);

/**
 * Recordings under a folder that has `l2/`, `trades/` and `candles/`. Each venue plays one kind, the richest
 * that it has, because kinds were recorded in different years; one recording per symbol.
 */
export async function findRecordings(recordings: Recordings): Promise<ReadonlyMap<string, readonly MarketRecording[]>> {
  const venues = new Map<string, readonly MarketRecording[]>();
  for (const [kind, find] of [
    ['l2', bookRecordings],
    ['trades', tradeRecordings],
    ['candles', candleRecordings],
  ] as const) {
    for (const venue of await recordings.list(kind)) {
      if (venues.has(venue) || !/^[a-z][a-z0-9_]*$/.test(venue)) continue;
      const bySymbol = new Map((await find(recordings, venue)).map((recording) => [recording.symbol, recording]));
      if (bySymbol.size > 0) venues.set(venue, [...bySymbol.values()]);
    }
  }
  return venues;
}

/** What a venue of the data trades, told by its name. */
export function marketKind(venue: string): {
  readonly accountType: AccountType;
  readonly contractKind: Extract<ContractKind, 'spot' | 'linear' | 'inverse'>;
} {
  if (/(_usdm|_linear|_usdt|hyperliquid)$/.test(venue)) return { accountType: 'usdm', contractKind: 'linear' };
  if (venue.endsWith('_coinm')) return { accountType: 'coinm', contractKind: 'inverse' };
  return { accountType: 'spot', contractKind: 'spot' };
}
