import { expect } from 'vitest';
import type { VenueBatch } from '../../core/contract/venue.ts';
import { openReplays } from '../../plugins/venue-replay/open-replays.ts';
import type { ReplayVenue } from '../../plugins/venue-replay/replay-venue.ts';
import { RecordingFiles } from '../../server/market/recording-files.ts';
import { ManualClock } from './manual-clock.ts';
import { silentLogger } from './market-fixtures.ts';
import { recordedDataFolder, recordedPath } from './recorded-data.ts';

/** The recorded Binance spot market of 8 August 2024, played through the replay venue. */
export const spotFolder = 'l2/binance_spot/BTCUSDT-20240808';
export const spotId = 'replay-binance-spot/BTCUSDT/spot';
export const spotApiId = 1;

/** Only the one venue: the data holds many. */
export class SpotFiles extends RecordingFiles {
  override async list(path: string): Promise<readonly string[]> {
    if (path === 'trades' || path === 'candles') return [];
    const names = await super.list(path);
    return path === 'l2' ? names.filter((name) => name === 'binance_spot') : names.filter((name) => !name.startsWith('ETH'));
  }
}

export async function openSpot(speed: number | 'max', batches: (batch: VenueBatch) => void = () => undefined) {
  recordedPath(spotFolder);
  const clock = new ManualClock(1_750_000_000_000);
  const recordings = new SpotFiles(recordedDataFolder(), speed);
  const environment = { demo: false, replayFolder: recordedDataFolder(), seed: 1 };
  const health: string[] = [];
  const sink = {
    batch: batches,
    health: (exchange: string, state: string, reason: string) => void health.push(`${exchange} ${state} ${reason}`),
  };
  const venues = await openReplays({ recordings, clock, logger: silentLogger, environment }, { sink, projectedThrough: () => 0 });
  const venue = venues[0] as ReplayVenue;
  expect(venues.map(({ exchange }) => exchange)).toEqual(['replay-binance-spot']);
  await venue.openAccount(spotApiId);
  await venue.deposit(spotApiId, 'USDT', '1000000', 'start-usdt');
  await venue.deposit(spotApiId, 'BTC', '10', 'start-btc');
  return { clock, recordings, venue, health };
}
