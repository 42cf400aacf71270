import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../schemas/wire/index.ts';
import { HttpClient, refusalOf } from '../kit/http-client.ts';
import { postgresUrl } from '../kit/postgres.ts';
import { freePort, ServerPair, shown } from '../kit/server-pair.ts';
import type { ServerProcess } from '../kit/server-process.ts';
import { apiOf, kitParams, unlimited, until } from '../kit/strategy-client.ts';
import { StreamProbe } from '../kit/stream-probe.ts';

const databaseUrl = await postgresUrl();
/** What another server must have obeyed by then. */
const obeyedMs = 500;

describe.skipIf(databaseUrl === null)('a server that stands by while another one trades', () => {
  const pair = new ServerPair(databaseUrl ?? '');
  let holder: ServerProcess;
  let second: { readonly url: string; readonly trading: Promise<ServerProcess> };
  beforeAll(async () => {
    holder = await pair.start(await freePort());
    second = await pair.standBy(await freePort());
    second.trading.catch(() => undefined);
  }, 120_000);
  afterAll(() => pair.end());

  const signIn = async (url: string, username: string): Promise<HttpClient> => {
    const client = new HttpClient(url);
    await client.signIn(username, holder.account(username).password);
    return client;
  };
  /** The same session at the other server. */
  const at = (url: string, { token }: HttpClient): HttpClient => Object.assign(new HttpClient(url), { token });
  const order = async (client: HttpClient, price: string) => ({
    ...{ api_id: await apiOf(client), exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' as const },
    ...{ side: 'BUY' as const, type: 'LIMIT' as const, qty: '0.001', price },
  });
  /** Milliseconds until it is so. */
  const elapsed = async (isSo: () => Promise<boolean> | boolean): Promise<number> => {
    const beganMs = performance.now();
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
    return performance.now() - beganMs;
  };
  const isOut = (client: HttpClient) => async (): Promise<boolean> => (await client.call('checkToken').catch(() => 0)) === 0;

  it('signs people in, keeps their layouts, and sends on what only the other knows, sockets too', async () => {
    const client = await signIn(second.url, 'trader1');
    await client.call('configSave', { body: { config_json: '{"a":1}' } });
    expect((await at(holder.url, client).call('configGet')).config_json).toBe('{"a":1}');
    const stream = await StreamProbe.open(second.url);
    expect((await stream.request({ op: 'auth', token: client.token })).code).toBe(200);
    expect((await stream.request({ op: 'subscribe', topics: ['orders', 'layouts'] })).code).toBe(200);
    const [placed] = await client.call('doOrder', { body: await order(client, '41000') });
    await stream.until(() => stream.ofTopic('orders').find((message) => JSON.stringify(message).includes(placed?.order_id ?? '?')));
    expect(await at(holder.url, client).call('openOrders', { query: {} })).toHaveLength(1);
    const { results } = await client.call('userOrders', { query: {} });
    expect(results.map(({ order_id }) => order_id)).toEqual([placed?.order_id]);
    const { id, revision } = await client.call('layoutCreate', { body: { name: 'Main', version: 2, content: { rows: [] } } });
    await client.call('layoutSave', { body: { id, version: 2, revision, content: { rows: [1] } } });
    await stream.until(() =>
      stream.ofTopic('layouts').some(({ d }) => JSON.stringify(d) === JSON.stringify({ id, revision: revision + 1 })),
    );
    stream.socket.close();
  });

  it.each([
    'the standby',
    'the one that trades',
  ])('ends a session at both within half a second when it is signed out at %s', async (where) => {
    const [here, there] = where === 'the standby' ? [second.url, holder.url] : [holder.url, second.url];
    const client = await signIn(here, 'trader1');
    const other = at(there, client);
    expect(await other.call('checkToken')).toBe(1);
    const sockets = [await StreamProbe.open(second.url), await StreamProbe.open(holder.url)];
    for (const socket of sockets) expect((await socket.request({ op: 'auth', token: client.token })).code).toBe(200);
    await client.call('outLogin');
    expect(await elapsed(isOut(other))).toBeLessThan(obeyedMs);
    expect(await elapsed(() => sockets.every(({ closed }) => closed !== null))).toBeLessThan(obeyedMs);
  });

  it('takes orders of a strategy back within half a second when its kill switch is pressed here', async () => {
    const client = await signIn(second.url, 'trader3');
    const instance = await client.call('strategyStart', {
      body: {
        strategy: 'strategy-kit/throws',
        name: 'rests',
        environment: 'production',
        params: await kitParams(client, { pauseMs: 600_000 }),
        limits: unlimited,
      },
    });
    const open = async () => (await at(holder.url, client).call('openOrders', { query: {} })).length;
    await until(open, (count) => count === 1, 'the instance has an order');
    const halted = await client.call('strategyHalt', { body: { halted: true } });
    expect(halted.halted).toBe(true);
    expect(await elapsed(async () => (await open()) === 0)).toBeLessThan(obeyedMs);
    await client.call('strategyHalt', { body: { halted: false } });
    await client.call('strategyStop', { body: { instance_id: instance.instance_id } });
  });

  it('believes no stranger who says whose call it is', async () => {
    const client = await signIn(holder.url, 'trader2');
    const password = holder.account('trader2').password;
    const keyFor = async (address: string): Promise<string> => {
      const key = { name: address, permission: 'read' as const, addresses: [address], days: 1, password };
      return (await client.call('apiKeyCreate', { body: key })).token;
    };
    const ask = async (url: string, token: string, headers: Record<string, string> = {}): Promise<number> => {
      const response = await fetch(`${url}/sapi${routes.apiList.path}`, { headers: { authorization: token, ...headers } });
      return ((await response.json()) as { readonly code: number }).code;
    };
    const [own, foreign] = [await keyFor('127.0.0.1'), await keyFor('203.0.113.7')];
    for (const url of [holder.url, second.url]) {
      expect(await ask(url, own)).toBe(200);
      expect(await ask(url, foreign, { 'x-forwarded-for': '203.0.113.7', 'x-tessera-peer': 'a' })).not.toBe(200);
    }
  });

  it('answers histories, takes kill switches and says where trading was while the other is dead, then trades and obeys them', {
    timeout: 120_000,
  }, async () => {
    const client = await signIn(second.url, 'trader1');
    const before = await client.call('openOrders', { query: {} });
    holder.pause();
    await client.call('strategyHalt', { body: { halted: true } });
    await holder.kill();
    expect((await client.call('userOrders', { query: {} })).results.length).toBeGreaterThan(0);
    const refusal = await refusalOf(client.call('openOrders', { query: {} }));
    expect(refusal.number).toBe(50_305);
    expect([shown(holder.url), '']).toContain(refusal.params.address);
    await second.trading;
    expect(await client.call('openOrders', { query: {} })).toEqual(before);
    expect((await client.call('strategyLimits', { query: {} })).halted).toBe(true);
  });
});
