import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlugin } from '../../../scripts/new-plugin.ts';
import { root } from '../../architecture/reading/source-files.ts';
import { ask } from '../../kit/contributing.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { infoOf, stopAndWait, until } from '../../kit/servers/strategy-client.ts';
import { pluginIn, pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/**
 * One of each that a plugin can be, in a temporary folder, in a real server of which no other file was touched. What cannot be added so is no contribution:
 * a kind of market, a type of order and a role are words of the domain (docs/architecture.md, "To add a …").
 */
let into = '';
let server: TestServer;
let ann: HttpClient;
const nameOf = (kind: string): string => (kind === 'page' ? 'added-page' : 'added');
const kinds = ['venue', 'strategy', 'feature', 'panel', 'page', 'service'] as const;

beforeAll(async () => {
  const data = join(root, '.data');
  mkdirSync(data, { recursive: true });
  into = mkdtempSync(join(data, 'one-of-each-'));
  // A feature has a page as well, and no two have one path.
  const made = kinds.map((kind) => createPlugin(kind, nameOf(kind), into));
  // Runs at once, and not a minute after the start.
  const file = join(into, 'feature-added', 'server.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('firstAfterMs: 60_000', 'firstAfterMs: 0'));
  const sources = made.map(({ folder }) => pluginIn(pathToFileURL(`${folder}/`)));
  server = await startTestServer({ plugins: [pluginSource('venue-house'), ...sources] });
  ann = await server.signIn('trader1');
}, 300_000);
afterAll(async () => {
  await server?.close();
  rmSync(into, { recursive: true, force: true });
});

it('all are there, with nothing wrong', async () => {
  const plugins = await (await server.signIn('admin')).call('adminPlugins');
  for (const kind of kinds)
    expect(plugins.find(({ id }) => id === `${kind}-${nameOf(kind)}`)).toMatchObject({ state: 'active', reason: null });
});

it('the venue is open with its markets', async () => {
  const symbols = await ann.call('symbols');
  const added = symbols.find(({ exchange }) => exchange === 'added');
  expect(added).toBeDefined();
  expect(server.room.venues.statuses().find(({ exchange }) => exchange === 'added')).toMatchObject({ health: 'LIVE' });
});

it('the feature answers its calls from its table, and the pages of the API have them', async () => {
  expect(await ask(ann, { method: 'POST', path: '/feature-added/add' }, { text: 'one of each' })).toMatchObject({ code: 200 });
  expect(await ask(ann, { method: 'GET', path: '/feature-added/list' })).toMatchObject({ code: 200, data: [{ text: 'one of each' }] });
  expect(await (await fetch(`${server.url}/docs/json`)).text()).toContain('/sapi/feature-added/list');
});

it('the job of the feature has run', async () => {
  const run = await until(
    async () => (await server.store.jobRuns.all()).find(({ owner }) => owner === 'feature-added'),
    (one) => one !== undefined && one.endedMs !== null,
    'the job has ended',
  );
  expect(run).toMatchObject({ job: 'forget', error: null });
});

it('an instance of the strategy works an order on the added venue, and takes it back when it is stopped', async () => {
  const account = (await ann.call('apiList')).find(({ exchange }) => exchange === 'added');
  if (account === undefined) throw new Error('nobody has an account at the added venue');
  const id = 'added/BTCUSDT/spot';
  const market = { exchange: 'added', symbol: 'BTCUSDT', account_type: 'spot' } as const;
  const params = { apiId: account.api_id, instrumentId: id, price: '49000', qty: '0.1' };
  const one = await ann.call('strategyStart', {
    body: { strategy: 'strategy-added/added', name: 'added', environment: 'production', params },
  });
  const open = () => ann.call('openOrders', { query: { api_ids: String(account.api_id) } });
  // It acts on a price: two people trade.
  for (const [who, side] of [
    ['trader3', 'SELL'],
    ['trader2', 'BUY'],
  ] as const) {
    const client = await server.signIn(who);
    const api = (await client.call('apiList')).find(({ exchange }) => exchange === 'added');
    await client.call('doOrder', { body: { api_id: api?.api_id ?? 0, ...market, side, type: 'LIMIT', qty: '0.01', price: '50000' } });
  }
  const info = await until(
    () => infoOf(ann, one),
    ({ orders }) => orders.length === 1,
    'its order works',
  );
  expect(info).toMatchObject({ instance: { status: 'TRADING' }, orders: [{ price: '49000', open_qty: '0.1' }] });
  expect(await until(open, (orders) => orders.length === 1, 'the exchange has it')).toMatchObject([{ price: '49000', qty: '0.1' }]);
  await stopAndWait(ann, one);
  expect(await open()).toEqual([]);
});
