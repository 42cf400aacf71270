import type { Clock, Environment, Logger, Recordings } from '../../core/contract/server-services.ts';
import type { VenueOpening } from '../../core/contract/venue.ts';
import { type Instrument, instrumentId } from '../../core/domain/instrument.ts';
import { AccountLedger } from './account-ledger.ts';
import { largestQty, learnGrid, type MarketGrid, stepText } from './market-grid.ts';
import { mergeEvents } from './merge-events.ts';
import { findRecordings, type MarketRecording, marketKind } from './recording-folder.ts';
import { ReplayMarket } from './replay-market.ts';
import { ReplayPlayer } from './replay-player.ts';
import { ReplayVenue } from './replay-venue.ts';

export interface ReplayServices {
  readonly recordings: Recordings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly environment: Environment;
}

/** Ledger decimals at least; more when tick × lot needs them. */
const smallestScale = 8;
/** Ids and sequences grow with the clock, so that those of a new opening never repeat an earlier one's. */
const numbersPerMs = 1000;
const quotes = ['USDT', 'USDC', 'USD', 'BTC'] as const;

/** Opens one exchange per recorded venue and starts to play; none without a replay folder. */
export async function openReplays(services: ReplayServices, opening: VenueOpening): Promise<readonly ReplayVenue[]> {
  if (services.environment.replayFolder === null) return [];
  const venues: ReplayVenue[] = [];
  for (const [venue, recordings] of await findRecordings(services.recordings)) {
    venues.push(await openReplay(venue, recordings, services, opening));
  }
  if (venues.length === 0) services.logger.warn({ folder: services.environment.replayFolder }, 'There is nothing to replay in the folder');
  return venues;
}

/** Opens one recorded venue; `replay-binance-spot` for `binance_spot`. */
export async function openReplay(
  venue: string,
  recordings: readonly MarketRecording[],
  { recordings: { speed }, clock, logger }: ReplayServices,
  opening: VenueOpening,
): Promise<ReplayVenue> {
  const exchange = `replay-${venue.replaceAll('_', '-')}`;
  const grids = await Promise.all(recordings.map((recording) => learnGrid(firstStream(recording))));
  const scale = Math.max(smallestScale, ...grids.map(({ priceDecimals, qtyDecimals }) => priceDecimals + qtyDecimals));
  let number = Math.max(clock.nowMs() * numbersPerMs, opening.projectedThrough(exchange));
  const sequence = number;
  const newId = (): string => String(++number);
  const ledger = new AccountLedger(exchange, scale, newId);
  const markets = recordings.map((recording, at) => {
    const grid = grids[at] as MarketGrid;
    return new ReplayMarket({ instrument: instrumentOf(exchange, recording, grid), grid, ledger, newId });
  });
  const events = mergeEvents(recordings.flatMap((recording, market) => recording.streams().map((stream) => ({ market, events: stream }))));
  const player = new ReplayPlayer({
    events,
    target: { play: (recorded) => replay.play(recorded) },
    clock,
    logger,
    speed,
    ended: (error) => opening.sink.health(error === null ? 'DEGRADED' : 'DOWN', error === null ? 'REPLAY_ENDED' : String(error)),
  });
  const replay: ReplayVenue = new ReplayVenue({
    exchange,
    title: `Replay ${venue.replaceAll('_', ' ')}`,
    markets,
    ledger,
    sink: opening.sink,
    sequence,
    // A recording of prices is no account of margins and funding.
    trading: marketKind(venue).accountType === 'spot',
    stop: () => player.stop(),
  });
  await player.start();
  return replay;
}

async function* firstStream(recording: MarketRecording) {
  for (const stream of recording.streams()) yield* stream;
}

function instrumentOf(exchange: string, recording: MarketRecording, grid: MarketGrid): Instrument {
  const { accountType, contractKind } = marketKind(recording.venue);
  const symbol = recording.symbol.toUpperCase();
  const pair = symbol.replace(/_PERP$/, '');
  const quote = quotes.find((code) => pair.endsWith(code) && pair.length > code.length) ?? 'USD';
  const key = { exchange, symbol, accountType };
  const lot = stepText(grid.lotDecimals);
  return {
    ...key,
    id: instrumentId(key),
    contractKind,
    settlement: contractKind === 'spot' ? 'none' : 'perpetual',
    base: pair.slice(0, pair.length - quote.length),
    quote,
    tick: stepText(grid.tickDecimals),
    lot,
    minQty: lot,
    maxQty: largestQty(grid),
    minNotional: '0',
    priceBand: '0.2',
    makerFee: '0.001',
    takerFee: '0.001',
    state: 'TRADING',
  };
}
