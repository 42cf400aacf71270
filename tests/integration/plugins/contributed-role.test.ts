import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import type { PluginSource } from '../../../core/kernel/index.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const role = 'role-clerk/clerk';
const roleClerk: PluginSource = {
  folder: 'role-clerk',
  manifest: {
    ...{
      id: 'role-clerk',
      version: '1.0.0',
      api: '^2.0.0',
      kind: 'role',
      title: 'role-clerk.title',
      description: 'role-clerk.description',
    },
    contributes: { roles: [{ id: 'clerk', title: 'role-clerk.role.clerk', own: ['trade'], granted: [] }] },
  },
  load: null,
};
const shown = [pluginSource('venue-house'), pluginSource('panel-orders'), pluginSource('service-spreads')];
const password = 'correct horse battery staple';
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;

let dataFolder = '';
let server: TestServer | null = null;
afterAll(async () => {
  await server?.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

async function signedIn(plugins: readonly PluginSource[]) {
  server = await startTestServer({ plugins, dataFolder });
  if ((await server.store.users.byLogin('clerk')) === null) {
    const { id } = await server.people.create({ username: 'clerk', email: null, password, role, vipLevel: 3, demo: false });
    const { apiId } = await server.room.accounts.ensureAccount(id, 'tessera');
    await server.room.accounts.deposit(spotAccount(apiId), 'USDT', '10000', id);
  }
  const client = new HttpClient(server.url);
  const user = await client.signIn('clerk', password);
  const [account] = await client.call('apiAll');
  return { server, client, user, apiId: account?.api_id ?? 0 };
}

it('a person whose role has gone with its plugin is told, opens nothing, and takes back what he began; with the plugin all is as before', async () => {
  dataFolder = await freshDataDir();
  const order = { ...market, side: 'BUY', type: 'LIMIT', qty: '1', price: '100' } as const;
  const before = await signedIn([...shown, roleClerk]);
  expect(before.user.role_gone).toBeUndefined();
  const [placed] = await before.client.call('doOrder', { body: { api_id: before.apiId, ...order } });
  await before.server.close();

  const without = await signedIn(shown);
  const { client, apiId } = without;
  const gone = errorCatalogue.ROLE_GONE.number;
  expect(without.user).toMatchObject({ role, role_gone: true });
  expect(await client.call('currentUser')).toMatchObject({ role, role_gone: true });
  // What guests have is left.
  expect((await client.call('pluginList')).map(({ id }) => id)).toEqual(['service-spreads']);
  expect((await refusalOf(client.call('doOrder', { body: { api_id: apiId, ...order } }))).number).toBe(gone);
  expect((await refusalOf(client.call('adminPlugins'))).number).toBe(gone);
  expect(await client.call('apiAll')).toMatchObject([{ may: ['know', 'see', 'report', 'reduce'] }]);
  const open = () => client.call('openOrders', { query: { api_ids: String(apiId) } });
  expect(await open()).toMatchObject([{ order_id: placed?.order_id }]);
  await client.call('cancelOrder', { body: { api_id: apiId, ...market, order_id: placed?.order_id ?? '' } });
  expect(await open()).toEqual([]);
  const admin = await without.server.signIn('admin');
  expect((await admin.call('adminPluginSets')).map((set) => set.role)).not.toContain(role);
  await without.server.close();

  const again = await signedIn([...shown, roleClerk]);
  expect((await again.client.call('pluginList')).map(({ id }) => id)).toContain('panel-orders');
  expect(await again.client.call('doOrder', { body: { api_id: again.apiId, ...order } })).toHaveLength(1);
}, 180_000);
