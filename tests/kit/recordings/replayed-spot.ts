import { expect } from 'vitest';
import type { VenueBatch } from '../../../core/contract/venue.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { replayedExchange } from '../../../core/simulation/recordings/recording-folder.ts';
import { openReplays } from '../../../plugins/venue-replay/open-replays.ts';
import type { ReplayVenue } from '../../../plugins/venue-replay/replay-venue.ts';
import { RecordingFiles } from '../../../server/market/recordings/recording-files.ts';
import { ManualClock } from '../manual-clock.ts';
import { silentLogger } from '../market-fixtures.ts';
import type { RecordedSet } from './recorded-sets.ts';

export const spotApiId = 1;

/** Only the one market: the recordings hold many. */
export class SpotFiles extends RecordingFiles {
  readonly #venue: string;

  constructor({ folder, book }: RecordedSet, speed?: number | 'max') {
    super(folder, speed);
    this.#venue = book.venue;
  }

  override async list(path: string): Promise<readonly string[]> {
    if (path === 'trades' || path === 'candles') return [];
    const names = await super.list(path);
    return path === 'l2' ? names.filter((name) => name === this.#venue) : names.filter((name) => !name.startsWith('ETH'));
  }
}

/** The spot market of recordings, played through the replay venue. */
export async function openSpot(set: RecordedSet, speed: number | 'max', batches: (batch: VenueBatch) => void = () => undefined) {
  const clock = new ManualClock(1_750_000_000_000);
  const recordings = new SpotFiles(set, speed);
  const environment = { demo: false, publicUrl: null, replayFolder: set.folder, seed: 1 };
  const health: string[] = [];
  const sink = {
    batch: batches,
    health: (exchange: string, state: string, reason: string) => void health.push(`${exchange} ${state} ${reason}`),
  };
  const venues = await openReplays({ recordings, clock, logger: silentLogger, environment }, { sink, projectedThrough: async () => 0 });
  const venue = venues[0] as ReplayVenue;
  expect(venues.map(({ exchange }) => exchange)).toEqual([replayedExchange(set.book.venue)]);
  await venue.openAccount(spotAccount(spotApiId));
  await venue.deposit(spotAccount(spotApiId), 'USDT', '1000000', 'start-usdt');
  await venue.deposit(spotAccount(spotApiId), 'BTC', '10', 'start-btc');
  return { clock, recordings, venue, health };
}
