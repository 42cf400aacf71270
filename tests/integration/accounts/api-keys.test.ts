import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import type { NewApiKey } from '../../../schemas/wire/api-key.ts';
import { httpBase, type RouteName, routes } from '../../../schemas/wire/index.ts';
import type { Envelope, Route } from '../../../schemas/wire/route.ts';
import { HttpClient, RefusedCall } from '../../kit/servers/http-client.ts';
import { apiOf, until } from '../../kit/servers/strategy-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { pluginSource, pluginsWithRoutes, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { sampleStrategy } from '../../kit/strategy-plugins.ts';

const dayMs = 24 * 60 * 60_000;
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const rest = { ...market, side: 'BUY', type: 'LIMIT', price: '10000', qty: '0.01' } as const;
const numberOf = (code: keyof typeof errorCatalogue): number => errorCatalogue[code].number;

let server: TestServer;
let trader: HttpClient;
beforeAll(async () => {
  server = await startTestServer({
    plugins: [pluginSource('venue-house'), sampleStrategy, ...pluginsWithRoutes()],
    environment: { TESSERA_TRUSTED_PROXIES: '127.0.0.1,::1' },
    rateFactor: 100,
  });
  trader = await server.signIn('trader2');
}, 120_000);
afterAll(() => server?.close());

const passwordOf = (username: string): string => server.demoAccounts.find((one) => one.username === username)?.password ?? '';

async function makeKey(over: Partial<NewApiKey> = {}, username = 'trader2') {
  const owner = username === 'trader2' ? trader : await server.signIn(username);
  const body: NewApiKey = { name: 'Bot', permission: 'read', addresses: [], password: passwordOf(username), ...over };
  const { key, token } = await owner.call('apiKeyCreate', { body });
  const client = new HttpClient(server.url);
  client.token = `Bearer ${token}`;
  return { key, token, client, owner, revoke: () => owner.call('apiKeyRevoke', { body: { key_id: key.key_id } }) };
}

/** 200, or the number of the refusal. */
const outcomeOf = async (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof RefusedCall) return error.number;
      throw error;
    },
  );

const callFrom = async (token: string, address: string): Promise<Envelope<unknown>> => {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  return (await (await fetch(`${server.url}${httpBase}/user/currentUser`, { headers })).json()) as Envelope<unknown>;
};

describe('an API key', () => {
  it('is made with the password once more, shown once, and kept as a hash', async () => {
    const body: NewApiKey = { name: 'Bot', permission: 'read', addresses: [], password: 'wrong' };
    expect(await outcomeOf(trader.call('apiKeyCreate', { body }))).toBe(numberOf('PASSWORD_WRONG'));
    const { key, token, revoke } = await makeKey();
    expect(token).toMatch(/^tsk_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$/);
    const [record] = await server.store.apiKeys.of((await server.store.users.byLogin('trader2'))?.id ?? '');
    expect(record?.tokenHash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(record)).not.toContain(token.slice(21));
    expect(JSON.stringify(await trader.call('apiKeyList'))).not.toContain(token.slice(21));
    expect(key).toMatchObject({ name: 'Bot', permission: 'read', addresses: [], last_used_time: null, last_used_address: null });
    await revoke();
  });

  it('ends after ninety days, or when it was said, or never when just that was said', async () => {
    const lives = async (days?: number | null): Promise<number | null> => {
      const { key, revoke } = await makeKey(days === undefined ? {} : { days });
      await revoke();
      return key.expire_time === null ? null : (key.expire_time - key.create_time) / dayMs;
    };
    expect([await lives(), await lives(365), await lives(null)]).toEqual([90, 365, null]);
    for (const days of [0, 366, 1.5]) expect(await outcomeOf(makeKey({ days }))).toBe(numberOf('REQUEST_INVALID'));
  });

  it('is refused beyond twenty, also when all are asked for at once', async () => {
    const some = () => Promise.allSettled(Array.from({ length: 12 }, () => makeKey()));
    const made = [...(await some()), ...(await some())];
    const keys = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refusals = made.flatMap((one) => (one.status === 'rejected' && one.reason instanceof RefusedCall ? [one.reason.number] : []));
    expect([keys.length, new Set(refusals)]).toEqual([20, new Set([numberOf('KEY_TOO_MANY')])]);
    for (const { revoke } of keys) await revoke();
    expect(await trader.call('apiKeyList')).toEqual([]);
  }, 60_000);

  it('names the address that is none', async () => {
    const error = await makeKey({ addresses: ['203.0.113.7', 'localhost'] }).catch((why: unknown) => why);
    expect(error).toMatchObject({ number: numberOf('REQUEST_INVALID'), params: { field: 'addresses.1' } });
  });
});

