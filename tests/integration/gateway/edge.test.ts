import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusedAccess } from '../../../server/session/refusal-audit.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { silent } from '../../../server/trading/trading-fixture.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { RefusedCall } from '../../kit/servers/http-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const deadlines = { headersMs: 600, requestMs: 1_200, checkEveryMs: 100 };
const listed = 'https://desk.example';

let server: TestServer;
const open: { close(): void }[] = [];
beforeAll(async () => {
  server = await startTestServer({ httpDeadlines: deadlines, environment: { TESSERA_ORIGINS: listed } });
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});
afterAll(() => server?.close());

const probe = async (path?: string, origin?: string | null): Promise<StreamProbe> => {
  const opened = await StreamProbe.open(server.url, path, origin);
  open.push(opened);
  return opened;
};

/** Sends bytes as they are, then one more byte each 100 ms; gives what came until the server closed, and after how long. */
async function drip(text: string, dripped: string): Promise<{ readonly answer: string; readonly afterMs: number }> {
  const socket = connect(server.port, '127.0.0.1');
  const startMs = performance.now();
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString();
  });
  socket.on('error', () => undefined);
  socket.write(text);
  let at = 0;
  const timer = setInterval(() => socket.write(dripped[at++ % dripped.length] ?? ''), 100);
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  clearInterval(timer);
  return { answer, afterMs: performance.now() - startMs };
}

