import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpBase, routes } from '../../../schemas/wire/index.ts';
import { routesOfPlugins } from '../../kit/contributing.ts';
import { ManualClock } from '../../kit/manual-clock.ts';
import { writePlaces } from '../../kit/places/places-file.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { HttpClient, RefusedCall, refusalOf } from '../../kit/servers/http-client.ts';
import { setUp } from '../../kit/servers/set-up.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const numberOf = async (call: Promise<unknown>): Promise<number> => {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof RefusedCall) return error.number;
    throw error;
  }
};

let folder: string;
let server: TestServer;
const log: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-gateway-'));
  const clientFolder = join(folder, 'client');
  mkdirSync(join(clientFolder, 'assets'), { recursive: true });
  writeFileSync(join(clientFolder, 'index.html'), '<!doctype html><title>Tessera</title>');
  writeFileSync(join(clientFolder, 'assets', 'app-1a2b3c.js'), 'export {};');
  writeFileSync(join(clientFolder, 'assets', 'app-1a2b3c.js.gz'), gzipSync('export {};'));
  writeFileSync(join(clientFolder, 'assets', 'app-1a2b3c.js.br'), brotliCompressSync('export {};'));
  const places = join(folder, 'places.mmdb');
  writePlaces(places, { '127.0.0.1': { country: 'CH', city: 'Zurich' } });
  server = await startTestServer({ clientFolder, environment: { TESSERA_PLACES: places }, onLog: (line) => log.push(line) });
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Status and headers, less those that differ by nature from one reply to the next. */
const comparable = async (path: string, method: 'GET' | 'HEAD') => {
  const response = await fetch(`${server.url}${path}`, { method, headers: { 'accept-encoding': 'identity' } });
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !['connection', 'date', 'keep-alive', 'x-request-id', 'x-server-time'].includes(name)),
  );
  return { status: response.status, headers, bytes: (await response.arrayBuffer()).byteLength };
};

describe('a session over HTTP', () => {
  it('opens with a proof of work, answers for its user, and ends', async () => {
    const client = await server.signIn('trader2');
    expect(await client.call('currentUser')).toMatchObject({ username: 'trader2', role: 'user', vip_level: 2 });
    expect(await client.call('checkToken')).toBe(1);
    const place = { country: 'CH', city: 'Zurich' };
    expect((await client.call('loginLogList', { query: {} }))[0]).toMatchObject({ ip: '127.0.0.1', place, outcome: 'OK' });
    await client.call('outLogin');
    expect(await client.call('checkToken')).toBe(0);
    expect(await numberOf(client.call('currentUser'))).toBe(40102);
    expect(await numberOf(server.guest().call('currentUser'))).toBe(40101);
  });

  it('takes the token with and without the word Bearer', async () => {
    const { token } = await server.signIn('trader2');
    for (const authorization of [token ?? '', `Bearer ${token}`]) {
      const response = await fetch(`${server.url}/sapi/user/currentUser`, { headers: { authorization } });
      expect(response.status).toBe(200);
    }
  });

  it('answers the call for a picture of the captcha, which shows nothing to read, and refuses a wrong answer', async () => {
    const guest = server.guest();
    const { captcha_id } = await guest.call('captchaGenerate');
    const image = await fetch(`${server.url}/sapi/user/captcha/image?captcha_id=${captcha_id}`);
    expect(image.headers.get('content-type')).toContain('image/svg+xml');
    expect(await image.text()).toMatch(/^<svg (?!.*<text)/);
    const login = guest.call('login', { query: { captcha_id, captcha_value: 'nope' }, body: { account: 'trader2', password: 'x' } });
    expect(await numberOf(login)).toBe(40103);
  });

  it('never lets a token or a password into the log', async () => {
    const client = await server.signIn('trader3');
    await expect(StreamProbe.open(server.url, '/user/api/ws?token=AAAA-secret-token')).rejects.toThrow('401');
    const text = log.join('');
    expect(text).not.toContain(client.token);
    expect(text).not.toContain('AAAA-secret-token');
    for (const { password } of server.demoAccounts) expect(text).not.toContain(password);
  });

  it('keeps the config byte for byte and refuses what is no JSON object', async () => {
    const client = await server.signIn('trader2');
    const config_json = '{ "api_select_list": [1,  2], "名": "\\u0041" }';
    await client.call('configSave', { body: { config_json } });
    expect(await client.call('configGet')).toEqual({ config_json });
    for (const text of ['', '[]', 'null', '1', '"text"', '{', '{"__proto__":1}', `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`]) {
      expect(await numberOf(client.call('configSave', { body: { config_json: text } })), text).toBe(42301);
    }
    expect(await client.call('configGet')).toEqual({ config_json });
  });
});

