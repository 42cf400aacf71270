import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Candle } from '../../../core/contract/market.ts';
import type { VenueBatch } from '../../../core/contract/venue.ts';
import { intervalOpenMs, intervals } from '../../../core/domain/markets/interval.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import {
  MemoryCandleStore,
  RecordingPublisher,
  silentLogger,
  testBatch,
  testInstrument,
  testTrade,
  testVenue,
} from '../../../tests/kit/market-fixtures.ts';
import { MarketHub } from '../market-hub.ts';

const startMs = Date.UTC(2025, 4, 31, 23, 40);
const other = { ...testInstrument, id: 'aurora/ETHUSDT/spot', symbol: 'ETHUSDT' };
const venue = testVenue({ instruments: [testInstrument, other] });
const markets = venue.instruments.map(({ id }) => id);

const plain = ({ openMs, open, high, low, close, volume, quoteVolume, trades }: Candle) => ({
  ...{ openMs, open, high, low, close, volume, quoteVolume, trades },
});

/** A trade after a pause, or what happens to the hub: it stores, is killed, or is closed as it should. */
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant('trade' as const),
        gapMs: fc.oneof(fc.nat(50_000), fc.nat(1_500_000), fc.nat(90_000_000)),
        market: fc.nat(1),
        late: fc.boolean(),
      }),
    },
    { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('flush' as const, 'kill' as const, 'close' as const) }) },
  ),
  { minLength: 5, maxLength: 60 },
);

test('candles of every interval survive kills between any two writes, though most of those write minutes alone', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const store = new MemoryCandleStore();
      const told: VenueBatch[] = [];
      let timeMs = startMs;
      const open = async (): Promise<MarketHub> => {
        const hub = new MarketHub({
          clock: new ManualClock(timeMs),
          publisher: new RecordingPublisher(),
          candles: store,
          logger: silentLogger,
        });
        const position = await hub.position('aurora');
        for (const batch of told) if (batch.sequence > position) void hub.batch(batch);
        await hub.attach(venue);
        return hub;
      };
      let hub = await open();
      for (const step of story) {
        if (step.type === 'flush') await hub.flush();
        else if (step.type === 'trade') {
          timeMs += step.gapMs;
          const number = told.length + 1;
          // One market's trades may come a little late, as from a feed of its own.
          const atMs = step.late ? timeMs - 5_000 : timeMs;
          const trade = { ...testTrade(String(number), atMs, String(100 + (number % 9)), '1'), instrumentId: markets[step.market] ?? '' };
          told.push(testBatch(number, timeMs, [{ type: 'trade', trade }]));
          void hub.batch(told.at(-1) as VenueBatch);
        } else {
          if (step.type === 'close') await hub.flush(true);
          hub = await open();
        }
      }
      const steady = new MarketHub({
        clock: new ManualClock(timeMs),
        publisher: new RecordingPublisher(),
        candles: new MemoryCandleStore(),
        logger: silentLogger,
      });
      await steady.attach(venue);
      for (const batch of told) void steady.batch(batch);
      for (const one of [hub, steady]) one.tick();
      for (const id of markets) {
        for (const interval of intervals) {
          const endMs = intervalOpenMs(interval, timeMs) + 40 * 86_400_000;
          const shown = async (one: MarketHub) => (await one.candles(id, interval, endMs, 30)).map(plain);
          expect([interval, await shown(hub)]).toEqual([interval, await shown(steady)]);
        }
        expect(hub.ticker(id)).toEqual({ ...steady.ticker(id), timeMs: hub.ticker(id)?.timeMs });
      }
    }),
    { numRuns: 150 },
  );
});