describe('a client that takes its time', () => {
  it('is cut when its headers do not end, and told so', async () => {
    const { answer, afterMs } = await drip('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(afterMs).toBeGreaterThan(deadlines.headersMs - 50);
    expect(afterMs).toBeLessThan(10_000);
  });

  it.each([
    '/sapi/user/login?captcha_id=xxxxxxxx&captcha_value=x',
    '/sapi/user/outLogin',
    '/no/such/path',
  ])('is cut when its body for %s does not end', async (path) => {
    const { token } = await server.signIn('trader1');
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: application/json\r\nContent-Length: 50000\r\n\r\n{`;
    const { afterMs } = await drip(head, ' ');
    expect(afterMs).toBeLessThan(10_000);
  });
});

it.each(['/healthz', '/sapi/client/base/intervals', '/', '/wssapi/stream'])('answers no call that names two hosts: %s', async (path) => {
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  const head = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nhOST: evil.example\r\n${path.startsWith('/wssapi') ? upgrade : ''}\r\n`;
  const { answer } = await drip(head, '\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
  expect(answer.toLowerCase()).not.toContain('upgrade: websocket');
});

it('answers no call that names two callers', async () => {
  const head = 'GET /sapi/client/base/intervals HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ann\r\nauthorization: bob\r\n';
  expect((await drip(head, '\r\n')).answer).toMatch(/^HTTP\/1\.1 400 /);
});

it.each([
  '/healthz',
  '/metrics',
  '/docs/',
  '/docs/json',
  '/docs/static/swagger-ui.css',
  '/sapi/client/base/intervals',
  '/no/such/path',
])('says of %s what a browser may not do with it', async (path) => {
  const { headers } = await fetch(server.url + path, { headers: { accept: 'text/html' } });
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  if (/^\/(healthz|metrics|docs)/.test(path))
    for (const name of [
      'x-frame-options',
      'referrer-policy',
      'cross-origin-resource-policy',
      'cross-origin-opener-policy',
      'permissions-policy',
    ])
      expect(headers.get(name), name).not.toBeNull();
});

describe('a socket', () => {
  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1'])('is not opened for a page of %s', async (origin) => {
    for (const path of ['/stream', '/client/klines/data/24h/ws', '/user/api/ws?token=x'])
      await expect(probe(path, origin)).rejects.toThrow('403');
  });

  it('is opened for the own page and a listed one, and takes their session', async () => {
    const { token } = await server.signIn('trader1');
    for (const origin of [server.url, listed]) {
      expect((await (await probe('/stream', origin)).request({ op: 'auth', token })).code).toBe(200);
      await probe(`/user/api/ws?token=${token}`, origin);
    }
  });

  it('of a script, which has no origin, takes an API key and no session, and shows what guests see', async () => {
    const trader = await server.signIn('trader1');
    const password = server.demoAccounts.find(({ username }) => username === 'trader1')?.password ?? '';
    const { token } = await trader.call('apiKeyCreate', { body: { name: 'Bot', permission: 'read', addresses: [], days: 1, password } });
    const socket = await probe('/stream', null);
    expect((await socket.request({ op: 'auth', token: trader.token })).code).toBe(40311);
    expect((await socket.request({ op: 'subscribe', topics: ['orders'] })).code).toBe(40101);
    expect((await socket.request({ op: 'subscribe', topics: ['tickers'] })).code).toBe(200);
    expect((await socket.request({ op: 'auth', token })).code).toBe(200);
    expect((await socket.request({ op: 'subscribe', topics: ['orders'] })).code).toBe(200);
    await expect(probe(`/user/api/ws?token=${trader.token}`, null)).rejects.toThrow('403');
    await probe(`/user/api/ws?token=${token}`, null);
  });
});

it('ends sessions and their sockets at once when the role or the password of their user changes', async () => {
  const { people, store } = server;
  for (const changes of [{ role: 'observer' }, { passwordHash: 'another' }] as const) {
    const trader = await server.signIn('trader2');
    const user = await store.users.byLogin('trader2');
    if (user === null) throw new Error('there is no trader2');
    const stream = await probe('/stream');
    await stream.request({ op: 'auth', token: trader.token });
    const account = await probe(`/user/api/ws?token=${trader.token}`);
    await people.change(user.id, changes);
    await stream.until(() => stream.closed, 1_000);
    await account.until(() => account.closed, 1_000);
    expect([stream.closed?.code, account.closed?.code]).toEqual([1008, 1008]);
    await expect(trader.call('currentUser')).rejects.toThrow('40102');
    await people.change(user.id, { role: user.role, passwordHash: user.passwordHash });
  }
});

it('writes into the audit log who asked for what he may not have, by call and socket, and not what else was refused', async () => {
  const dataFolder = await freshDataDir();
  const own = await startTestServer({ dataFolder });
  const [one, two] = [await own.signIn('trader1'), await own.signIn('trader2')];
  const [foreign] = await two.call('apiList');
  const api_id = foreign?.api_id ?? 0;
  const user = await own.store.users.byLogin('trader1');
  const refused = async (call: Promise<unknown>): Promise<void> => expect(call).rejects.toBeInstanceOf(RefusedCall);
  for (let at = 0; at < 50; at++) await refused(one.call('balances', { query: { api_ids: String(api_id) } }));
  await refused(one.call('adminPluginSets'));
  await refused(one.call('captchaGenerate', { query: { effort: 99 } }));
  const socket = await StreamProbe.open(own.url, `/user/api/ws?token=${one.token}`);
  socket.socket.send(JSON.stringify({ req_id: 1, req_type: 'apiBalance', api_id }));
  await socket.until(() => socket.texts[0]);
  socket.close();
  // What is not written yet a stop writes.
  await own.close();

  const store = await openStore({ dataDir: dataFolder, logger: silent });
  const { items } = await store.traces.page({ action: refusedAccess, limit: 10 });
  await store.close();
  rmSync(dataFolder, { recursive: true });
  const lines = items.map(({ actor, subject, after }) => {
    const { code, times } = after as { readonly code: string; readonly times: number };
    return [actor === user?.id, subject, code, times].join(' ');
  });
  expect(lines.sort()).toEqual([
    'true adminPluginSets ACCESS_ROLE 1',
    'true apiBalance ACCESS_ACCOUNT 1',
    'true balances ACCESS_ACCOUNT 50',
  ]);
});