describe('accounts', () => {
  it('of others cannot be read or traded', async () => {
    const one = await server.signIn('trader1');
    const two = await server.signIn('trader2');
    const [foreign] = await two.call('apiList');
    const api_id = foreign?.api_id ?? 0;
    for (const name of ['openOrders', 'orderHistory', 'fills', 'balances', 'ledger'] as const) {
      expect(await numberOf(one.call(name, { query: { api_ids: String(api_id) } })), name).toBe(40303);
    }
    const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
    const order = { api_id, ...market, side: 'BUY', type: 'LIMIT', price: '1', qty: '1' } as const;
    expect(await numberOf(one.call('doOrder', { body: order }))).toBe(40303);
    expect(await numberOf(one.call('cancelAll', { body: { api_id } }))).toBe(40303);
    const observer = await server.signIn('observer');
    const [own] = await observer.call('apiList');
    expect(await numberOf(observer.call('doOrder', { body: { ...order, api_id: own?.api_id ?? 0 } }))).toBe(40301);
    const admin = await server.signIn('admin');
    expect((await admin.call('apiAll')).length).toBeGreaterThan((await admin.call('apiList')).length);
  });

  it('show orders, fills, ledger and history in pages, newest first', async () => {
    const client = await server.signIn('trader3');
    const [account] = await client.call('apiList');
    const api_id = account?.api_id ?? 0;
    const market = { exchange: 'tessera', symbol: 'ETHUSDT', account_type: 'spot' } as const;
    for (let i = 1; i <= 5; i++) {
      const [order] = await client.call('doOrder', {
        body: { api_id, ...market, side: 'BUY', type: 'LIMIT', price: `${1000 + i}`, qty: '1' },
      });
      await client.call('cancelOrder', { body: { api_id, ...market, order_id: order?.order_id ?? '' } });
    }
    await server.room.projector.settle();
    const first = await client.call('orderHistory', { query: { limit: 3 } });
    expect(first.results.map((order) => order.price)).toEqual(['1005', '1004', '1003']);
    const second = await client.call('orderHistory', { query: { limit: 3, ...(first.next === null ? {} : { cursor: first.next }) } });
    expect(second.results.map((order) => order.price)).toEqual(['1002', '1001']);
    expect(second.next).toBeNull();
    expect(
      (await client.call('ledger', { query: { limit: 500 } })).results.some((line) => line.kind === 'TRANSFER' || line.amount === '100000'),
    ).toBe(true);
    const asset = await server.signIn('asset');
    for (const cursor of ['nonsense', 'W10', Buffer.from('[1,"a\\u0000","1",""]').toString('base64url')]) {
      expect(await numberOf(client.call('orderHistory', { query: { cursor } })), cursor).toBe(40001);
      expect(await numberOf(asset.call('financeStatement', { query: { api_id, cursor } })), cursor).toBe(40001);
    }
  });

  it('sum the changes of balances over two days and no longer, so that nobody has a whole ledger added up', async () => {
    const client = await server.signIn('trader3');
    const changesSince = (hours: number) => client.call('balanceChanges', { query: { from: Date.now() - hours * 3_600_000 } });
    expect((await changesSince(47)).some(({ moves }) => moves.some(({ amount }) => amount === '100000'))).toBe(true);
    expect(await refusalOf(changesSince(49))).toMatchObject({
      number: 40001,
      params: { field: 'from', rule: 'must be at most 48 hours ago' },
    });
  });
});

