import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import type { InstanceView } from '../../../schemas/wire/strategy.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { setUp } from '../../kit/servers/set-up.ts';
import { startKit, until, untilStatus } from '../../kit/servers/strategy-client.ts';
import { pluginSource, pluginsWithRoutes, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { userRecord } from '../../kit/store-records.ts';
import { strategyKit } from '../../kit/strategy-plugins.ts';
import { duo, twoTypeVenue } from '../../kit/venues/two-type-venue.ts';

/** The sandbox is closed while somebody trades there: orders, instances, balances, owners, a start on the same data, and its opening again. */
let dataFolder: string;
let server: TestServer;
let admin: HttpClient;
let ann: HttpClient;
let apiId = 0;
let instance: InstanceView;

const plugins = () => [pluginSource('venue-house'), pluginSource('venue-paper'), twoTypeVenue, strategyKit, ...pluginsWithRoutes()];
/** An exchange that the firm chose not to open when it was set up. */
const duoKey = `venue-duo/${duo}`;
const market = { exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const place = () => ann.call('doOrder', { body: { api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', qty: '0.01', price: '60000' } });
const balances = async () => (await ann.call('balances', { query: { api_ids: String(apiId) } })).map(({ asset, total }) => [asset, total]);
const openOrders = () => ann.call('openOrders', { query: {} });
const states = async () =>
  Object.fromEntries((await admin.call('platformVenues')).map(({ key, kind, state }) => [key, `${kind} ${state}`]));
const change = async (body: object) => {
  const { version } = await admin.call('platformGet');
  return admin.call('platformChange', { body: { version, reason: 'we trade in earnest now', ...body } as never });
};
const listed = async () =>
  (await ann.call('symbols')).filter(({ exchange, state }) => exchange === 'aurora' && state !== 'DELISTED').map(({ symbol }) => symbol);

async function signIn(): Promise<void> {
  const user = userRecord('ann', { username: 'ann', role: 'user', vipLevel: 3 });
  if ((await server.store.users.get('ann')) === null) await server.store.users.create(user);
  ann = new HttpClient(server.url);
  ann.token = (await server.sessions.open(user, { ip: '127.0.0.1', userAgent: 'closing' }))?.token ?? null;
}

beforeAll(async () => {
  dataFolder = await freshDataDir();
  server = await startTestServer({ demo: false, dataFolder, plugins: plugins() });
  admin = await setUp(server.url, { sandbox: true, closed_venues: [duoKey] });
  await until(states, (now) => now['venue-paper/paper'] === 'sandbox open', 'the sandbox is open');
  await signIn();
  ({ apiId } = await server.room.accounts.ensureAccount('ann', 'aurora'));
  expect(await server.room.accounts.deposit(spotAccount(apiId), 'USDT', '10000', 'ann')).toMatchObject({ ok: true });
}, 150_000);
afterAll(async () => {
  await server?.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

it('closes no exchange before whoever closes it has been told what lies there, and never the house’s own', async () => {
  await place();
  instance = await startKit(ann, 'busy', { apiId, instrumentId: 'aurora/BTCUSDT/spot', price: '60000', pauseMs: 200 });
  const [paper] = (await admin.call('platformVenues')).filter(({ plugin }) => plugin === 'venue-paper');
  expect(paper).toMatchObject({ accounts: 1, instances: 1, title: 'title', description: 'description' });
  expect(paper?.orders).toBeGreaterThanOrEqual(1);
  const { number, params } = await refusalOf(change({ sandbox: false }));
  expect([number, params]).toEqual([40958, {}]);
  expect((await refusalOf(change({ closed_venues: ['venue-house/tessera'] }))).params).toMatchObject({ field: 'closed_venues' });
  expect((await refusalOf(change({ closed_venues: ['venue-none/none'] }))).params).toMatchObject({ field: 'closed_venues' });
  expect(await admin.call('platformGet')).toMatchObject({ sandbox: true, closed_venues: [duoKey] });
  expect(await states()).toEqual({ 'venue-house/tessera': 'needed open', 'venue-paper/paper': 'sandbox open', [duoKey]: 'choice closed' });
});

it('takes orders back, ends instances, tells their owners, and leaves balances where they are', async () => {
  await change({ sandbox: false, close_in_use: true });
  await expect.poll(states, { timeout: 60_000 }).toMatchObject({ 'venue-paper/paper': 'sandbox closed' });
  expect(await openOrders()).toEqual([]);
  expect(await listed()).toEqual([]);
  expect((await balances()).map(([asset]) => asset)).toContain('USDT');
  await expect(place()).rejects.toThrow();
  await untilStatus(ann, instance, 'STOPPED');
  const { items } = await server.store.audit.page({ limit: 50 });
  expect(items.find(({ action }) => action === 'venue.closed')).toMatchObject({
    ...{ subject: 'platform', reason: 'we trade in earnest now', after: { accounts: 1, instances: 1 } },
  });
  expect(items.filter(({ action }) => action === 'strategy.stopped-by-admin')).toHaveLength(1);
  // In the language of the firm, as he has chosen none.
  const told = await server.store.messages.page('ann', { limit: 10 });
  expect(JSON.stringify(told)).toContain('平台已關閉 Aurora, Meridian, Polaris：we trade in earnest now');
});

it('shows what lies at a closed exchange after a start too, keeps it closed, and opens it with all of it', async () => {
  const before = await balances();
  await server.close();
  server = await startTestServer({ demo: false, dataFolder, plugins: plugins() });
  const { token } = admin;
  admin = new HttpClient(server.url);
  admin.token = token;
  await signIn();
  expect(await states()).toMatchObject({ 'venue-paper/paper': 'sandbox closed' });
  expect(await balances()).toEqual(before);
  await change({ sandbox: true });
  await expect.poll(states, { timeout: 60_000 }).toMatchObject({ 'venue-paper/paper': 'sandbox open' });
  expect(await balances()).toEqual(before);
  expect(await openOrders()).toEqual([]);
  expect(await listed()).toContain('BTCUSDT');
  expect(await place()).toHaveLength(1);
});

it('closes and opens in one run, as often as the firm says so', async () => {
  await change({ sandbox: false, close_in_use: true });
  await change({ sandbox: true });
  await change({ sandbox: false, close_in_use: true });
  await expect.poll(states, { timeout: 60_000 }).toMatchObject({ 'venue-paper/paper': 'sandbox closed' });
  await change({ sandbox: true });
  await expect.poll(states, { timeout: 60_000 }).toMatchObject({ 'venue-paper/paper': 'sandbox open' });
  await expect.poll(listed).toContain('BTCUSDT');
  expect(await openOrders()).toEqual([]);
  expect(await place()).toHaveLength(1);
});

it('opens an exchange that was left closed at the set-up, and closes it with its orders, as it does a sandbox', async () => {
  const at = async () => (await ann.call('symbols')).filter(({ exchange, state }) => exchange === duo && state !== 'DELISTED').length;
  expect(await at()).toBe(0);
  await change({ closed_venues: [] });
  await expect.poll(states, { timeout: 60_000 }).toMatchObject({ [duoKey]: 'choice open' });
  await expect.poll(at).toBe(1);
  const own = await server.room.accounts.ensureAccount('ann', duo);
  expect(await server.room.accounts.deposit(spotAccount(own.apiId), 'USDT', '10000', 'ann-duo')).toMatchObject({ ok: true });
  const order = { api_id: own.apiId, ...market, exchange: duo, side: 'BUY', type: 'LIMIT', qty: '0.01', price: '60000' } as const;
  expect(await ann.call('doOrder', { body: order })).toHaveLength(1);
  expect((await refusalOf(change({ closed_venues: [duoKey] }))).number).toBe(40958);
  await change({ closed_venues: [duoKey], close_in_use: true });
  await expect.poll(states, { timeout: 60_000 }).toMatchObject({ [duoKey]: 'choice closed', 'venue-paper/paper': 'sandbox open' });
  expect((await openOrders()).filter(({ api_id }) => api_id === own.apiId)).toEqual([]);
  await expect(ann.call('doOrder', { body: order })).rejects.toThrow();
  const held = await ann.call('balances', { query: { api_ids: String(own.apiId) } });
  expect(held.filter(({ asset, total }) => asset === 'USDT' && Number(total) === 10_000)).toHaveLength(1);
});
