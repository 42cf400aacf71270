import type { Recordings } from '../../../../core/contract/server-services.ts';
import { type Instrument, pairKey } from '../../../../core/domain/markets/instrument.ts';
import type { Interval } from '../../../../core/domain/markets/interval.ts';
import { learnGrid } from '../../../../core/simulation/market-grid.ts';
import { readBars } from '../../../../core/simulation/recordings/bar-recording.ts';
import { recordedInstrument, recordedPair } from '../../../../core/simulation/recordings/recorded-instrument.ts';
import { candleFiles, marketKind, recordingsOf, replayedExchange } from '../../../../core/simulation/recordings/recording-folder.ts';
import type { BarFeedMarket } from './bar-feed.ts';
import { within } from './rate-bars.ts';
import type { RecordedFeedMarket } from './recorded-feed.ts';

/** Recorded spot markets of other exchanges that trade the pairs of a run, in the same kind of data: what the indexes of its pairs are made of. */
export async function indexBars(
  recordings: Recordings,
  markets: readonly BarFeedMarket[],
  interval: Interval,
  lengthMs: number,
): Promise<readonly BarFeedMarket[]> {
  const own = markets.map(({ part }) => part.instrument);
  const found: BarFeedMarket[] = [];
  for (const venue of await spotVenues(recordings, 'candles')) {
    for (const { symbol, file } of await candleFiles(recordings, venue, interval)) {
      if (!isWanted(own, venue, symbol)) continue;
      const series = within(await readBars(recordings, file, lengthMs), markets);
      const recording = { venue, symbol: symbol.toUpperCase(), kind: 'candles', streams: () => [] } as const;
      const instrument = recordedInstrument(replayedExchange(venue), recording, series.grid);
      found.push({ part: { instrument, grid: series.grid, kind: 'bars' }, series });
    }
  }
  return found;
}

/** The same of recorded trades or books. */
export async function indexRecordings(
  recordings: Recordings,
  own: readonly Instrument[],
  kind: 'trades' | 'book',
): Promise<readonly RecordedFeedMarket[]> {
  const found: RecordedFeedMarket[] = [];
  for (const venue of await spotVenues(recordings, kind === 'book' ? 'l2' : 'trades')) {
    for (const recording of await recordingsOf(recordings, venue, kind)) {
      if (!isWanted(own, venue, recording.symbol)) continue;
      const [first] = recording.streams();
      if (first === undefined) continue;
      const grid = await learnGrid(first);
      const instrument = recordedInstrument(replayedExchange(venue), { ...recording, symbol: recording.symbol.toUpperCase() }, grid);
      found.push({ part: { instrument, grid, kind: kind === 'trades' ? 'trades' : 'recorded' }, recording });
    }
  }
  return found;
}

async function spotVenues(recordings: Recordings, folder: string): Promise<readonly string[]> {
  const venues = (await recordings.list(folder)).filter((name) => /^[a-z][a-z0-9_]*$/.test(name));
  return venues.filter((name) => marketKind(name).accountType === 'spot').sort();
}

/** A market of a pair of the run, on an exchange that has none of it in the run. */
function isWanted(own: readonly Instrument[], venue: string, symbol: string): boolean {
  const key = pairKey(recordedPair(symbol.toUpperCase()));
  const ofPair = own.filter((instrument) => pairKey(instrument) === key);
  return ofPair.length > 0 && !ofPair.some(({ exchange, accountType }) => accountType === 'spot' && exchange === replayedExchange(venue));
}
