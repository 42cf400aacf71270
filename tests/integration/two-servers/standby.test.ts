import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { routes } from '../../../schemas/wire/index.ts';
import type { PluginSetView } from '../../../schemas/wire/plugin-set.ts';
import { written } from '../../../server/bus/bus-message.ts';
import { setFromView } from '../../../server/plugins/plugin-views.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { callsOf } from '../../kit/contributing.ts';
import { noteRoutes } from '../../kit/plugins/kit-notes/routes.ts';
import { HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { postgresUrl } from '../../kit/servers/postgres.ts';
import { freePort, ServerPair } from '../../kit/servers/server-pair.ts';
import type { ServerProcess } from '../../kit/servers/server-process.ts';
import { apiOf, kitParams, unlimited, until } from '../../kit/servers/strategy-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';

const databaseUrl = await postgresUrl();
/** What another server must have obeyed by then. */
const obeyedMs = 500;

describe.skipIf(databaseUrl === null)('a server that stands by while another one trades', () => {
  const pair = new ServerPair(databaseUrl ?? '', {}, 'venue-house,strategy-kit,kit-notes,service-operations');
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
  const query = async (text: string, ...values: readonly string[]): Promise<readonly object[]> => {
    const database = new pg.Client({ connectionString: databaseUrl ?? '' });
    await database.connect();
    const { rows } = await database.query(text, [...values]);
    await database.end();
    return rows;
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

  it('is known to administrators beside the one that trades, wherever they ask', async () => {
    const admin = await signIn(second.url, 'admin');
    const list = async () => (await admin.call('operationsNow')).server.list;
    await expect.poll(async () => (await list())?.map((one) => one.is_alive), { timeout: 20_000, interval: 1_000 }).toEqual([true, true]);
    expect(await list()).toMatchObject([
      { is_this: true, role: 'trading', address: expect.stringContaining(new URL(holder.url).port) },
      { is_this: false, role: 'standby', address: expect.stringContaining(new URL(second.url).port) },
    ]);
  });

  it('sends on what plugins answer: calls, dialects, pages and whoever comes in by their tokens', async () => {
    const client = await signIn(second.url, 'trader1');
    expect(await callsOf(client, noteRoutes)('noteAdd', { text: 'from afar' })).toMatchObject([{ text: 'from afar' }]);
    const dialect = (method: string, key: string) => fetch(`${second.url}/kit/v3/order?a=1`, { method, headers: { 'x-kit-key': key } });
    expect(await (await dialect('PUT', client.token ?? '')).json()).toEqual(['PUT', '/v3/order', 'a=1', null, 'all']);
    expect(await (await dialect('GET', 'ticket_somebody_t2')).json()).toEqual(['GET', '/v3/order', 'a=1', null, 'read']);
    expect([(await dialect('GET', 'nonsense')).status, await (await dialect('GET', 'nonsense')).text()]).toEqual([
      418,
      'E:SESSION_INVALID',
    ]);
    const holderOfTicket = Object.assign(new HttpClient(second.url), { token: 'Bearer ticket_somebody_t2' });
    expect(await callsOf(holderOfTicket, noteRoutes)('noteList')).toEqual([]);
    // The standby answers this call by itself, but only to those whom it knows.
    expect(await refusalOf(holderOfTicket.call('configGet'))).toMatchObject({ number: errorCatalogue.KEY_FORBIDDEN.number });
    expect(await refusalOf(Object.assign(new HttpClient(second.url), { token: 'other_x' }).call('configGet'))).toMatchObject({
      number: errorCatalogue.SESSION_INVALID.number,
    });
    for (const path of ['/spread/v2', '/somewhere', '/kitchen'])
      expect((await fetch(second.url + path)).status).toBe((await fetch(holder.url + path)).status);
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

  const strategies = 'strategy-kit';
  const hasStrategies = (list: unknown): boolean => JSON.stringify(list).includes(`"${strategies}"`);
  /** The set of traders, with or without the strategies. */
  const traderSet = async (admin: HttpClient, withThem: boolean): Promise<PluginSetView> => {
    const set = (await admin.call('adminPluginSets')).find(({ role }) => role === 'user');
    if (set === undefined) throw new Error('traders have no set');
    const others = set.excluded.filter((one) => one !== strategies);
    return { ...set, excluded: withThem ? others : [...others, strategies] };
  };

  it('gives and takes plugins in calls and open sockets of both within half a second, whichever of them, or a third server, saves the set', async () => {
    const [admin, trader] = [await signIn(second.url, 'admin'), await signIn(second.url, 'trader1')];
    const urls = [second.url, holder.url];
    const sockets = await Promise.all(urls.map((url) => StreamProbe.open(url)));
    for (const socket of sockets) {
      expect((await socket.request({ op: 'auth', token: trader.token })).code).toBe(200);
      expect((await socket.request({ op: 'subscribe', topics: ['plugins'] })).code).toBe(200);
      await socket.until(() => socket.ofTopic('plugins').length === 1);
    }
    const obeys = async (withThem: boolean): Promise<void> => {
      const toldMs = await elapsed(() => sockets.every((socket) => hasStrategies(socket.ofTopic('plugins').at(-1)) === withThem));
      expect(toldMs).toBeLessThan(obeyedMs);
      for (const url of urls) expect(hasStrategies(await at(url, trader).call('pluginList'))).toBe(withThem);
    };
    await obeys(true);
    for (const [url, withThem] of [
      [second.url, false],
      [holder.url, true],
    ] as const) {
      await at(url, admin).call('adminPluginSetSave', { body: { ...(await traderSet(admin, withThem)), reason: 'a test' } });
      await obeys(withThem);
    }
    const other = await openStore({ dataDir: '', databaseUrl: databaseUrl ?? '' });
    for (const withThem of [false, true]) {
      await other.pluginSets.save({ ...setFromView(await traderSet(admin, withThem)), updatedMs: Date.now() });
      await query(`select pg_notify('tessera_bus', $1)`, written('another server', { kind: 'plugin-set', role: 'user' }));
      await obeys(withThem);
    }
    await other.close();
    for (const { socket } of sockets) socket.close();
  });

  it('is forgotten by the database, and ends in order, when it is stopped while it stands by', async () => {
    const processes = () => query('select address from process order by address');
    const before = await processes();
    const stop = new AbortController();
    const third = await pair.standBy(await freePort(), stop.signal);
    expect(await processes()).toHaveLength(before.length + 1);
    stop.abort();
    await expect(third.trading).rejects.toThrow('ended with code 0');
    expect(await processes()).toEqual(before);
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
    const admin = await signIn(second.url, 'admin');
    await admin.call('adminPluginSetSave', { body: { ...(await traderSet(admin, false)), reason: 'a test' } });
    holder.pause();
    await client.call('strategyHalt', { body: { halted: true } });
    await holder.kill();
    expect((await client.call('userOrders', { query: {} })).results.length).toBeGreaterThan(0);
    const refusal = await refusalOf(client.call('openOrders', { query: {} }));
    expect(refusal.number).toBe(50_305);
    expect([holder.url, '']).toContain(refusal.params.address);
    await second.trading;
    expect(await client.call('openOrders', { query: {} })).toEqual(before);
    expect((await client.call('strategyLimits', { query: {} })).halted).toBe(true);
    expect(hasStrategies(await client.call('pluginList'))).toBe(false);
  });
});
