import { expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import {
  MemoryCandleStore,
  RecordingPublisher,
  silentLogger,
  testBatch,
  testInstrument,
  testVenue,
} from '../../tests/kit/market-fixtures.ts';
import { MarketHub } from './market-hub.ts';

const { id } = testInstrument;
const startMs = Date.UTC(2025, 5, 2, 10);

async function openHub() {
  const asked: string[] = [];
  const demand = { watch: (one: string) => void asked.push(`watch ${one}`), unwatch: (one: string) => void asked.push(`unwatch ${one}`) };
  const clock = new ManualClock(startMs);
  const followed = new Set<string>();
  const publisher = Object.assign(new RecordingPublisher(), { hasSubscribers: (topic: string) => followed.has(topic) });
  const hub = new MarketHub({ clock, publisher, candles: new MemoryCandleStore(), logger: silentLogger });
  const stop = hub.start();
  const venue = testVenue({ demand });
  await hub.attach(venue);
  const book = { instrumentId: id, sequence: 1, bids: [['99', '1'] as const], asks: [['101', '1'] as const], timeMs: startMs };
  const tellBook = () => void hub.batch(testBatch(1, startMs, [{ type: 'book', book }]));
  return { asked, clock, followed, hub, venue, tellBook, stop };
}

it('asks a venue for nothing while nobody looks, and for a market as soon as it is read', async () => {
  const { asked, clock, hub, stop } = await openHub();
  await clock.advance(5_000);
  expect(asked).toEqual([]);
  hub.depth(id, 5);
  hub.trades(id, 5);
  expect(asked).toEqual([`watch ${id}`]);
  await stop();
});

it('watches a market while a topic of it has subscribers, and forgets its book when the last has gone', async () => {
  const { asked, clock, followed, hub, tellBook, stop } = await openHub();
  followed.add(`candles:${id}:1h`);
  await clock.advance(1_000);
  expect(asked).toEqual([`watch ${id}`]);
  tellBook();
  expect(hub.ticker(id)).toMatchObject({ bid: '99', ask: '101' });
  followed.clear();
  await clock.advance(1_000);
  expect(asked).toEqual([`watch ${id}`, `unwatch ${id}`]);
  expect(hub.ticker(id)).toMatchObject({ bid: null, ask: null });
  await stop();
});

it('goes on for half a minute after a market was read, and asks again when its exchange is opened again', async () => {
  const { asked, clock, hub, venue, stop } = await openHub();
  hub.depth(id, 5);
  await clock.advance(29_000);
  expect(asked).toHaveLength(1);
  await clock.advance(2_000);
  expect(asked).toEqual([`watch ${id}`, `unwatch ${id}`]);
  await hub.detach('aurora');
  hub.depth(id, 5);
  await hub.attach(venue);
  hub.depth(id, 5);
  expect(asked).toEqual([`watch ${id}`, `unwatch ${id}`, `watch ${id}`]);
  await stop();
});