describe('what a key may do', () => {
  const table = Object.entries(routes) as readonly (readonly [RouteName, Route])[];

  it('is listed route by route, and what is not listed is nothing for keys', () => {
    const named = (permission: string, method: string) =>
      table.flatMap(([name, route]) => (route.key === permission && route.method === method ? [name] : [])).sort();
    expect(named('trade', 'POST')).toEqual([
      'amendOrder',
      'cancelAll',
      'cancelOrder',
      'doOrder',
      'strategyHalt',
      'strategyStart',
      'strategyStop',
      'strategyUpdate',
      'strategyUpdateCancel',
    ]);
    // These change nothing that is kept.
    expect(named('read', 'POST')).toEqual(['backtestStepsClose', 'checkToken', 'strategyPreview']);
    const asks = table.filter(([, { path, method }]) => method === 'GET' && /^\/(strategy|backtest)\b/.test(path));
    expect(asks.filter(([, { key }]) => key !== 'read').map(([name]) => name)).toEqual([]);
    expect(named('trade', 'GET')).toEqual([]);
    const closed = /^\/(admin|user\/apikey|user\/login|user\/config|user\/captcha|workspace)\b/;
    expect(table.filter(([, { path, key }]) => key !== undefined && closed.test(path))).toEqual([]);
  });

  it('is what the server lets it do, on every route, even for an administrator', async () => {
    const reads = await makeKey({}, 'admin');
    const trades = await makeKey({ permission: 'trade' }, 'admin');
    const answer = async (token: string, { method, path }: Route): Promise<number> => {
      const init = method === 'POST' ? { method, body: '{"nothing":1}' } : { method };
      const headers = { authorization: `Bearer ${token}`, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) };
      const text = await (await fetch(server.url + httpBase + path, { ...init, headers })).text();
      return text.startsWith('{') ? (JSON.parse(text) as Envelope<unknown>).code : 200;
    };
    const refusals: readonly number[] = [numberOf('KEY_FORBIDDEN'), numberOf('KEY_READ_ONLY'), numberOf('KEY_INVALID')];
    const wrong: string[] = [];
    for (const [name, route] of table) {
      const told = [await answer(reads.token, route), await answer(trades.token, route)].map((code) =>
        refusals.includes(code) ? code : 200,
      );
      const forbidden = numberOf('KEY_FORBIDDEN');
      const expected =
        route.key === undefined ? [forbidden, forbidden] : route.key === 'trade' ? [numberOf('KEY_READ_ONLY'), 200] : [200, 200];
      if (told.join() !== expected.join()) wrong.push(`${name}: ${told}`);
    }
    expect(wrong).toEqual([]);
    await reads.revoke();
    await trades.revoke();
  }, 60_000);

  it('is said topic by topic as well: a key hears what it may ask for, and nothing of layouts', async () => {
    const { token, revoke } = await makeKey();
    const socket = await StreamProbe.open(server.url);
    await socket.request({ op: 'auth', token });
    const id = 'tessera/BTCUSDT/spot';
    const market = [`ticker:${id}`, `depth:${id}`, `trades:${id}`, `candles:${id}:1m`, 'spreads', 'indexes', 'venues', 'plugins'];
    const own = ['orders', 'fills', 'balances', 'alerts', 'strategies', 'backtests'];
    for (const topic of [...market, ...own])
      expect([topic, (await socket.request({ op: 'subscribe', topics: [topic] })).code]).toEqual([topic, 200]);
    expect((await socket.request({ op: 'subscribe', topics: ['layouts'] })).code).toBe(numberOf('KEY_FORBIDDEN'));
    socket.close();
    const person = await StreamProbe.open(server.url);
    await person.request({ op: 'auth', token: trader.token ?? '' });
    expect((await person.request({ op: 'subscribe', topics: ['layouts'] })).code).toBe(200);
    person.close();
    await revoke();
  });

  it('includes orders for a key that trades, which a key that reads sees and cannot touch', async () => {
    const reads = await makeKey();
    const trades = await makeKey({ permission: 'trade' });
    const api_id = await apiOf(trades.client);
    const [order] = await trades.client.call('doOrder', { body: { api_id, ...rest } });
    const open = await reads.client.call('openOrders', { query: {} });
    expect(open.map(({ order_id }) => order_id)).toContain(order?.order_id);
    const one = { api_id, ...market, order_id: order?.order_id ?? '' };
    for (const call of [
      reads.client.call('doOrder', { body: { api_id, ...rest } }),
      reads.client.call('cancelOrder', { body: one }),
      reads.client.call('cancelAll', { body: { api_id } }),
    ])
      expect(await outcomeOf(call)).toBe(numberOf('KEY_READ_ONLY'));
    expect(await trader.call('openOrders', { query: {} })).toEqual(open);
    expect((await trades.client.call('cancelOrder', { body: one })).status).toBe('CANCELED');
    await reads.revoke();
    await trades.revoke();
  });

  it('learns of accounts neither from where nor when their owner came in, nor the ends of their keys', async () => {
    const reads = await makeKey();
    const hidden = ['ip_list', 'key_end', 'login_ip', 'login_time'];
    for (const name of ['apiList', 'apiAll'] as const) {
      const shown = (await trader.call(name)).filter(({ own }) => own);
      expect(shown.filter((one) => hidden.every((field) => field in one))).toEqual(shown);
      const told = shown.map((one) => Object.fromEntries(Object.entries(one).filter(([field]) => !hidden.includes(field))));
      expect((await reads.client.call(name)).filter(({ own }) => own)).toEqual(told);
    }
    await reads.revoke();
  });

  it('never outgrows its user: without the VIP level nothing is traded', async () => {
    const trades = await makeKey({ permission: 'trade' }, 'trader0');
    const body = { api_id: await apiOf(trades.client), ...rest };
    const refusal = await outcomeOf(trades.owner.call('doOrder', { body }));
    expect(refusal).not.toBe(200);
    expect(await outcomeOf(trades.client.call('doOrder', { body }))).toBe(refusal);
    await trades.revoke();
  });
});

