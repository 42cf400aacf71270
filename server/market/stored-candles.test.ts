import { expect, it } from 'vitest';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { RecordingPublisher, silentLogger, testBatch, testInstrument, testTrade, testVenue } from '../../tests/kit/market-fixtures.ts';
import { describeStore } from '../../tests/kit/store.ts';
import { MarketHub } from './market-hub.ts';
import { StoredCandles } from './stored-candles.ts';

const startMs = Date.UTC(2025, 5, 2, 10, 0, 30);
const { id } = testInstrument;

await describeStore('stored candles', (store) => {
  const openHub = async () => {
    const candles = new StoredCandles(store());
    const hub = new MarketHub({ clock: new ManualClock(startMs), publisher: new RecordingPublisher(), candles, logger: silentLogger });
    return { hub, candles };
  };
  const tradeBatch = (number: number, price: string) =>
    testBatch(number, startMs + number, [{ type: 'trade', trade: testTrade(String(number), startMs + number, price, '1') }]);

  it('keep candles and position together through a restart of the hub', async () => {
    const first = await openHub();
    await first.hub.attach(testVenue());
    first.hub.batch(tradeBatch(1, '10'));
    first.hub.batch(tradeBatch(2, '12.5'));
    await first.hub.flush();
    first.hub.batch(tradeBatch(3, '9'));

    const second = await openHub();
    expect(await second.hub.position('aurora')).toBe(2);
    expect(await second.candles.lastTradeNumber(id)).toBe(2);
    for (const batch of [tradeBatch(2, '12.5'), tradeBatch(3, '9')]) second.hub.batch(batch);
    await second.hub.attach(testVenue());
    const [month] = await second.hub.candles(id, '1M', Number.MAX_SAFE_INTEGER, 1);
    expect(month).toMatchObject({ open: '10', high: '12.5', low: '9', close: '9', volume: '3', quoteVolume: '31.5', trades: 3 });
    await second.hub.flush();
    expect(await second.candles.before(id, '1m', Number.MAX_SAFE_INTEGER, 10)).toHaveLength(1);
    expect(await second.candles.position('aurora')).toBe(3);
  });

  it('move the position on when nothing was traded', async () => {
    const { hub } = await openHub();
    await hub.attach(testVenue({ exchange: 'quiet' }));
    hub.batch({ ...testBatch(7, startMs, []), exchange: 'quiet' });
    await hub.flush();
    expect(await hub.position('quiet')).toBe(7);
  });
});
