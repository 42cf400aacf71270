import { expect, it } from 'vitest';
import type { Logger } from '../../core/contract/server-services.ts';
import type { VenueEvent } from '../../core/contract/venue.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import {
  MemoryCandleStore,
  RecordingPublisher,
  silentLogger,
  testBatch,
  testInstrument,
  testTrade,
  testVenue,
} from '../../tests/kit/market-fixtures.ts';
import { MarketHub } from './market-hub.ts';

const startMs = Date.UTC(2025, 5, 2, 10, 0, 30);
const listed = { ...testInstrument, id: 'aurora/NEWUSDT/spot', symbol: 'NEWUSDT', base: 'NEW' };
const trade = (tradeId: string, price: string): VenueEvent => ({
  type: 'trade',
  trade: { ...testTrade(tradeId, startMs, price, '1'), instrumentId: listed.id },
});

it('keeps what a market traded that had just come, when its exchange closes while it is read, and opens again', async () => {
  const store = new MemoryCandleStore();
  let goOn = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const restore = store.restore.bind(store);
  const hub = new MarketHub({ clock: new ManualClock(startMs), publisher: new RecordingPublisher(), candles: store, logger: silentLogger });
  await hub.attach(testVenue());
  store.restore = async (ids, nowMs) => {
    store.restore = restore;
    await slow;
    return restore(ids, nowMs);
  };
  const told = [testBatch(1, startMs, [{ type: 'instrument', instrument: listed }]), testBatch(2, startMs, [trade('1', '10')])];
  for (const batch of told) hub.batch(batch);
  const closing = hub.detach('aurora');
  await new Promise((resolve) => setTimeout(resolve));
  goOn();
  await closing;
  const stored = await hub.position('aurora');
  await hub.attach(testVenue({ instruments: [testInstrument, listed] }));
  for (const batch of told) if (batch.sequence > stored) hub.batch(batch);
  hub.batch(testBatch(3, startMs, [trade('2', '12')]));
  await new Promise((resolve) => setTimeout(resolve));
  expect(await hub.candles(listed.id, '1m', startMs + 60_000, 5)).toMatchObject([{ open: '10', close: '12', trades: 2 }]);
});

it('takes a new market whose book its exchange cannot give without one, and says so', async () => {
  const venue = testVenue();
  const errors: unknown[] = [];
  const logger: Logger = { ...silentLogger, error: (detail, text) => errors.push([detail, text]) };
  const hub = new MarketHub({
    clock: new ManualClock(startMs),
    publisher: new RecordingPublisher(),
    candles: new MemoryCandleStore(),
    logger,
  });
  await hub.attach(venue);
  venue.depth = () => {
    throw new Error('the line is cut');
  };
  hub.batch(testBatch(1, startMs, [{ type: 'instrument', instrument: listed }]));
  hub.batch(testBatch(2, startMs, [trade('1', '10')]));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await hub.candles(listed.id, '1m', startMs + 60_000, 5)).toMatchObject([{ close: '10', trades: 1 }]);
  expect(errors).toMatchObject([[{ instrument: listed.id }, expect.stringContaining('book')]]);
});
