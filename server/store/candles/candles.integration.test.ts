import { expect, it } from 'vitest';
import { describeStore } from '../../../tests/kit/store.ts';
import { candleRecord } from '../../../tests/kit/store-records.ts';

const minuteMs = 60_000;
const instrument = 'tessera/BTCUSDT/spot';

await describeStore('candles', (store) => {
  it('gives candles back exactly, the last of a repeated one', async () => {
    const exact = candleRecord(0, { instrumentId: 'a/B/spot', open: '0.000000000000000001', volume: '12345678901234567890.5' });
    await store().candles.upsert([candleRecord(0, { instrumentId: 'a/B/spot', close: '1' }), exact]);
    expect(await store().candles.before('a/B/spot', '1m', 1, 10)).toEqual([exact]);
    await store().candles.upsert([{ ...exact, close: '55', trades: 8 }]);
    expect(await store().candles.before('a/B/spot', '1m', 1, 10)).toEqual([{ ...exact, close: '55', trades: 8 }]);
    expect(await store().candles.before('a/B/spot', '5m', 1, 10)).toEqual([]);
  });

  it('pages 20,000 candles backwards, each page oldest first', async () => {
    await store().candles.upsert(Array.from({ length: 20_000 }, (_, i) => candleRecord(i * minuteMs)));
    expect(await store().candles.bounds(instrument, '1m')).toEqual({ firstOpenMs: 0, lastOpenMs: 19_999 * minuteMs, count: 20_000 });
    expect(await store().candles.bounds(instrument, '1h')).toBeNull();
    let beforeMs = Number.MAX_SAFE_INTEGER;
    const seen: number[] = [];
    for (;;) {
      const page = await store().candles.before(instrument, '1m', beforeMs, 5_000);
      if (page.length === 0) break;
      seen.unshift(...page.map((candle) => candle.openMs));
      beforeMs = page[0]?.openMs ?? 0;
    }
    expect(seen).toEqual(Array.from({ length: 20_000 }, (_, i) => i * minuteMs));
    await expect(store().candles.before(instrument, '1m', 1, 5_001)).rejects.toThrow(RangeError);
  });
});
