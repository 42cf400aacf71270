import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErrorCode, errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { createPlugin } from '../../../scripts/new-plugin.ts';
import { startFromBuild } from '../../../server/threads/thread-file.ts';
import { root } from '../../architecture/reading/source-files.ts';
import { ask } from '../../kit/contributing.ts';
import { HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { infoOf, stopAndWait, until } from '../../kit/servers/strategy-client.ts';
import { pluginIn, pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { buildSite } from '../../kit/site.ts';

/**
 * One of each that a plugin can be, in a temporary folder, in a real server of which no other file was touched. What cannot be added so is no contribution:
 * a kind of market and a type of order are words of the domain (docs/architecture.md, "To add a …").
 */
let into = '';
let server: TestServer;
let ann: HttpClient;
const nameOf = (kind: string): string => (kind === 'page' || kind === 'site' ? `added-${kind}` : 'added');
const numberOf = (code: ErrorCode): number => errorCatalogue[code].number;
const kinds = ['venue', 'strategy', 'feature', 'panel', 'page', 'service', 'role', 'site'] as const;

beforeAll(async () => {
  startFromBuild(['strategy-worker'], null);
  const data = join(root, '.data');
  mkdirSync(data, { recursive: true });
  into = mkdtempSync(join(data, 'one-of-each-'));
  // A feature has a page as well, and no two have one path.
  const made = kinds.map((kind) => createPlugin(kind, nameOf(kind), into));
  // Runs at once, and not a minute after the start.
  const file = join(into, 'feature-added', 'server.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('firstAfterMs: 60_000', 'firstAfterMs: 0'));
  const sources = made.map(({ folder }) => pluginIn(pathToFileURL(`${folder}/`)));
  const shown = ['panel-orders', 'panel-order-ticket', 'page-admin-plugins', 'panel-balances'].map(pluginSource);
  const clientFolder = join(into, 'client');
  await buildSite(clientFolder, [join(into, 'site-added-site')]);
  server = await startTestServer({ plugins: [pluginSource('venue-house'), ...shown, ...sources], clientFolder });
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

it('the public page stands at its path in every language, in the map of the site, and not for who has no such page', async () => {
  const titles = await Promise.all(
    ['', '/zh-CN', '/zh-TW'].map(async (prefix) => {
      const page = await fetch(`${server.url}${prefix}/added-site`);
      return [page.status, /<html lang="[^"]*"/.exec(await page.text())?.[0]];
    }),
  );
  expect(titles).toEqual([
    [200, '<html lang="en"'],
    [200, '<html lang="zh-CN"'],
    [200, '<html lang="zh-TW"'],
  ]);
  expect(await (await fetch(`${server.url}/sitemap.xml`)).text()).toContain('/zh-TW/added-site</loc>');
  expect((await fetch(`${server.url}/zh-CN/no-such-page`)).status).toBe(404);
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

describe('the role', () => {
  const role = 'role-added/added';
  let clerk: HttpClient;
  let clerkId = '';

  beforeAll(async () => {
    const password = 'correct horse battery staple';
    const person = await server.people.create({ username: 'clerk', email: null, password, role, vipLevel: 3, demo: false });
    clerkId = person.id;
    clerk = new HttpClient(server.url);
    expect(await clerk.signIn('clerk', password)).toMatchObject({ username: 'clerk', role });
  });

  it('has the plugins that it says, and no page of administrators', async () => {
    const ids = (await clerk.call('pluginList')).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['panel-orders', 'panel-balances', 'panel-added', 'feature-added', 'role-added']));
    for (const id of ['panel-order-ticket', 'strategy-added', 'page-admin-plugins']) expect(ids).not.toContain(id);
    expect((await refusalOf(clerk.call('adminPlugins'))).number).toBe(numberOf('ACCESS_ROLE'));
  });

  it('looks at what it is authorised for and takes it back, and trades with nothing', async () => {
    const owned = (await ann.call('apiList')).find(({ exchange }) => exchange === 'tessera');
    const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
    const apiId = owned?.api_id ?? 0;
    const [order] = await ann.call('doOrder', {
      body: { api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', qty: '1', price: '100' },
    });
    const openOrders = () => clerk.call('openOrders', { query: { api_ids: String(apiId) } });
    expect(await clerk.call('apiAll')).toEqual([]);
    expect((await refusalOf(openOrders())).number).toBe(numberOf('ACCESS_ACCOUNT'));
    const granted = { granteeId: clerkId, apiId, acts: ['see', 'reduce', 'trade', 'move'] as const };
    await server.room.grants.put({ ...granted, acts: [...granted.acts], untilMs: null, grantedBy: 'trader1', grantedMs: Date.now() });
    expect(await clerk.call('apiAll')).toMatchObject([{ api_id: apiId, may: ['know', 'see', 'reduce'] }]);
    expect(await openOrders()).toMatchObject([{ order_id: order?.order_id }]);
    const placing = clerk.call('doOrder', { body: { api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', qty: '1', price: '100' } });
    expect((await refusalOf(placing)).number).toBe(numberOf('ACCESS_ROLE'));
    await clerk.call('cancelOrder', { body: { api_id: apiId, ...market, order_id: order?.order_id ?? '' } });
    expect(await openOrders()).toEqual([]);
  });

  it('stands on the page of plugins and has a set that is changed like any other', async () => {
    const admin = await server.signIn('admin');
    const now = (await admin.call('adminPluginSets')).find((set) => set.role === role);
    expect(now).toMatchObject({ included: ['*'], excluded: ['panel-order-ticket', 'strategy-*'] });
    expect((await admin.call('adminPluginMatrix')).find((row) => row.role === role)).toMatchObject({ people: 1 });
    if (now === undefined) throw new Error('the role has no set');
    await admin.call('adminPluginSetSave', {
      body: { ...now, excluded: [...now.excluded, 'panel-balances'], reason: 'a test', expected: now },
    });
    expect((await clerk.call('pluginList')).map(({ id }) => id)).not.toContain('panel-balances');
    const nobodys = { ...now, role: 'role-added/nobody', expected: { ...now, role: 'role-added/nobody' } } as const;
    await expect(admin.call('adminPluginSetSave', { body: { ...nobodys, reason: 'a test' } })).rejects.toThrow(/role-added\/nobody/);
  });
});
