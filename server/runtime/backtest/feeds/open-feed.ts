import type { Recordings } from '../../../../core/contract/server-services.ts';
import { isCleared } from '../../../../core/domain/clearing/kinds.ts';
import { type Instrument, type InstrumentId, instrumentId, parseInstrumentId } from '../../../../core/domain/markets/instrument.ts';
import { type Interval, nextIntervalOpenMs } from '../../../../core/domain/markets/interval.ts';
import { learnGrid } from '../../../../core/simulation/market-grid.ts';
import { readBars } from '../../../../core/simulation/recordings/bar-recording.ts';
import { type FundingSeries, fundedRange, fundingFile, readFunding } from '../../../../core/simulation/recordings/funding-recording.ts';
import { recordedInstrument } from '../../../../core/simulation/recordings/recorded-instrument.ts';
import {
  candleFiles,
  type MarketRecording,
  marketKind,
  recordingsOf,
  replayedExchange,
} from '../../../../core/simulation/recordings/recording-folder.ts';
import { BacktestImpossible, minuteText } from '../backtest-impossible.ts';
import type { BacktestFeed } from './backtest-feed.ts';
import { BarFeed } from './bar-feed.ts';
import { indexBars, indexRecordings } from './index-sources.ts';
import { rateBars } from './rate-bars.ts';
import { RecordedFeed } from './recorded-feed.ts';

/** Which recording of a market is played: candles of one length, trades, or the book with its trades. */
export type FeedKind = { readonly kind: 'candles'; readonly interval: Interval } | { readonly kind: 'trades' | 'book' };

/** Fees that take the place of those a recorded market is given; fractions. */
export interface AssumedFees {
  readonly makerFee?: string;
  readonly takerFee?: string;
}

/**
 * Recorded data of these markets under their replay names, such as `replay-binance-spot/BTCUSDT/spot`. Throws
 * BacktestImpossible when a market was not recorded in the wanted kind. `withIndexes`: with the other exchanges that trade the same pairs.
 */
export async function openFeed(
  recordings: Recordings,
  ids: readonly InstrumentId[],
  what: FeedKind,
  fees: AssumedFees = {},
  withIndexes = false,
): Promise<BacktestFeed> {
  const found = await Promise.all(ids.map(async (id) => ({ id, venue: await venueOf(recordings, id, what) })));
  if (what.kind === 'candles') {
    const lengthMs = nextIntervalOpenMs(what.interval, 0);
    const markets = found.map(async ({ id, venue }) => {
      const symbol = parseInstrumentId(id)?.symbol ?? '';
      const file = (await candleFiles(recordings, venue, what.interval)).find((one) => one.symbol.toUpperCase() === symbol)?.file;
      if (file === undefined) throw unrecorded(id, `${what.interval} candles`);
      const series = await readBars(recordings, file, lengthMs);
      const recording = { venue, symbol, kind: 'candles', streams: () => [] } as const;
      const instrument = { ...recordedInstrument(replayedExchange(venue), recording, series.grid), ...fees };
      const funding = await fundingOf(recordings, instrument, venue, series.openMs[0] ?? 0);
      return { part: { instrument, grid: series.grid, kind: 'bars' as const, ...funding }, series };
    });
    const played = await Promise.all(markets);
    const rates = await rateBars(recordings, played, what.interval, lengthMs);
    return new BarFeed([...played, ...rates], withIndexes ? await indexBars(recordings, played, what.interval, lengthMs) : []);
  }
  const markets = found.map(async ({ id, venue }) => {
    const symbol = parseInstrumentId(id)?.symbol;
    const recording = (await recordingsOf(recordings, venue, what.kind)).find((one) => one.symbol.toUpperCase() === symbol);
    if (recording === undefined) throw unrecorded(id, what.kind === 'book' ? 'a book' : 'trades');
    const grid = await learnGrid(eventsOf(recording));
    const instrument = { ...recordedInstrument(replayedExchange(venue), recording, grid), ...fees };
    const funding = await fundingOf(recordings, instrument, venue, await startOf(recording));
    return {
      part: { instrument, grid, kind: what.kind === 'trades' ? ('trades' as const) : ('recorded' as const), ...funding },
      recording,
    };
  });
  const played = await Promise.all(markets);
  const own = played.map(({ part }) => part.instrument);
  return RecordedFeed.open(played, withIndexes ? await indexRecordings(recordings, own, what.kind) : []);
}

/** A perpetual without its funding would be a gift to one side: that is an error, never a rate of zero. */
async function fundingOf(
  recordings: Recordings,
  instrument: Instrument,
  venue: string,
  startMs: number,
): Promise<{ readonly funding?: FundingSeries }> {
  const { id, symbol } = instrument;
  if (!isCleared(instrument) || !('fundingHours' in instrument)) return {};
  const funding = await readFunding(recordings, venue, symbol);
  if (funding !== null && fundedRange(funding) !== null) return { funding };
  throw new BacktestImpossible('noFunding', { file: fundingFile(venue, symbol), instrument: id, time: minuteText(startMs) });
}

async function startOf(recording: MarketRecording): Promise<number> {
  for await (const { timeMs } of eventsOf(recording)) return timeMs;
  return 0;
}

/** The recorded venue behind an instrument's exchange. */
async function venueOf(recordings: Recordings, id: InstrumentId, { kind }: FeedKind): Promise<string> {
  const key = parseInstrumentId(id);
  const folder = kind === 'candles' ? 'candles' : kind === 'book' ? 'l2' : 'trades';
  const venue = (await recordings.list(folder)).find((name) => replayedExchange(name) === key?.exchange);
  if (key === null || venue === undefined) throw unrecorded(id, folder);
  const { accountType } = marketKind(venue);
  if (key.accountType !== accountType) {
    throw new BacktestImpossible('otherType', { instrument: id, recordedAs: instrumentId({ ...key, accountType }) });
  }
  return venue;
}

async function* eventsOf(recording: MarketRecording) {
  for (const stream of recording.streams()) yield* stream;
}

const unrecorded = (id: InstrumentId, what: string): BacktestImpossible =>
  new BacktestImpossible('notRecorded', { kind: what, instrument: id });
