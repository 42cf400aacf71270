import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodeOf } from '../../../../core/contract/error-catalogue.ts';
import { httpBase } from '../../../../schemas/wire/index.ts';
import type { Envelope, Route } from '../../../../schemas/wire/route.ts';
import { freshDataDir } from '../../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../../kit/servers/test-server.ts';

/** What a page of another site, in the browser of somebody who is signed in here, can make of the calls: all of them, as the server lists them. */
let folder: string;
let server: TestServer;
let admin: HttpClient;
let all: readonly (readonly [name: string, route: Route])[];
beforeAll(async () => {
  folder = await freshDataDir();
  const clientFolder = join(folder, 'client');
  mkdirSync(join(clientFolder, 'assets'), { recursive: true });
  writeFileSync(join(clientFolder, 'index.html'), '<!doctype html><title>Tessera</title>');
  writeFileSync(join(clientFolder, 'assets', 'app-1a2b3c.js'), 'export {};');
  server = await startTestServer({ clientFolder });
  admin = await server.signIn('admin');
  all = Object.entries(server.routes);
}, 120_000);
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const evil = 'https://evil.example';
const ask = (path: string, { headers = {}, ...init }: { method?: string; body?: string; headers?: Record<string, string> } = {}) =>
  fetch(server.url + path, { redirect: 'manual', ...init, headers: { origin: evil, ...headers } });
/** Each route that does not end the session which asks. */
const standing = () => all.filter(([name]) => name !== 'outLogin');
const given = (response: Response, start: string): readonly string[] =>
  [...response.headers.keys()].filter((name) => name.startsWith(start));

