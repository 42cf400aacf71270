import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpBase, type RouteName, routes } from '../../../schemas/wire/index.ts';
import { silent } from '../../../server/trading/trading-fixture.ts';
import { AheadClock } from '../../kit/servers/ahead-clock.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, until } from '../../kit/servers/strategy-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** Whoever looks at what is others', or takes it along, stands in the audit. */
const clock = new AheadClock(silent);
let server: TestServer;
let owner: HttpClient;
let observer: HttpClient;
let apiId = 0;
let observerId = '';
beforeAll(async () => {
  server = await startTestServer({ clock });
  [owner, observer] = [await server.signIn('trader2'), await server.signIn('observer')];
  apiId = await apiOf(owner);
  observerId = await idOf('observer');
  await owner.call('authorisationGive', { body: { api_id: apiId, grantee: 'observer', acts: ['see', 'report'], until: null } });
}, 120_000);
afterAll(() => server?.close());

const idOf = async (username: string): Promise<string> => {
  const [row] = await server.store.sql.run<{ readonly id: string }>('select id from app_user where username = $1', [username]);
  return row?.id ?? '';
};

interface Noted {
  readonly action: string;
  readonly subject: string;
}
/** What stands there of him, oldest first. */
async function notedOf(who: string): Promise<readonly Noted[]> {
  const { items } = await server.store.audit.page({ actor: await idOf(who), limit: 1_000 });
  return items
    .filter(({ action }) => /viewed|exported/.test(action))
    .map(({ action, subject }) => ({ action, subject }))
    .reverse();
}
const taken = async (client: HttpClient, name: RouteName, query: Record<string, string> = {}): Promise<number> => {
  const response = await fetch(`${server.url}${httpBase}${routes[name].path}?${new URLSearchParams(query)}`, {
    headers: { authorization: client.token ?? '' },
  });
  await response.text();
  return response.status;
};

it('at an account of somebody else, once an hour however often and by whatever he reads it', async () => {
  const account = { action: 'account.viewed', subject: `account/${apiId}` };
  const query = { api_ids: String(apiId) };
  await Promise.all([observer.call('openOrders', { query }), observer.call('balances', { query: {} })]);
  await observer.call('positions', { query });
  await observer.call('orderHistory', { query: {} });
  expect(await notedOf('observer')).toEqual([account]);
  clock.ahead(61 * 60_000);
  observer = await server.signIn('observer');
  const probe = await StreamProbe.open(server.url);
  await probe.request({ op: 'auth', token: observer.token });
  await probe.request({ op: 'subscribe', topics: ['balances'] });
  await until(
    () => notedOf('observer'),
    (noted) => noted.length === 2,
    'the look through a socket is noted',
  );
  probe.close();
  expect(await notedOf('observer')).toEqual([account, account]);
});

it('at nothing of his own, nor at what he was refused', async () => {
  await owner.call('openOrders', { query: {} });
  expect(await taken(owner, 'fillsExport')).toBe(200);
  const stranger = await server.signIn('trader3');
  await expect(stranger.call('openOrders', { query: { api_ids: String(apiId) } })).rejects.toThrow('ACCESS_ACCOUNT');
  expect([await notedOf('trader2'), await notedOf('trader3')]).toEqual([[], []]);
});

it('with each table of an account of somebody else, every time, and with what is in it', async () => {
  const since = (await notedOf('observer')).length;
  for (const name of ['orderHistoryExport', 'fillsExport', 'closesExport', 'ledgerExport'] as const)
    expect(await taken(observer, name, { api_ids: String(apiId), exchange: 'tessera' })).toBe(200);
  const exported = { action: 'account.exported', subject: `account/${apiId}` };
  expect((await notedOf('observer')).slice(since)).toEqual([exported, exported, exported, exported]);
  const { items } = await server.store.audit.page({ actor: observerId, action: 'account.exported', limit: 10 });
  expect(items.map(({ after }) => after).reverse()).toEqual(
    ['orders', 'fills', 'closes', 'ledger'].map((what) => ({ what, api_ids: String(apiId), exchange: 'tessera' })),
  );
});

it('of risk, asset, finance and administrators at what is everybody’s', async () => {
  const [risk, asset, finance, admin] = await Promise.all(['risk', 'asset', 'finance', 'admin'].map((who) => server.signIn(who)));
  for (let times = 0; times < 2; times++) {
    await risk?.call('riskInstances', { query: { state: 'running' } });
    await risk?.call('riskExposure');
    await risk?.call('riskPositions', { query: { api_id: apiId } });
    await asset?.call('financeAccounts', { query: {} });
    await finance?.call('movementList', { query: {} });
  }
  expect(await taken(admin as HttpClient, 'inboxExport', { state: 'new' })).toBe(200);
  expect(await notedOf('risk')).toEqual([
    { action: 'instances.viewed', subject: 'instances' },
    { action: 'exposure.viewed', subject: 'desk' },
    { action: 'positions.viewed', subject: `account/${apiId}` },
  ]);
  expect(await notedOf('asset')).toEqual([{ action: 'accounts.viewed', subject: 'accounts' }]);
  expect(await notedOf('finance')).toEqual([{ action: 'money.viewed', subject: 'movements' }]);
  expect(await notedOf('admin')).toEqual([{ action: 'letters.exported', subject: 'inbox' }]);
});
