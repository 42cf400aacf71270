import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IndexView } from '../../../schemas/wire/index-price.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ plugins: [pluginSource('venue-house'), pluginSource('venue-paper')] });
});
afterAll(() => server?.close());

it('gives the index of every pair over the simulated exchanges, between the prices that count', async () => {
  const guest = server.guest();
  const rows = await expect
    .poll(() => guest.call('indexes'), { timeout: 10_000 })
    .toSatisfy((all: readonly IndexView[]) => all.some(({ stale }) => !stale))
    .then(() => guest.call('indexes'));
  const bitcoin = rows.find(({ base, quote }) => base === 'BTC' && quote === 'USDT');
  expect(bitcoin?.sources.length).toBeGreaterThanOrEqual(4);
  for (const { price, stale, sources } of rows) {
    const counted = sources.flatMap((one) => (one.state === 'COUNTED' && one.price !== null ? [Number(one.price)] : []));
    expect(stale).toBe(counted.length < 2);
    if (stale) continue;
    expect(Number(price)).toBeGreaterThanOrEqual(Math.min(...counted) * (1 - 1e-9));
    expect(Number(price)).toBeLessThanOrEqual(Math.max(...counted) * (1 + 1e-9));
  }
  // Nobody quotes at the house of a bare start.
  expect(bitcoin?.sources.find(({ id }) => id.startsWith('tessera/'))).toMatchObject({ price: null, state: 'EMPTY' });
});

it('tells everybody what changes, guests too', async () => {
  const probe = await StreamProbe.open(server.url);
  await probe.request({ op: 'subscribe', topics: ['indexes'] });
  const delta = await probe.until(() => probe.ofTopic('indexes').find(({ k }) => k === 'd'));
  const [snapshot] = probe.ofTopic('indexes');
  expect(snapshot?.k).toBe('s');
  const known = new Set((snapshot?.d as IndexView[]).map(({ base, quote }) => `${base}/${quote}`));
  expect((delta.d as IndexView[]).every(({ base, quote }) => known.has(`${base}/${quote}`))).toBe(true);
  probe.close();
});
