import { expect, test } from 'vitest';
import type { VenueSink } from '../../core/contract/venue.ts';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { candleHeader } from '../../core/simulation/recordings/bar-recording.ts';
import { fundingHeader } from '../../core/simulation/recordings/funding-recording.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { silentLogger } from '../../tests/kit/market-fixtures.ts';
import { WrittenRecordings } from '../../tests/kit/recordings/written-recordings.ts';
import { openReplays } from './open-replays.ts';

const minutes = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `${at * 60_000},100,102,99,101,8`);

const replays = (files: Readonly<Record<string, readonly string[]>>) => {
  const clock = new ManualClock(1_750_000_000_000);
  const health: string[] = [];
  const sink: VenueSink = { batch: () => undefined, health: (exchange, state) => void health.push(`${exchange} ${state}`) };
  const rows = Object.entries(files).map(([venue, lines]) => [`candles/${venue}/1m/BTCUSDT.csv.gz`, [candleHeader, ...lines]] as const);
  const recordings = new WrittenRecordings(Object.fromEntries(rows));
  const environment = { demo: false, publicUrl: null, replayFolder: 'written', seed: 1 };
  const venues = openReplays({ recordings, clock, logger: silentLogger, environment }, { sink, projectedThrough: async () => 0 });
  return { clock, health, venues };
};

test('a recording that breaks off takes its own exchange down, and another plays on to its end', async () => {
  const { clock, health, venues } = replays({ good_spot: minutes(300), torn_spot: [...minutes(200), 'torn'] });
  await venues;
  for (let round = 0; health.length < 2 && round < 100; round++) await clock.advance(1);
  expect(health.sort()).toEqual(['replay-good-spot DEGRADED', 'replay-torn-spot DOWN']);
  expect(clock.timers).toBe(0);
});

test('where only candles were recorded a market order takes what prints next', async () => {
  const { clock, venues } = replays({ good_spot: minutes(3000) });
  const [venue] = await venues;
  const instrumentId = venue?.instruments[0]?.id ?? '';
  await venue?.openAccount(spotAccount(1));
  await venue?.deposit(spotAccount(1), 'USDT', '1000', 'start');
  expect(await venue?.submit({ apiId: 1, instrumentId, side: 'BUY', type: 'MARKET', quoteAmount: '250' })).toMatchObject({ ok: true });
  for (let round = 0; venue?.openOrders(spotAccount(1)).length === 1 && round < 100; round++) await clock.advance(1);
  expect(venue?.openOrders(spotAccount(1))).toEqual([]);
  expect(Number(venue?.balances(spotAccount(1)).find(({ asset }) => asset === 'BTC')?.total)).toBeGreaterThan(1.9);
  await venue?.close();
});

test('a recording that cannot even begin leaves no other playing', async () => {
  const { clock, venues } = replays({ good_spot: minutes(300), torn_spot: ['torn'] });
  await expect(venues).rejects.toThrow('torn_spot');
  expect(clock.timers).toBe(0);
});

test('tells the recorded fundings of a perpetual in between its trades, each once, and those before its beginning to nobody', async () => {
  const clock = new ManualClock(1_750_000_000_000);
  const told: string[] = [];
  let trades = 0;
  const sink: VenueSink = {
    batch: ({ events, timeMs }) => {
      for (const event of events)
        if (event.type === 'funding') told.push(`${event.rate} of ${event.timeMs / 60_000} at ${timeMs / 60_000} after ${trades}`);
        else if (event.type === 'trade') trades += 1;
    },
    health: () => undefined,
  };
  const rows = Array.from({ length: 30 }, (_, at) => `${(100 + at) * 60_000},100,102,99,101,8`);
  const funding = [fundingHeader, '2400000,0.0009', '6000000,0.0001', '6600000,-0.0002', '60000000,0.0003'];
  const recordings = new WrittenRecordings({
    'candles/good_linear/1m/BTCUSDT.csv.gz': [candleHeader, ...rows],
    'funding/good_linear/BTCUSDT.csv.gz': funding,
  });
  const environment = { demo: false, publicUrl: null, replayFolder: 'written', seed: 1 };
  const opening = { sink, projectedThrough: async () => 0 };
  const [venue] = await openReplays({ recordings, clock, logger: silentLogger, environment }, opening);
  for (let round = 0; round < 50; round++) await clock.advance(1);
  expect(told).toEqual(['0.0001 of 100 at 100 after 0', `-0.0002 of 110 at 110 after ${(10 * trades) / 30}`]);
  await venue?.close();
});