describe('plugins', () => {
  it('are listed for each caller, and a change by the admin reaches open sockets', async () => {
    const trader = await server.signIn('trader1');
    const admin = await server.signIn('admin');
    const stream = await StreamProbe.open(server.url);
    await stream.request({ op: 'auth', token: trader.token });
    await stream.request({ op: 'subscribe', topics: ['plugins'] });
    await stream.until(() => stream.ofTopic('plugins').length === 1);
    const sets = await admin.call('adminPluginSets');
    const own = sets.find((set) => set.role === 'user');
    if (own === undefined) throw new Error('no set for users');
    await admin.call('adminPluginSetSave', { body: { ...own, excluded: ['venue-house'], reason: 'a test' } });
    await stream.until(() => stream.ofTopic('plugins').length === 2);
    expect(stream.ofTopic('plugins')[1]).toEqual({ k: 'e', t: 'plugins', d: await trader.call('pluginList') });
    expect(await trader.call('pluginList')).not.toContainEqual({ id: 'venue-house', locked_at_vip: null });
    await admin.call('adminPluginSetSave', { body: { ...own, reason: 'a test' } });
    expect(await numberOf(trader.call('adminPlugins'))).toBe(40301);
    stream.close();
  });
});

describe('a long answer', () => {
  const ask = (path: string, encodings: string) => fetch(`${server.url}${path}`, { headers: { 'accept-encoding': encodings } });

  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    [null, 'identity'],
  ])('comes as %s to who takes %s, and says the same', async (encoding, taken) => {
    const response = await ask('/sapi/client/base/symbols', taken);
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const plain = await ask('/sapi/client/base/symbols', 'identity');
    expect(await response.json()).toEqual(await plain.json());
  });

  it('is the only one that waits for a compression', async () => {
    const response = await ask('/sapi/client/base/intervals', 'br');
    expect(response.headers.get('content-encoding')).toBe(null);
  });
});

describe('pages', () => {
  it('of the client are served for every path that a browser opens, with a strict policy', async () => {
    for (const path of ['/', '/dashboard', '/about-career/engineer?x=1']) {
      const response = await fetch(server.url + path, { headers: { accept: 'text/html' } });
      expect(response.status, path).toBe(200);
      expect(await response.text()).toContain('Tessera');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("base-uri 'none';");
      expect(policy).not.toContain('unsafe-eval');
    }
  });

  it('keep hashed assets for ever, compressed where they can be', async () => {
    const response = await fetch(`${server.url}/assets/app-1a2b3c.js`, { headers: { 'accept-encoding': 'identity' } });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const missing = await fetch(`${server.url}/assets/gone.js`);
    expect(missing.status).toBe(404);
  });

  it.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/%2e%2e/master.key',
    '/assets/%00',
  ])('do not reach outside of the client: %s', async (path) => {
    const response = await fetch(server.url + path);
    const text = await response.text();
    expect(text.includes('"name"') && text.includes('dependencies')).toBe(false);
  });

  it('come as Brotli to browsers that take it', async () => {
    const response = await fetch(`${server.url}/assets/app-1a2b3c.js`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(await response.text()).toBe('export {};');
  });

  it('answer HEAD as they answer GET, without a body', async () => {
    const paths = [
      '/',
      '/dashboard',
      '/assets/app-1a2b3c.js',
      '/assets/gone.js',
      '/healthz',
      '/docs/json',
      '/sapi/client/base/symbols',
      '/sapi/gone',
    ];
    for (const path of paths) {
      const get = await comparable(path, 'GET');
      expect(get.bytes, path).toBeGreaterThan(0);
      expect(await comparable(path, 'HEAD'), path).toEqual({ ...get, bytes: 0 });
    }
  });

  it('of the operator answer: health, figures, documents', async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ healthy: true, problems: [] });
    await server.signIn('trader1');
    const figures = await (await fetch(`${server.url}/metrics`)).text();
    const loginSeconds = /^tessera_call_seconds_sum\{route="login"\} (.+)$/m.exec(figures)?.[1];
    expect(Number(loginSeconds), 'a call takes time').toBeGreaterThan(0);
    const document = (await (await fetch(`${server.url}/docs/json`)).json()) as { openapi: string; paths: object };
    expect(document.openapi).toBe('3.1.0');
    const known = [...Object.values(routes), ...(await routesOfPlugins())].map(({ path }) => httpBase + path);
    expect(Object.keys(document.paths).sort()).toEqual([...new Set(known)].sort());
    const docs = await fetch(`${server.url}/docs/`);
    expect(docs.status).toBe(200);
    const page = await fetch(`${server.url}/`, { headers: { accept: 'text/html' } });
    const [docsPolicy, pagePolicy] = [docs, page].map((response) => (response.headers.get('content-security-policy') ?? '').split('; '));
    const differing = docsPolicy?.filter((rule) => pagePolicy?.includes(rule) === false);
    expect(differing, 'the policy of every page, but for one style').toEqual([expect.stringMatching(/^style-src 'self' 'sha256-[^' ]+'$/)]);
  });

  it('of calls carry no document and are not kept', async () => {
    const response = await fetch(`${server.url}/sapi/client/base/intervals`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; base-uri 'none'");
    expect(response.headers.get('x-powered-by')).toBeNull();
  });
});

