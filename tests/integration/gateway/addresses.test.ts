import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RefusedCall } from '../../kit/servers/http-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** Limits of a twentieth, so that a test can use them up: 60 calls and 60 unknown tokens a minute for an address. */
const rateFactor = 0.05;
let direct: TestServer;
let proxied: TestServer;
beforeAll(async () => {
  direct = await startTestServer({ demo: false, rateFactor });
  proxied = await startTestServer({ demo: false, rateFactor, environment: { TESSERA_TRUSTED_PROXIES: '127.0.0.1,::1' } });
});
afterAll(async () => {
  await direct?.close();
  await proxied?.close();
});

/** `fetch` does not let a caller choose the host's name. */
const statusOf = (url: string, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end();
  });

const callsAs = async (server: TestServer, addresses: readonly string[]): Promise<number[]> => {
  const url = `${server.url}/sapi/client/base/intervals`;
  return Promise.all(addresses.map((address) => statusOf(url, { 'x-forwarded-for': address })));
};

describe('the limits of an address', () => {
  it('cannot be escaped by a header when no proxy is trusted', async () => {
    const statuses = await callsAs(
      direct,
      Array.from({ length: 80 }, (_, index) => `203.0.113.${index}`),
    );
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10);
  });

  it('are each client’s own behind a trusted proxy', async () => {
    const ann = Array.from({ length: 80 }, () => 'forged, 203.0.113.1');
    expect((await callsAs(proxied, ann)).filter((status) => status === 429).length).toBeGreaterThan(10);
    expect(await callsAs(proxied, ['203.0.113.2'])).toEqual([200]);
  });

  it('are those of its /64, of which anybody has 2^64', async () => {
    const other = Array.from({ length: 80 }, (_, index) => `2001:db8:0:7::${(index + 1).toString(16)}`);
    expect((await callsAs(proxied, other)).filter((status) => status === 429).length).toBeGreaterThan(10);
    expect(await callsAs(proxied, ['2001:db8:0:8::1'])).toEqual([200]);
  });

  it('bound the unknown tokens that its sockets and calls may try, together', async () => {
    const probe = await StreamProbe.open(proxied.url);
    try {
      const auth = async (token: string): Promise<number> => (await probe.request({ op: 'auth', token })).code;
      const codes: number[] = [];
      for (let i = 0; i < 50; i++) codes.push(await auth(`${i}`.padStart(43, 'A')));
      expect(new Set(codes)).toEqual(new Set([40102]));
      const guest = proxied.guest();
      guest.token = 'B'.repeat(43);
      for (let i = 0; i < 30; i++) {
        await guest.call('currentUser').catch((error: unknown) => codes.push(error instanceof RefusedCall ? error.number : 0));
      }
      expect(codes.filter((code) => code === 42901).length).toBeGreaterThan(5);
      // One token a second comes back: of several tries most are refused.
      const late = [await auth('C'.repeat(43)), await auth('D'.repeat(43)), await auth('E'.repeat(43))];
      expect(late).toContain(42901);
      const opens = ['F', 'G', 'H'].map((letter) => StreamProbe.open(proxied.url, `/user/api/ws?token=${letter.repeat(43)}`));
      const refusals = (await Promise.allSettled(opens)).map((open) => (open.status === 'rejected' ? String(open.reason) : 'open'));
      expect(refusals.some((text) => text.includes('429'))).toBe(true);
      expect((await probe.request({ op: 'ping' })).code).toBe(200);
    } finally {
      probe.close();
    }
  });
});

describe('browsers that a trusted proxy serves over TLS', () => {
  const told = async (server: TestServer, path: string, proto: string): Promise<string | null> =>
    (await fetch(server.url + path, { headers: { accept: 'text/html', 'x-forwarded-proto': proto } })).headers.get(
      'strict-transport-security',
    );

  it('are told to come over nothing else, by pages and calls, and nobody else is', async () => {
    for (const path of ['/login', '/sapi/client/base/intervals', '/healthz', '/no-such-page'])
      expect([await told(proxied, path, 'https'), await told(proxied, path, 'http'), await told(direct, path, 'https')], path).toEqual([
        'max-age=31536000',
        null,
        null,
      ]);
  });
});

describe('figures for the operator', () => {
  it.each([
    ['the name of this machine', { host: 'localhost:8080' }, 200],
    ['its address', { host: '127.0.0.1' }, 200],
    ['the name of a page that has been pointed here', { host: 'evil.example:8080' }, 403],
    ['a proxy', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }, 403],
  ])('asked for through %s', async (_way, headers, status) => {
    expect(await statusOf(`${proxied.url}/metrics`, headers)).toBe(status);
  });
});
