import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { houseRoles } from '../../../core/domain/accounts/role.ts';
import { isPrepared } from '../../../scripts/kit/prepare.mjs';
import { HttpClient } from '../../kit/servers/http-client.ts';
import { Product } from '../../kit/servers/product.ts';
import { setUp, setUpAnswers } from '../../kit/servers/set-up.ts';
import { startTestServer } from '../../kit/servers/test-server.ts';

let dataFolder: string;
const running: Product[] = [];

beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'tessera-product-'));
});
afterEach(async () => {
  for (const product of running.splice(0)) await product.stop();
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

function start(args: readonly string[] = []): Product {
  const product = Product.start({ TESSERA_DATA: dataFolder, TESSERA_LOGLEVEL: 'debug' }, args);
  running.push(product);
  return product;
}

const text = async (url: string): Promise<string> => {
  const response = await fetch(url);
  expect(response.status, url).toBe(200);
  return response.text();
};

/** Every line of the log is JSON with a severity, a time and a text, and holds none of these secrets. */
function expectCleanLog(product: Product, secrets: readonly string[]): void {
  expect(product.log.length).toBeGreaterThan(1);
  for (const line of product.log) {
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.any(Number), msg: expect.any(String) });
    for (const secret of secrets) expect(line).not.toContain(secret);
  }
}

// Never built from here: other tests read the folder of the build.
describe.skipIf(!isPrepared())('npm start', () => {
  it('starts on a bare folder, says in one line where it is set up, warns of a misspelt setting, serves everything, and stops cleanly on SIGTERM', async () => {
    const product = start();
    const url = await product.url();
    expect(url, 'the name that the README says').toMatch(/^http:\/\/localhost:\d+$/);
    const opened = product.words.filter((line) => line.includes('://'));
    const [, setUpPage, token = ''] = /^Tessera \S+ has no administrator yet: set it up at (\S+)#(\S+)$/.exec(opened[0] ?? '') ?? [];
    expect([opened.length, setUpPage, token.length]).toEqual([1, `${url}/set-up`, 43]);
    for (const path of ['/', '/home?a=1', '/login', '/set-up']) {
      const { status, headers } = await fetch(url + path, { redirect: 'manual' });
      const leads = path === '/' || path === '/login';
      expect([path, status, headers.get('location')]).toEqual([path, leads ? 302 : 200, leads ? '/set-up' : null]);
    }
    const fromElsewhere = await fetch(`${url}/login`, { redirect: 'manual', headers: { 'x-forwarded-for': '203.0.113.1' } });
    expect(fromElsewhere.status).toBe(200);
    await setUp(url);
    const { status, headers } = await fetch(`${url}/set-up`, { redirect: 'manual' });
    expect((await fetch(url, { redirect: 'manual' })).headers.get('location')).toBe('/zh-TW/home');
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, '/login', 'no-store']);
    expect(await text(`${url}/login`)).toMatch(
      /<html lang="zh-TW" data-language="zh-TW" data-languages="en zh-CN zh-TW" data-firm="Meridian &amp; Sons"[\s\S]*<title>Meridian &amp; Sons</,
    );

    for (const address of [url, url.replace('localhost', '127.0.0.1')])
      expect(JSON.parse(await text(`${address}/healthz`)), address).toEqual({ healthy: true, problems: [] });
    expect(Object.keys((JSON.parse(await text(`${url}/docs/json`)) as { paths: object }).paths)).toContain('/sapi/order/doOrder');
    const page = await text(`${url}/dashboard`);
    const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(await text(url + entry)).toContain('import');
    const exchanges = await new HttpClient(url).call('exchangeInfo');
    expect(exchanges.map(({ exchange, health }) => [exchange, health])).toEqual([['tessera', 'LIVE']]);

    const figures = await text(`${url}/metrics`);
    for (const name of [
      'tessera_call_seconds_bucket{le="0.001",route="exchangeInfo"} ',
      'tessera_sockets ',
      'tessera_venue_up{exchange="tessera"} 1',
      'process_cpu_user_seconds_total ',
      'process_resident_memory_bytes ',
      'nodejs_eventloop_lag_p99_seconds ',
    ])
      expect(figures).toContain(`\n${name}`);

    expect(await product.stop()).toBe(0);
    expectCleanLog(product, [token, setUpAnswers.password, readFileSync(join(dataFolder, 'master.key'), 'utf8').trim()]);
    expect(product.log.at(-1)).toContain('the server has stopped');
    const misspelt = 'TESSERA_LOGLEVEL is no setting of the server and changes nothing; TESSERA_LOG_LEVEL may be meant';
    expect(product.log.filter((line) => line.includes('no setting')).map((line) => JSON.parse(line).msg)).toEqual([misspelt]);

    const server = await startTestServer({ dataFolder, demo: false });
    try {
      expect(server.setUpToken).toBeNull();
      const client = server.guest();
      await client.signIn('olga', setUpAnswers.password);
      expect(await client.call('currentUser')).toMatchObject({ username: 'olga', role: 'admin' });
    } finally {
      await server.close();
    }
  }, 120_000);

  it('makes demo accounts of every role and VIP level with printed passwords and balances, and opens the simulated exchanges', async () => {
    const product = start(['--demo']);
    const url = await product.url();
    const people = product.words.flatMap((line) => {
      const [, name, password, role, level] = /^ {2}(\S+) +(\S+) {3}(\S+), VIP (\d)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, password: password ?? '', role, level }];
    });
    expect(new Set(people.map(({ role }) => role))).toEqual(new Set(houseRoles));
    expect(people.filter(({ role }) => role === 'user').map(({ level }) => level)).toEqual(['0', '1', '2', '3']);
    expect(product.words.join('\n')).toMatch(/Each began on every exchange with 100000 USDT, 2 BTC, /);
    expect(product.words.filter((line) => line.includes('://'))).toEqual([
      expect.stringMatching(/^Tessera \S+ runs at http:\/\/localhost:\d+$/),
    ]);

    const client = new HttpClient(url);
    expect((await client.call('exchangeInfo')).map(({ exchange }) => exchange).sort()).toEqual([
      'aurora',
      'meridian',
      'polaris',
      'tessera',
    ]);
    const instruments = await client.call('symbols');
    for (const exchange of ['aurora', 'meridian', 'polaris'])
      expect(instruments.filter((one) => one.exchange === exchange && one.contract_kind === 'spot').length).toBeGreaterThanOrEqual(6);

    expect(await product.stop()).toBe(0);
    expectCleanLog(
      product,
      people.map(({ password }) => password),
    );
  }, 120_000);
});
