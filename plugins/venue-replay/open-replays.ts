import { allOrNothing } from '../../core/contract/all-or-nothing.ts';
import type { Clock, Environment, Logger, Recordings } from '../../core/contract/server-services.ts';
import type { Disposer, VenueOpening } from '../../core/contract/venue.ts';
import type { InstrumentId } from '../../core/domain/markets/instrument.ts';
import { AccountLedger } from '../../core/simulation/clearing/account-ledger.ts';
import { learnGrid, type MarketGrid } from '../../core/simulation/market-grid.ts';
import { type FundingSeries, readFunding } from '../../core/simulation/recordings/funding-recording.ts';
import { mergeEvents } from '../../core/simulation/recordings/merge-events.ts';
import { recordedInstrument } from '../../core/simulation/recordings/recorded-instrument.ts';
import {
  findRecordings,
  type MarketRecording,
  marketKind,
  replayedExchange,
  replayTitle,
} from '../../core/simulation/recordings/recording-folder.ts';
import { SimulatedMarket } from '../../core/simulation/simulated-market.ts';
import { ReplayPlayer } from './replay-player.ts';
import { ReplayVenue } from './replay-venue.ts';

interface ReplayServices {
  readonly recordings: Recordings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly environment: Environment;
}

/** Ledger decimals at least; more when tick × lot needs them. */
const smallestScale = 8;
/** Ids and sequences grow with the clock, so that those of a new opening never repeat an earlier one's. */
const numbersPerMs = 1000;

/** Opens one exchange per recorded venue and starts to play; none without a replay folder. When one cannot be opened, none plays. */
export async function openReplays(services: ReplayServices, opening: VenueOpening): Promise<readonly ReplayVenue[]> {
  if (services.environment.replayFolder === null) return [];
  const found = await findRecordings(services.recordings);
  const venues = await allOrNothing(async (opened) => {
    const replays: ReplayVenue[] = [];
    for (const [venue, recordings] of found) replays.push(await openReplay(venue, recordings, services, opening, opened));
    return replays;
  });
  if (venues.length === 0) services.logger.warn({ folder: services.environment.replayFolder }, 'There is nothing to replay in the folder');
  return venues;
}

/** Opens one recorded venue; `replay-binance-spot` for `binance_spot`. */
async function openReplay(
  venue: string,
  recordings: readonly MarketRecording[],
  { recordings: files, clock, logger }: ReplayServices,
  opening: VenueOpening,
  opened: (undo: Disposer) => void,
): Promise<ReplayVenue> {
  const exchange = replayedExchange(venue);
  const grids = await Promise.all(recordings.map((recording) => learnGrid(firstStream(recording))));
  const scale = Math.max(smallestScale, ...grids.map(({ priceDecimals, qtyDecimals }) => priceDecimals + qtyDecimals));
  let number = clock.nowMs() * numbersPerMs;
  const sequence = number;
  const newId = (): string => String(++number);
  const ledger = new AccountLedger(exchange, scale, newId);
  const markets = recordings.map((recording, at) => {
    const grid = grids[at] as MarketGrid;
    const isBookless = recording.kind !== 'book';
    return new SimulatedMarket({ instrument: recordedInstrument(exchange, recording, grid), grid, ledger, newId, isBookless });
  });
  const funding = await fundingOf(files, venue, markets);
  const events = mergeEvents(recordings.flatMap((recording, market) => recording.streams().map((stream) => ({ market, events: stream }))));
  const player = new ReplayPlayer({
    events,
    target: { play: (recorded) => replay.play(recorded) },
    clock,
    logger,
    speed: files.speed,
    ended: (error) =>
      error === null ? opening.sink.health(exchange, 'DEGRADED', 'REPLAY_ENDED') : opening.sink.health(exchange, 'DOWN', String(error)),
  });
  const replay: ReplayVenue = new ReplayVenue({
    exchange,
    title: replayTitle(venue),
    markets,
    funding,
    ledger,
    sink: opening.sink,
    sequence,
    // A recording of prices is no account of margins and funding.
    trading: marketKind(venue).accountType === 'spot',
    stop: () => player.stop(),
  });
  opened(() => replay.close());
  await player.start();
  return replay;
}

/** What was recorded of the funding of perpetuals, by market. */
async function fundingOf(
  recordings: Recordings,
  venue: string,
  markets: readonly SimulatedMarket[],
): Promise<ReadonlyMap<InstrumentId, FundingSeries>> {
  const found = new Map<InstrumentId, FundingSeries>();
  if (marketKind(venue).accountType === 'spot') return found;
  for (const { instrument } of markets) {
    const series = await readFunding(recordings, venue, instrument.symbol);
    if (series !== null) found.set(instrument.id, series);
  }
  return found;
}

async function* firstStream(recording: MarketRecording) {
  for (const stream of recording.streams()) yield* stream;
}