describe('limits', () => {
  it('slow down one caller and not the others', async () => {
    // Time stands still: nothing is given back while a busy machine works through the calls.
    const strict = await startTestServer({ rateFactor: 0.05, demo: false, clock: new ManualClock(Date.now()) });
    try {
      const guest = strict.guest();
      const codes = await Promise.all(Array.from({ length: 100 }, () => numberOf(guest.call('intervals'))));
      expect(codes.filter((code) => code === 200)).toHaveLength(60);
      expect(codes.filter((code) => code === 42901)).toHaveLength(40);
      const response = await fetch(`${strict.url}/sapi/client/base/intervals`);
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      // Captchas have a limit of their own: what other calls used up does not count.
      expect(await numberOf(guest.call('captchaGenerate'))).toBe(200);
    } finally {
      await strict.close();
    }
  }, 60_000);
});

describe('saving a whole layout or config', () => {
  it('has a limit of its own, far below that of other calls', async () => {
    const strict = await startTestServer({ rateFactor: 0.1 });
    try {
      const client = await strict.signIn('trader1');
      const saves = await Promise.all(
        Array.from({ length: 30 }, () => numberOf(client.call('configSave', { body: { config_json: '{}' } }))),
      );
      expect(saves.filter((code) => code === 200).length).toBeLessThan(16);
      expect(saves.filter((code) => code === 42901).length).toBeGreaterThan(14);
      expect(await numberOf(client.call('configGet'))).toBe(200);
    } finally {
      await strict.close();
    }
  }, 60_000);
});

describe('a server that starts again on its data', () => {
  it('keeps people, passwords, sessions, orders and balances; the demo is closed without its flag', async () => {
    const dataFolder = await freshDataDir();
    try {
      const first = await startTestServer({ dataFolder });
      const client = await first.signIn('trader1');
      const [account] = await client.call('apiList');
      const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
      await client.call('doOrder', {
        body: { api_id: account?.api_id ?? 0, ...market, side: 'BUY', type: 'LIMIT', price: '50000', qty: '0.1' },
      });
      const orders = await client.call('openOrders', { query: {} });
      const balances = await client.call('balances', { query: {} });
      await first.close();
      expect(statSync(join(dataFolder, 'master.key')).mode & 0o777).toBe(0o600);

      const second = await startTestServer({ dataFolder });
      expect(second.demoAccounts).toEqual(first.demoAccounts);
      const again = new HttpClient(second.url);
      again.token = client.token;
      expect((await again.call('openOrders', { query: {} })).map(({ order_id, price }) => [order_id, price])).toEqual([
        [orders[0]?.order_id, '50000'],
      ]);
      expect(await again.call('balances', { query: {} })).toEqual(expect.arrayContaining(balances));
      await second.close();

      const third = await startTestServer({ dataFolder, demo: false });
      again.token = client.token;
      const late = new HttpClient(third.url);
      late.token = client.token;
      expect(await late.call('checkToken')).toBe(0);
      const password = first.demoAccounts.find(({ username }) => username === 'trader1')?.password ?? '';
      expect(await numberOf(late.signIn('trader1', password))).toBe(40104);
      expect(await numberOf(setUp(third.url, { username: 'admin' }))).toBe(40944);
      const admin = await setUp(third.url);
      expect(await admin.call('currentUser')).toMatchObject({ role: 'admin' });
      await third.close();
      expect(readFileSync(join(dataFolder, 'master.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    } finally {
      rmSync(dataFolder, { recursive: true, force: true });
    }
  }, 60_000);
});
