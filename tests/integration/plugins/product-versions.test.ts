import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PersonView } from '../../../schemas/wire/people.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const shown = ['venue-house', 'panel-depth', 'panel-chart', 'service-people', 'service-audit', 'service-spreads'];
const reason = 'a test of versions';
const set = { included: [], excluded: [], vip_overrides: {}, locked: [] };

let server: TestServer;
let admin: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: shown.map(pluginSource) });
  admin = await server.signIn('admin');
}, 60_000);
afterAll(() => server.close());

async function personNamed(search: string): Promise<PersonView> {
  const { results } = await admin.call('peopleList', { query: { search } });
  return admin.call('personGet', { query: { user_id: results[0]?.user_id ?? '' } });
}
const spreads = (client: HttpClient) =>
  client.call('spreads').then(
    () => 'answered',
    (error: unknown) => String(error),
  );

it('of two traders the one with a version of the product reaches a plugin that the other is refused, and both follow the set', async () => {
  const before = (await admin.call('adminPluginSets')).find(({ role }) => role === 'user');
  if (before === undefined) throw new Error('traders have no set');
  await admin.call('adminPluginSetSave', { body: { ...before, excluded: [...before.excluded, 'service-spreads'], reason } });
  await admin.call('adminNamedSetSave', { body: { name: 'paid', ...set, included: ['service-spreads'], reason } });

  const { user_id, version } = await personNamed('trader2');
  const changed = await admin.call('personChange', { body: { user_id, version, product: 'pro', reason } });
  expect(changed).toMatchObject({ product: 'pro', sessions: [] });
  const [plain, pro] = [await server.signIn('trader1'), await server.signIn('trader2')];
  expect([await spreads(plain), await spreads(pro)]).toEqual([
    expect.stringContaining('ACCESS_PLUGIN'),
    expect.stringContaining('ACCESS_PLUGIN'),
  ]);

  const probe = await StreamProbe.open(server.url);
  await probe.request({ op: 'auth', token: pro.token });
  await probe.request({ op: 'subscribe', topics: ['plugins'] });
  await probe.until(() => probe.ofTopic('plugins').length > 0);
  await admin.call('adminProductVersionTie', { body: { product_version: 'pro', set_name: 'paid', reason } });
  await probe.until(() => JSON.stringify(probe.ofTopic('plugins').at(-1)).includes('service-spreads'), 2_000);
  expect(await spreads(pro)).toBe('answered');
  expect(await spreads(plain)).toContain('ACCESS_PLUGIN');
  const seen = (product_version?: 'pro') =>
    admin.call('adminPluginSetAs', {
      body: { set: { ...before, excluded: ['panel-depth'] }, level: 0, ...(product_version && { product_version }) },
    });
  expect((await seen()).some(({ plugin }) => plugin === 'panel-depth')).toBe(false);

  await admin.call('adminNamedSetSave', { body: { name: 'paid', ...set, included: ['panel-depth'], reason } });
  await probe.until(() => !JSON.stringify(probe.ofTopic('plugins').at(-1)).includes('service-spreads'), 2_000);
  expect(await spreads(pro)).toContain('ACCESS_PLUGIN');
  expect((await seen('pro')).some(({ plugin }) => plugin === 'panel-depth')).toBe(true);
  probe.socket.close();

  const history = await admin.call('personHistory', { query: { user_id } });
  expect(history.results[0]).toMatchObject({
    action: 'person.changed',
    reason,
    before: { product: null },
    after: { product: 'pro' },
  });
  const again = await personNamed('trader2');
  const taken = await admin.call('personChange', { body: { user_id, version: again.version, product: null, reason } });
  expect(taken.product).toBeNull();
  await expect(pro.call('apiAll')).rejects.toThrow('SESSION_INVALID');
});

it('what is locked for a role is named to everybody of it and opens to none of them, whatever his level, until it is unlocked', async () => {
  const before = (await admin.call('adminPluginSets')).find(({ role }) => role === 'user');
  if (before === undefined) throw new Error('traders have no set');
  const locked = ['service-spreads', 'panel-depth'];
  const wanted = { ...before, excluded: before.excluded.filter((id) => !locked.includes(id)), vip_overrides: {} };
  await admin.call('adminPluginSetSave', { body: { ...wanted, locked, reason } });
  const named = async (client: HttpClient) => {
    const probe = await StreamProbe.open(server.url);
    await probe.request({ op: 'auth', token: client.token });
    await probe.request({ op: 'subscribe', topics: ['plugins'] });
    await probe.until(() => probe.ofTopic('plugins').length > 0);
    probe.socket.close();
    const list = probe.ofTopic('plugins').at(-1)?.d as readonly { readonly id: string; readonly locked_at_vip: number | null }[];
    return Object.fromEntries(list.filter(({ id }) => locked.includes(id)).map(({ id, locked_at_vip }) => [id, locked_at_vip]));
  };
  // One above the highest level: it opens at none.
  const shut = { 'panel-depth': 4, 'service-spreads': 4 };
  for (const level of [0, 1, 2, 3]) {
    const trader = await server.signIn(`trader${level}`);
    expect([level, await named(trader), await spreads(trader)]).toEqual([level, shut, expect.stringContaining('ACCESS_VIP {"minVip":4}')]);
  }
  expect(await spreads(admin), 'of other roles nothing is locked').toBe('answered');
  await admin.call('adminPluginSetSave', { body: { ...wanted, reason } });
  const trader = await server.signIn('trader0');
  expect([await named(trader), await spreads(trader)]).toEqual([{ 'panel-depth': null, 'service-spreads': null }, 'answered']);
});
