import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import type { SpreadView } from '../../../schemas/wire/spread.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ plugins: [pluginSource('venue-house'), pluginSource('venue-paper'), pluginSource('service-spreads')] });
});
afterAll(() => server?.close());

const exchangeOf = (id: string): string => id.split('/')[0] ?? '';

it('gives every pair of the simulated exchanges with figures that follow from its legs', async () => {
  const rows = await server.guest().call('spreads');
  const bitcoin = rows.filter(({ base, quote }) => base === 'BTC' && quote === 'USDT');
  const exchanges = new Set(rows.flatMap(({ sell, buy }) => [exchangeOf(sell.id), exchangeOf(buy.id)]));
  expect(exchanges.size).toBeGreaterThanOrEqual(4);
  expect(bitcoin).toHaveLength((exchanges.size * (exchanges.size - 1)) / 2);
  for (const { sell, buy, spread, rate, liquidity } of rows) {
    expect(exchangeOf(sell.id)).not.toBe(exchangeOf(buy.id));
    if (sell.price === null || buy.price === null) {
      expect([spread, rate, liquidity]).toEqual([null, null, null]);
      continue;
    }
    expect(Number(rate)).toBeCloseTo(Number(sell.price) / Number(buy.price) - 1, 7);
    expect(Math.sign(Number(spread))).toBe(Math.sign(compareDecimals(sell.price, buy.price)));
    const values = [sell, buy].map(({ price, qty }) => Number(price) * Number(qty));
    expect(Number(liquidity)).toBeCloseTo(Math.min(...values), 6);
  }
});

it.each(['stream', 'own path'])('tells everybody what changes, by the %s', async (way) => {
  const probe = await StreamProbe.open(server.url, way === 'stream' ? undefined : '/spread/v2/ws');
  if (way === 'stream') await probe.request({ op: 'subscribe', topics: ['spreads'] });
  const delta = await probe.until(() => probe.ofTopic('spreads').find(({ k }) => k === 'd'));
  const [snapshot] = probe.ofTopic('spreads');
  const known = new Set((snapshot?.d as SpreadView[]).map(({ spread_id }) => spread_id));
  expect(snapshot?.k).toBe('s');
  expect((delta.d as SpreadView[]).every(({ spread_id }) => known.has(spread_id))).toBe(true);
  probe.close();
});
