import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpBase } from '../../../schemas/wire/index.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { setUp, setUpAnswers } from '../../kit/servers/set-up.ts';
import { pluginSource, pluginsWithRoutes, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const log: string[] = [];
let dataFolder: string;
let server: TestServer;

beforeAll(async () => {
  dataFolder = await freshDataDir();
  server = await startTestServer({ demo: false, dataFolder, onLog: (line) => log.push(line) });
});
afterAll(async () => {
  await server?.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

type Headers = Readonly<Record<string, string>>;

/** `fetch` does not let a caller choose the host's name. */
const asked = (path: string, body: object, headers: Headers = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(server.url + httpBase + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } });
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.on('data', (piece) => (text += piece)).on('end', () => resolve(JSON.parse(text).code));
    });
    sent.end(JSON.stringify(body));
  });
const look = (headers: Headers, token: string | null = null) => asked('/set-up/look', { token }, headers);

it('takes for one who sits at the server nobody whom a proxy forwards, and no page of another name', async () => {
  expect(await look({})).toBe(200);
  for (const headers of [
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
    { host: 'evil.example' },
  ] satisfies Headers[]) {
    expect([headers, await look(headers)]).toEqual([headers, 40360]);
    expect([headers, await asked('/set-up', setUpAnswers, headers)]).toEqual([headers, 40360]);
    expect([headers, await look(headers, 'x'.repeat(43))]).toEqual([headers, 40361]);
    expect([headers, await look(headers, server.setUpToken)]).toEqual([headers, 200]);
  }
});

it('makes the administrator, signs him in, and is over: here, for the token, and after a restart', async () => {
  const token = server.setUpToken;
  expect((await refusalOf(setUp(server.url, { password: 'Password123!' }))).params).toEqual({ field: 'password' });
  const admin = await setUp(server.url);
  expect(await admin.call('currentUser')).toMatchObject({ username: 'olga', role: 'admin', vip_level: 3 });
  expect((await admin.call('loginLogList', { query: {} })).map(({ outcome }) => outcome)).toEqual(['OK']);
  for (const body of [{ token }, { token: null }]) expect((await refusalOf(server.guest().call('setUpLook', { body }))).number).toBe(40960);
  expect((await refusalOf(setUp(server.url, { username: 'second', email: 'second@firm.example' }))).number).toBe(40960);
  const again = server.guest();
  await again.signIn('olga@firm.example', setUpAnswers.password);

  await server.close();
  server = await startTestServer({ demo: false, dataFolder, onLog: (line) => log.push(line) });
  expect(server.setUpToken).toBeNull();
  expect((await refusalOf(setUp(server.url))).number).toBe(40960);
  const later = new HttpClient(server.url);
  later.token = admin.token;
  expect(await later.call('checkToken')).toBe(1);
  expect(log.length).toBeGreaterThan(1);
  for (const secret of [token ?? '', setUpAnswers.password]) expect(log.join('\n')).not.toContain(secret);
});

it('is not there at all where the demo has its people', async () => {
  const demo = await startTestServer();
  try {
    expect(demo.setUpToken).toBeNull();
    expect((await refusalOf(setUp(demo.url))).number).toBe(40960);
  } finally {
    await demo.close();
  }
});

it('waits for the true client behind a trusted proxy who guesses, and for nobody else', async () => {
  const proxied = await startTestServer({ demo: false, environment: { TESSERA_TRUSTED_PROXIES: '127.0.0.1' } });
  const guess = async (address: string, token: string | null) => {
    const response = await fetch(`${proxied.url}${httpBase}/set-up/look`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `127.0.0.1, ${address}` },
      body: JSON.stringify({ token }),
    });
    return ((await response.json()) as { readonly code: number }).code;
  };
  try {
    const codes: number[] = [];
    for (let at = 0; at < 6; at++) codes.push(await guess('203.0.113.1', `guess-${at}`));
    expect(codes).toEqual([40361, 40361, 40361, 40361, 40361, 42901]);
    expect(await guess('203.0.113.2', proxied.setUpToken)).toBe(200);
  } finally {
    await proxied.close();
  }
});

it('keeps the sandbox of simulated exchanges shut until the firm wants one, and opens and closes it then without a new start', async () => {
  const plugins = [...['venue-house', 'venue-paper', 'venue-replay'].map(pluginSource), ...pluginsWithRoutes()];
  const bare = await startTestServer({ demo: false, plugins });
  try {
    // There are no recordings to replay.
    const { venues } = await bare.guest().call('setUpLook', { body: { token: null } });
    expect(venues.map(({ plugin }) => plugin)).toEqual(['venue-house', 'venue-paper']);
    const admin = await setUp(bare.url);
    const exchanges = async () => (await admin.call('accountOwn')).exchanges.map(({ exchange }) => exchange);
    expect(await exchanges()).toEqual(['tessera']);
    const { version } = await admin.call('platformGet');
    await admin.call('platformChange', { body: { version, sandbox: true, reason: 'to try things' } });
    await expect.poll(exchanges, { timeout: 60_000 }).toEqual(expect.arrayContaining(['tessera', 'aurora', 'meridian', 'polaris']));
    // Nothing lies there: it closes without more ado.
    await admin.call('platformChange', { body: { version: version + 1, sandbox: false, reason: 'enough' } });
    await expect.poll(exchanges, { timeout: 60_000 }).toEqual(['tessera']);
  } finally {
    await bare.close();
  }
});