describe('the server', () => {
  it('says of every answer what it is, who may frame it, and that it is not kept', async () => {
    const wrong: string[] = [];
    for (const [name, { method, path }] of standing())
      for (const authorization of [admin.token ?? '', null]) {
        const response = await ask(httpBase + path, {
          method,
          headers: { 'content-type': 'application/json', ...(authorization === null ? {} : { authorization }) },
          ...(method === 'POST' ? { body: '{}' } : {}),
        });
        await response.arrayBuffer();
        const has = (header: string, text: string): boolean => (response.headers.get(header) ?? '').includes(text);
        const type = response.headers.get('content-type') ?? '';
        const isTold = type.includes('charset=utf-8') || type === 'application/octet-stream';
        const isSafe =
          has('x-content-type-options', 'nosniff') &&
          has('content-security-policy', "frame-ancestors 'none'") &&
          has('content-security-policy', "default-src 'none'") &&
          has('referrer-policy', 'no-referrer') &&
          has('cache-control', 'no-store');
        if (!isTold || !isSafe || given(response, 'set-cookie').length > 0) wrong.push(`${name} ${response.status} ${type}`);
      }
    expect(wrong).toEqual([]);
    for (const path of ['/', '/assets/app-1a2b3c.js', '/healthz', '/docs', '/no/such/page', `${httpBase}/no/such/call`]) {
      const response = await ask(path);
      await response.arrayBuffer();
      expect(response.headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(response.headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      expect(response.headers.get('referrer-policy'), path).toBe('no-referrer');
      expect(given(response, 'set-cookie'), path).toEqual([]);
    }
  });

  it('gives no page of another site leave to ask or to read', async () => {
    for (const [name, { method, path }] of standing()) {
      const wants = { 'access-control-request-method': method, 'access-control-request-headers': 'authorization,content-type' };
      const asked = await ask(httpBase + path, { method: 'OPTIONS', headers: wants });
      const read = await ask(httpBase + path, {
        method,
        headers: { authorization: admin.token ?? '', 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{"no_such_field":1}' } : {}),
      });
      for (const response of [asked, read]) {
        await response.arrayBuffer();
        expect(given(response, 'access-control-'), name).toEqual([]);
      }
      expect(asked.status, name).not.toBe(204);
    }
  });

  it('changes nothing for a form or a picture of another site', async () => {
    const codeOf = async (response: Response): Promise<string> => {
      const text = await response.text();
      return text.startsWith('{') ? (errorCodeOf((JSON.parse(text) as Envelope<unknown>).code) ?? 'none') : String(response.status);
    };
    for (const [name, { method, path, access, upload }] of standing().filter(([, route]) => route.method === 'POST')) {
      // What a form can send: these types, no header of its own, and no cookie, since there is none.
      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        const bare = await codeOf(await ask(httpBase + path, { method, headers: { 'content-type': type }, body: '{}' }));
        expect(bare, `${name} ${type}`).toMatch(/^(SESSION_MISSING|REQUEST_)/);
        const signedIn = { 'content-type': type, authorization: admin.token ?? '' };
        const known = await codeOf(await ask(httpBase + path, { method, headers: signedIn, body: '{}' }));
        // What a caller may not do anyway is refused before its body is looked at.
        if (upload === undefined) expect(known, `${name} ${type}`).toMatch(/^(REQUEST_|ACCESS_|CONFIRM_|MARGIN_|A_SHARES_)/);
      }
      if (access !== 'public') expect(await codeOf(await ask(httpBase + path, { method })), name).toMatch(/^(SESSION_MISSING|REQUEST_)/);
      const picture = await ask(httpBase + path, { headers: { authorization: admin.token ?? '', accept: 'image/*' } });
      await picture.arrayBuffer();
      if (!all.some(([, other]) => other.method === 'GET' && other.path === path)) expect(picture.status, name).toBeGreaterThanOrEqual(400);
    }
    expect(await admin.call('currentUser')).toMatchObject({ username: 'admin' });
  });

  it('leads nobody elsewhere', async () => {
    const ways = [
      '//evil.example',
      '/\\evil.example',
      '/%2f%2fevil.example/..',
      '/login?redirect=https://evil.example',
      '/docs?url=//evil.example',
    ];
    for (const path of ways) {
      const response = await ask(path, { headers: { accept: 'text/html', host: 'evil.example', 'x-forwarded-host': 'evil.example' } });
      await response.arrayBuffer();
      expect(response.headers.get('location') ?? '', path).not.toMatch(/evil|^\/\/|\\/);
    }
    for (const [name, { path }] of all.filter(([, route]) => route.method === 'GET')) {
      const response = await ask(`${httpBase}${path}?redirect=${evil}`, { headers: { authorization: admin.token ?? '' } });
      await response.arrayBuffer();
      expect([response.status >= 300 && response.status < 400, response.headers.get('location')], name).toEqual([false, null]);
    }
  });

  it('lets a page run its own scripts alone, with no plugin and no other base', async () => {
    const policy = (await ask('/', { headers: { accept: 'text/html' } })).headers.get('content-security-policy') ?? '';
    const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]));
    expect(rules.get('script-src')).toBe("'self'");
    expect(rules.get('object-src')).toBe("'none'");
    expect(rules.get('base-uri')).toBe("'none'");
    expect(rules.get('form-action')).toBe("'self'");
    for (const rule of ['default-src', 'connect-src', 'frame-src']) expect(rules.get(rule), rule).toBe("'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it('serves nothing but its client: no source, no list, no TRACE', async () => {
    const paths = ['/.git/config', '/.git/HEAD', '/.env', '/package.json', '/server/main.ts', '/assets/', '/assets/..%2f..%2ftessera.key'];
    for (const path of [...paths, '/plugins/', '/data/', '/assets/app-1a2b3c.js.map', '/../../etc/passwd']) {
      const response = await ask(path, { headers: { accept: '*/*' } });
      const text = await response.text();
      // A path that is none is a page of the client, or unknown.
      expect(response.status === 404 || response.status === 400 || text.includes('<title>Tessera</title>'), `${path} ${text}`).toBe(true);
    }
    for (const method of ['TRACE', 'TRACK', 'PUT', 'DELETE', 'PATCH']) {
      const status = await new Promise<number>((resolve, reject) => {
        const sent = request(`${server.url}${httpBase}/user/currentUser`, { method, headers: { 'x-secret': 'mirrored' } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        });
        sent.on('error', reject).end();
      });
      expect(status, method).toBeGreaterThanOrEqual(400);
    }
  });
});