describe('a key ends at once', () => {
  it('when it is revoked, and its open socket with it', async () => {
    const { token, client, revoke } = await makeKey();
    const socket = await StreamProbe.open(server.url);
    expect((await socket.request({ op: 'auth', token })).code).toBe(200);
    expect((await socket.request({ op: 'subscribe', topics: ['orders'] })).code).toBe(200);
    const account = await StreamProbe.open(server.url, `/user/api/ws?token=${token}`);
    await revoke();
    await socket.until(() => socket.closed);
    await account.until(() => account.closed);
    expect(socket.closed?.code).toBe(1008);
    expect(await outcomeOf(client.call('currentUser'))).toBe(numberOf('KEY_INVALID'));
    const again = await StreamProbe.open(server.url);
    expect((await again.request({ op: 'auth', token })).code).toBe(numberOf('KEY_INVALID'));
    again.close();
  });

  it('and nobody revokes that of another', async () => {
    const { key, client, revoke } = await makeKey();
    const other = await server.signIn('trader3');
    expect(await other.call('apiKeyList')).toEqual([]);
    await other.call('apiKeyRevoke', { body: { key_id: key.key_id } });
    expect(await outcomeOf(client.call('currentUser'))).toBe(200);
    await revoke();
  });

  it('with the rights of its user: demoted it has fewer, locked none', async () => {
    const trades = await makeKey({ permission: 'trade' }, 'trader3');
    const user = await server.store.users.byLogin('trader3');
    if (user === null) throw new Error('there is no trader3');
    const socket = await StreamProbe.open(server.url);
    await socket.request({ op: 'auth', token: trades.token });
    expect((await trades.client.call('currentUser')).vip_level).toBe(3);
    await server.store.users.update(user.id, { vipLevel: 0 });
    await server.sessions.endAllOf(user.id);
    expect((await trades.client.call('currentUser')).vip_level).toBe(0);
    await socket.until(() => socket.closed);
    // Nobody said so to this process: it looks again each second, behind the calls.
    await server.store.users.update(user.id, { state: 'DISABLED' });
    await until(
      () => outcomeOf(trades.client.call('currentUser')),
      (code) => code === numberOf('KEY_INVALID'),
      'the key of a disabled user is void',
    );
    await server.store.users.update(user.id, { state: user.state, vipLevel: user.vipLevel });
    const owner = await server.signIn('trader3');
    await owner.call('apiKeyRevoke', { body: { key_id: trades.key.key_id } });
  });

  it('when its time is over', async () => {
    const user = await server.store.users.byLogin('trader2');
    const token = `tsk_${'ab'.repeat(8)}_${'x'.repeat(43)}`;
    const tokenHash = createHash('sha256').update(token).digest('hex');
    const nowMs = Date.now();
    const record = { keyId: 'ab'.repeat(8), userId: user?.id ?? '', name: 'Old', permission: 'read', addresses: [], tokenHash, seen: [] };
    await server.store.apiKeys.create({ ...record, createdMs: nowMs - dayMs, expiresMs: nowMs + 1_500, lastUse: null }, 20);
    const client = new HttpClient(server.url);
    client.token = token;
    expect(await outcomeOf(client.call('currentUser'))).toBe(200);
    await until(
      () => outcomeOf(client.call('currentUser')),
      (code) => code === numberOf('KEY_INVALID'),
      'it is over',
    );
    await trader.call('apiKeyRevoke', { body: { key_id: record.keyId } });
  });
});

