import { expect, it } from 'vitest';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { RecordingPublisher, silentLogger, testBatch, testInstrument, testTrade, testVenue } from '../../../tests/kit/market-fixtures.ts';
import { describeStore } from '../../../tests/kit/store.ts';
import { MarketHub } from '../market-hub.ts';
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
    expect((await second.candles.restore([id], startMs)).get(id)?.lastTradeNumber).toBe(2);
    for (const batch of [tradeBatch(2, '12.5'), tradeBatch(3, '9')]) second.hub.batch(batch);
    await second.hub.attach(testVenue());
    const [month] = await second.hub.candles(id, '1M', Number.MAX_SAFE_INTEGER, 1);
    expect(month).toMatchObject({ open: '10', high: '12.5', low: '9', close: '9', volume: '3', quoteVolume: '31.5', trades: 3 });
    await second.hub.flush();
    expect(await second.candles.before(id, '1m', Number.MAX_SAFE_INTEGER, 10)).toHaveLength(1);
    expect(await second.candles.position('aurora')).toBe(3);
  });

  it('write minutes alone between two whole writes, and make the longer candles of them after a kill', async () => {
    const market = { ...testInstrument, id: 'killed/BTCUSDT/spot' as const, exchange: 'killed' };
    const venue = testVenue({ exchange: 'killed', instruments: [market] });
    const trade = (number: number, minute: number, price: string) => {
      const timeMs = startMs + minute * 60_000;
      const events = [{ type: 'trade' as const, trade: { ...testTrade(String(number), timeMs, price, '1'), instrumentId: market.id } }];
      return { ...testBatch(number, timeMs, events), exchange: 'killed' };
    };
    const first = await openHub();
    await first.hub.attach(venue);
    for (const [number, minute, price] of [
      [1, 0, '10'],
      [2, 1, '14'],
      [3, 3, '8'],
      [4, 3, '9'],
    ] as const) {
      first.hub.batch(trade(number, minute, price));
      await first.hub.flush();
    }
    const rows = await store().candles.before(market.id, '1h', Number.MAX_SAFE_INTEGER, 5);
    expect(rows).toEqual([]);

    const second = await openHub();
    await second.hub.attach(venue);
    for (const interval of ['1h', '1d', '1M'] as const) {
      const [candle] = await second.hub.candles(market.id, interval, Number.MAX_SAFE_INTEGER, 1);
      expect([interval, candle]).toMatchObject([interval, { open: '10', high: '14', low: '8', close: '9', trades: 4 }]);
    }
    expect(second.hub.ticker(market.id)).toMatchObject({ volume24h: '4', last: '9' });
    await second.hub.flush(true);
    const whole = await store().candles.before(market.id, '1h', Number.MAX_SAFE_INTEGER, 5);
    expect(whole.map(({ trades }) => trades)).toEqual([2]);
    second.hub.batch(trade(5, 3, '7'));
    await second.hub.flush();
    const third = await openHub();
    await third.hub.attach(venue);
    expect((await third.hub.candles(market.id, '1d', Number.MAX_SAFE_INTEGER, 1))[0]).toMatchObject({ low: '7', trades: 5 });
  });

  it('move the position on when nothing was traded', async () => {
    const { hub } = await openHub();
    await hub.attach(testVenue({ exchange: 'quiet' }));
    hub.batch({ ...testBatch(7, startMs, []), exchange: 'quiet' });
    await hub.flush();
    expect(await hub.position('quiet')).toBe(7);
  });

  it('keep who took how much at which price through a restart, each trade once, and forget it after a day', async () => {
    const market = { ...testInstrument, id: 'flowing/BTCUSDT/spot' as const, exchange: 'flowing' };
    const trade = (number: number, side: 'BUY' | 'SELL', timeMs = startMs + number) => ({
      ...testBatch(number, timeMs, [
        { type: 'trade', trade: { ...testTrade(String(number), timeMs, '10', '1'), side, instrumentId: market.id } },
      ]),
      exchange: 'flowing',
    });
    const venue = testVenue({ exchange: 'flowing', instruments: [market] });
    const totals = async (hub: MarketHub): Promise<readonly bigint[]> => {
      const buckets = (await hub.flow(market.id, 86_400_000))?.buckets ?? [];
      const sum = (of: (bucket: (typeof buckets)[number]) => bigint): bigint => buckets.reduce((total, bucket) => total + of(bucket), 0n);
      return [sum(({ buy }) => buy), sum(({ sell }) => sell), sum(({ trades }) => BigInt(trades))];
    };
    const one = 10n ** 12n;
    const first = await openHub();
    await first.hub.attach(venue);
    first.hub.batch(trade(1, 'BUY'));
    first.hub.batch(trade(2, 'SELL'));
    await first.hub.flush();
    first.hub.batch(trade(3, 'BUY'));

    const second = await openHub();
    for (const batch of [trade(2, 'SELL'), trade(3, 'BUY')]) second.hub.batch(batch);
    await second.hub.attach(venue);
    expect(await totals(second.hub)).toEqual([2n * one, one, 3n]);
    expect(await second.hub.flow(market.id, 86_400_000)).toMatchObject({ sinceMs: startMs + 1, step: '0.01', lastTradeId: '3' });
    const hours = 3 * 3_600_000;
    second.hub.batch(trade(4, 'SELL', startMs + hours));
    await second.hub.flush();
    expect((await store().tradeFlows.of([market.id])).map(({ lengthMs }) => lengthMs / 60_000).sort((a, b) => a - b)).toEqual([1, 15]);

    const third = await openHub();
    await third.hub.attach(venue);
    third.hub.batch(trade(5, 'BUY', startMs + 10 * 3_600_000));
    expect(await totals(third.hub)).toEqual([3n * one, 2n * one, 5n]);
    third.hub.batch(trade(6, 'BUY', startMs + 30 * 3_600_000));
    third.hub.batch(trade(7, 'BUY', startMs + 40 * 3_600_000));
    await third.hub.flush();
    expect(await store().tradeFlows.of([market.id])).toHaveLength(3);
  });
});
