import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../../kit/market-fixtures.ts';
import { AheadClock } from '../../kit/servers/ahead-clock.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, startKit, stopAndWait, strategyMarket, trade, tradeAt, until } from '../../kit/servers/strategy-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { confirmAgain, pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { sampleStrategy, strategyKit } from '../../kit/strategy-plugins.ts';

/** Authorisations that run out by the clock, with nobody taking them back. */

const clock = new AheadClock(silentLogger);
const hourMs = 3_600_000;
let server: TestServer;
let owner: HttpClient;
let observer: HttpClient;
let apiId = 0;
beforeAll(async () => {
  const plugins = ['venue-house', 'service-accounts'].map(pluginSource).concat(sampleStrategy, strategyKit);
  server = await startTestServer({ plugins, clock });
  [owner, observer] = [await server.signIn('trader1'), await server.signIn('observer')];
  apiId = await apiOf(owner);
  await tradeAt(server, '50000');
}, 150_000);
afterAll(() => server?.close());

async function listening(client: HttpClient, topics: readonly string[]): Promise<StreamProbe> {
  const probe = await StreamProbe.open(server.url);
  await probe.request({ op: 'auth', token: client.token });
  await probe.request({ op: 'subscribe', topics });
  return probe;
}
const seen = async (state: 'running' | 'history' = 'running') =>
  (await observer.call('observerInstances', { query: { state } })).map(({ instance_id }) => instance_id);
const held = async () => (await observer.call('observerHeldInstances')).map(({ instance_id }) => instance_id);

it('that of a single instance shows it, what it holds and its end until then, and nothing of it afterwards', async () => {
  const params = { apiId, instrumentId: strategyMarket, price: '49000', qty: '0.1' };
  const one = await owner.call('strategyStart', { body: { strategy: 'strategy-sample/sample', name: 'Holder', params } });
  await tradeAt(server, '50000');
  await until(
    async () => (await owner.call('openOrders', { query: {} })).length,
    (count) => count > 0,
    'its order works',
  );
  await trade(server, 'SELL', '49000', '0.1');
  const ends = clock.nowMs() + hourMs;
  await owner.call('instanceAuthorisationGive', { body: { instance_id: one.instance_id, grantee: 'observer', until: ends } });
  const positions = await until(
    () => observer.call('observerPositions'),
    (list) => list.length > 0,
    'the observer sees what it holds',
  );
  expect(positions).toMatchObject([{ instance_id: one.instance_id, api_id: apiId }]);
  expect([await seen(), await held()]).toEqual([[one.instance_id], [one.instance_id]]);
  expect(await observer.call('observerStat')).toMatchObject({ running: 1 });
  const probe = await listening(observer, ['accounts']);
  const told = probe.ofTopic('accounts').length;

  clock.ahead(hourMs + 1);
  // At once, before anybody is told of it.
  expect([await seen(), await held(), await observer.call('observerPositions')]).toEqual([[], [], []]);
  expect(await observer.call('observerStat')).toEqual({ running: 0, results: [] });
  expect(await owner.call('instanceAuthorisationList')).toEqual([]);
  const page = { state: 'history' as const, before: one.instance_id };
  await expect(observer.call('observerInstances', { query: page })).rejects.toThrow('INSTANCE_UNKNOWN');
  await probe.until(() => probe.ofTopic('accounts').length > told);
  await stopAndWait(owner, one);
  expect([await seen(), await seen('history')]).toEqual([[], []]);
  probe.close();
}, 120_000);

it('that of an account ends calls and topics of it, on sockets that are open too', async () => {
  await confirmAgain(server, owner, 'trader1');
  const ends = clock.nowMs() + hourMs;
  await owner.call('authorisationGive', { body: { api_id: apiId, grantee: 'observer', acts: ['see', 'report'], until: ends } });
  const one = await startKit(owner, 'listens');
  const own = await listening(owner, ['orders']);
  const watching = await listening(observer, ['orders']);
  const order = async (price: string): Promise<string> => {
    const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
    const [placed] = await owner.call('doOrder', { body: { api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', qty: '0.01', price } });
    // With its name: ids are short numbers, which a time contains too.
    const named = `"order_id":"${placed?.order_id}"`;
    await own.until(() => JSON.stringify(own.ofTopic('orders')).includes(named));
    return named;
  };
  const heard = (named: string): boolean => JSON.stringify(watching.ofTopic('orders')).includes(named);
  const before = await order('40000');
  await watching.until(() => heard(before));
  expect((await observer.call('observerAccounts')).map(({ api_id }) => api_id)).toEqual([apiId]);
  expect(await seen()).toEqual([one.instance_id]);
  const calls = ['openOrders', 'balances', 'userOrders', 'fills'] as const;
  const asked = (call: (typeof calls)[number]) => observer.call(call, { query: { api_ids: String(apiId) } } as never);
  for (const call of calls) await asked(call);
  const wholes = () => watching.ofTopic('orders').filter(({ k }) => k === 's');
  const known = wholes().length;

  clock.ahead(hourMs + 1);
  for (const call of calls) await expect(asked(call), call).rejects.toThrow('ACCESS_ACCOUNT');
  expect([await observer.call('observerAccounts'), await seen()]).toEqual([[], []]);
  // Within a second the topic is begun anew, without the account.
  await watching.until(() => wholes().length > known);
  expect(JSON.stringify(wholes().at(-1))).not.toContain(before);
  const after = await order('41000');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(heard(after)).toBe(false);
  const again = await listening(observer, ['orders']);
  expect(JSON.stringify(again.messages)).not.toContain(before);
  await stopAndWait(owner, one);
  for (const probe of [own, watching, again]) probe.close();
}, 120_000);