describe('where a key works', () => {
  it('is from its addresses and ranges only, as trusted proxies tell them', async () => {
    const { token, revoke } = await makeKey({ addresses: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'] });
    const codes: number[] = [];
    for (const address of ['203.0.113.9', '2001:db8:1::5', '198.51.100.7']) codes.push((await callFrom(token, address)).code);
    expect(codes).toEqual([200, 200, 200]);
    const refused = await callFrom(token, 'forged, 198.51.100.8');
    expect(refused).toMatchObject({ code: numberOf('KEY_ADDRESS'), params: { ip: '198.51.100.8' } });
    const socket = await StreamProbe.open(server.url);
    expect((await socket.request({ op: 'auth', token })).code).toBe(numberOf('KEY_ADDRESS'));
    socket.close();
    await revoke();
  });

  it('shows in the list, its making and its end go into the audit log, and new places likewise', async () => {
    const { key, token, revoke } = await makeKey();
    for (const address of ['203.0.113.9', '203.0.113.9', '198.51.100.7']) await callFrom(token, address);
    const [listed] = await trader.call('apiKeyList');
    expect(listed).toMatchObject({ key_id: key.key_id, last_used_address: '198.51.100.7' });
    expect(Math.abs((listed?.last_used_time ?? 0) - Date.now())).toBeLessThan(30_000);
    await revoke();
    const places = async () =>
      (await server.store.audit.page({ subject: `api-key/${key.key_id}`, action: 'api-key.new-address', limit: 10 })).items;
    await until(places, ({ length }) => length === 2, 'all is written');
    const { items } = await server.store.audit.page({ subject: `api-key/${key.key_id}`, limit: 10 });
    const made = items.filter(({ action }) => action !== 'api-key.new-address');
    expect(made.map(({ action }) => action)).toEqual(['api-key.revoked', 'api-key.created']);
    expect(JSON.stringify([items, await places()])).not.toContain(token);
  });
});
