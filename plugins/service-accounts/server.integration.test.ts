import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodeOf } from '../../core/contract/error-catalogue.ts';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import type { ProductRoutes } from '../../schemas/wire/index.ts';
import type { BodyOf } from '../../schemas/wire/route.ts';
import { type HttpClient, type RefusedCall, refusalOf as refused } from '../../tests/kit/servers/http-client.ts';
import { StreamProbe } from '../../tests/kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

/** The plugin in a real server, with the demo's people. */
let server: TestServer;
let trader: HttpClient;
let other: HttpClient;
let observer: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ['venue-house', 'service-accounts'].map(pluginSource) });
  [trader, other, observer] = [await server.signIn('trader3'), await server.signIn('trader2'), await server.signIn('observer')];
}, 120_000);
afterAll(async () => {
  await server?.close();
});

/** From now on, for an account that is to expire. */
const soonMs = 700;
const codeOf = ({ number }: RefusedCall): string => errorCodeOf(number) ?? String(number);
const refusalOf = async (call: Promise<unknown>): Promise<string> => codeOf(await refused(call));
type Terms = BodyOf<ProductRoutes['accountSave']>;
const terms = (name: string, changes: Partial<Terms> = {}): Terms => ({
  ...{ name, exchange: 'tessera', permissions: ['spot'], group_id: null, expire_time: null },
  ...changes,
});
const save = (body: Terms, by = trader) => by.call('accountSave', { body });
async function openFunded(name: string): Promise<number> {
  const { api_id } = await save(terms(name));
  const paid = await server.room.accounts.deposit(spotAccount(api_id), 'USDT', '1000', `paid-${api_id}`);
  expect(paid.ok).toBe(true);
  return api_id;
}
const order = (api_id: number, by = trader) =>
  by.call('doOrder', { body: { ...market(api_id), side: 'BUY', type: 'LIMIT', price: '100', qty: '1' } });
const market = (api_id: number) => ({ api_id, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' }) as const;
const cancelAll = (api_id: number) => trader.call('cancelAll', { body: { api_id } });
const entries = async (action: string) => (await server.store.audit.page({ action, limit: 20 })).items;

describe('an account at an exchange', () => {
  it('is opened with a name, trades at once, and stands in the list of its owner alone', async () => {
    const apiId = await openFunded('Grid');
    const [placed] = await order(apiId);
    expect(placed).toMatchObject({ api_id: apiId, status: 'UNFILLED' });
    expect((await trader.call('accountOwn', {})).accounts).toContainEqual(
      expect.objectContaining({ api_id: apiId, name: 'Grid', active: true }),
    );
    expect((await other.call('accountOwn', {})).accounts.some(({ api_id }) => api_id === apiId)).toBe(false);
    expect(await entries('account.created')).toContainEqual(
      expect.objectContaining({ subject: `account/${apiId}`, after: expect.objectContaining({ name: 'Grid', permissions: ['spot'] }) }),
    );
  });

  it('takes no new order while it is off, expired or without the permission, and lets go of what it has', async () => {
    const apiId = await openFunded('Held back');
    const [placed] = await order(apiId);
    await trader.call('accountSaveActive', { body: { api_id: apiId, active: false } });
    expect(await refusalOf(order(apiId))).toBe('ACCOUNT_INACTIVE');
    await trader.call('accountSaveActive', { body: { api_id: apiId, active: true } });
    await save({ ...terms('Held back'), api_id: apiId, permissions: ['futures'] });
    expect(await refusalOf(order(apiId))).toBe('ACCOUNT_PERMISSION');
    const { order_id = '' } = placed ?? {};
    const canceled = await trader.call('cancelOrder', { body: { ...market(apiId), order_id } });
    expect(canceled).toMatchObject({ order_id, status: 'CANCELED' });
    await save({ ...terms('Held back'), api_id: apiId, expire_time: Date.now() + soonMs });
    expect((await order(apiId)).length).toBe(1);
    await expect.poll(() => order(apiId).then(() => null, codeOf)).toBe('ACCOUNT_EXPIRED');
    expect(placed).toMatchObject({ status: 'UNFILLED' });
    await cancelAll(apiId);
    expect(server.room.venues.venue('tessera')?.openOrders(spotAccount(apiId))).toEqual([]);
  });

  it('cannot be deleted while it holds money or has orders, and is gone afterwards for good', async () => {
    const full = await openFunded('Full');
    expect(await refusalOf(trader.call('accountDelete', { body: { api_id: full } }))).toBe('ACCOUNT_NOT_EMPTY');
    expect((await order(full)).length).toBe(1);
    const { api_id: empty } = await save(terms('Empty'));
    await trader.call('accountDelete', { body: { api_id: empty } });
    expect(await refusalOf(order(empty))).toBe('ACCESS_ACCOUNT');
    const paid = await server.room.accounts.deposit(spotAccount(empty), 'USDT', '1', 'too-late');
    expect(paid.ok ? null : paid.error.code).toBe('ACCESS_ACCOUNT');
    expect(await refusalOf(trader.call('accountSaveActive', { body: { api_id: empty, active: true } }))).toBe('ACCESS_ACCOUNT');
    expect(await refusalOf(save({ ...terms('Back'), api_id: empty }))).toBe('ACCESS_ACCOUNT');
  });

  it('is refused by the field that is wrong, and nothing changes', async () => {
    const before = (await trader.call('accountOwn', {})).accounts;
    const problem = (changes: Partial<Terms>): Promise<string> => refusalOf(save(terms('Fine', changes)));
    expect(await problem({ name: '  ' })).toBe('FORM_FIELD_EMPTY');
    expect(await problem({ name: 'x'.repeat(61) })).toBe('FORM_TEXT_TOO_LONG');
    expect(await problem({ name: 'gRID' })).toBe('ACCOUNT_NAME_TAKEN');
    expect(await problem({ permissions: [] })).toBe('ACCOUNT_NO_PERMISSION');
    expect(await problem({ exchange: 'nowhere' })).toBe('ACCOUNT_EXCHANGE');
    expect(await problem({ expire_time: 1 })).toBe('ACCOUNT_EXPIRY_PAST');
    expect(await problem({ group_id: 999_999 })).toBe('ACCOUNT_GROUP_UNKNOWN');
    expect((await trader.call('accountOwn', {})).accounts).toEqual(before);
  });

  it('stands in a group of its owner, which goes without it, and in no group of somebody else', async () => {
    const { group_id } = await trader.call('accountGroupSave', { body: { name: 'Grids' } });
    const { api_id } = await save(terms('Grouped', { group_id }));
    expect(await refusalOf(save(terms('Theirs', { group_id }), other))).toBe('ACCOUNT_GROUP_UNKNOWN');
    expect(await refusalOf(other.call('accountGroupSave', { body: { group_id, name: 'Mine now' } }))).toBe('ACCOUNT_GROUP_UNKNOWN');
    expect(await refusalOf(other.call('accountGroupDelete', { body: { group_id } }))).toBe('ACCOUNT_GROUP_UNKNOWN');
    await trader.call('accountGroupDelete', { body: { group_id } });
    const { accounts, groups } = await trader.call('accountOwn', {});
    expect(groups).toEqual([]);
    expect(accounts.find((one) => one.api_id === api_id)).toMatchObject({ group_id: null });
  });

  it('of somebody else is as if it were not there', async () => {
    const apiId = await openFunded('Mine');
    expect(await refusalOf(save({ ...terms('Stolen'), api_id: apiId }, other))).toBe('ACCESS_ACCOUNT');
    expect(await refusalOf(other.call('accountSaveActive', { body: { api_id: apiId, active: false } }))).toBe('ACCESS_ACCOUNT');
    expect(await refusalOf(other.call('accountDelete', { body: { api_id: apiId } }))).toBe('ACCESS_ACCOUNT');
    expect(await refusalOf(other.call('accountDelete', { body: { api_id: 999_999 } }))).toBe('ACCESS_ACCOUNT');
  });

  it('is one of a hundred at most, also when a hundred are asked for at once', async () => {
    const asked = await Promise.all(Array.from({ length: 110 }, (_, at) => save(terms(`Many ${at}`), other).then(() => 'made', codeOf)));
    const { accounts } = await other.call('accountOwn', {});
    expect(accounts).toHaveLength(100);
    expect(new Set(asked)).toEqual(new Set(['made', 'ACCOUNT_TOO_MANY']));
  });
});

describe('an authorisation', () => {
  const give = (api_id: number, changes: Partial<BodyOf<ProductRoutes['authorisationGive']>> = {}, by = trader) =>
    by.call('authorisationGive', { body: { api_id, grantee: 'observer', acts: ['see', 'report'], until: null, ...changes } });

  it('opens an account to an observer at once, on his open page too, and closes it when it is taken back', async () => {
    const apiId = await openFunded('Watched');
    await observer.call('configSave', { body: { config_json: JSON.stringify({ preferences: { zone: 'Asia/Kathmandu' } }) } });
    const probe = await StreamProbe.open(server.url);
    await probe.request({ op: 'auth', token: observer.token });
    await probe.request({ op: 'subscribe', topics: ['accounts'] });
    const until = Date.now() + 3_600_000;
    const given = await give(apiId, { until });
    await probe.until(() => probe.ofTopic('accounts').length > 0);
    expect(await observer.call('observerAccounts', {})).toEqual([
      expect.objectContaining({ api_id: apiId, name: 'Watched', owner: 'trader3', acts: ['see', 'report'], until }),
    ]);
    expect((await observer.call('apiAll', {})).map(({ api_id }) => api_id)).toContain(apiId);
    expect(await trader.call('authorisationList', {})).toContainEqual(given);
    await trader.call('authorisationTake', { body: { api_id: apiId, grantee_id: given.grantee_id } });
    expect(await observer.call('observerAccounts', {})).toEqual([]);
    expect((await observer.call('apiAll', {})).map(({ api_id }) => api_id)).not.toContain(apiId);
    expect((await entries('authorisation.given'))[0]).toMatchObject({ subject: `account/${apiId}`, after: { username: 'observer' } });
    expect((await entries('authorisation.taken'))[0]).toMatchObject({ subject: `account/${apiId}`, after: null });
    probe.socket.close();
    const told = (await observer.call('messageList', { query: { type: 3 } })).filter(({ body }) => body.includes('Watched'));
    const ends = new Date(until + 345 * 60_000).toISOString().slice(0, 16).replace('T', ' ');
    expect(told.map(({ title, body }) => [title, body])).toEqual([
      ['trader3 has revoked an authorisation', 'Your authorisation for account Watched at Tessera has ended.'],
      ['trader3 has authorised you', `Account Watched at Tessera: see holdings and orders, read histories. Until ${ends} UTC+5:45.`],
    ]);
  });

  it('is given by the owner alone, to somebody at work, for a time that is not over', async () => {
    const apiId = await openFunded('Guarded');
    expect(await refusalOf(give(apiId, {}, other))).toBe('ACCESS_ACCOUNT');
    expect(await refusalOf(give(apiId, { grantee: 'nobody-of-this-name' }))).toBe('AUTHORISATION_NOBODY');
    expect(await refusalOf(give(apiId, { grantee: 'trader3' }))).toBe('AUTHORISATION_NOBODY');
    expect(await refusalOf(give(apiId, { until: 1 }))).toBe('AUTHORISATION_END_PAST');
    const given = await give(apiId);
    expect(await refusalOf(other.call('authorisationTake', { body: { api_id: apiId, grantee_id: given.grantee_id } }))).toBe(
      'ACCESS_ACCOUNT',
    );
    expect(
      await refusalOf(observer.call('authorisationGive', { body: { api_id: apiId, grantee: 'trader2', acts: ['trade'], until: null } })),
    ).toBe('ACCESS_ACCOUNT');
    expect(await trader.call('authorisationList', {})).toContainEqual(given);
  });

  it('is in the audit each time, as a change of the account is, and its holder hears of it some times an hour: nobody hides one behind many', async () => {
    const apiId = await openFunded('Often');
    for (let at = 0; at < 25; at++) {
      const { grantee_id } = await give(apiId);
      await trader.call('authorisationTake', { body: { api_id: apiId, grantee_id } });
      await trader.call('accountSave', { body: { api_id: apiId, ...terms(`Often ${at}`) } });
    }
    const { items } = await server.store.audit.page({ subject: `account/${apiId}`, limit: 100 });
    const each = Array.from({ length: 25 }, () => ['account.changed', 'authorisation.taken', 'authorisation.given']);
    expect(items.map(({ action }) => action)).toEqual([...each.flat(), 'account.created']);
    expect(await server.store.audit.verify()).toMatchObject({ outcome: 'unbroken' });
    const told = (await observer.call('messageList', { query: { type: 3 } })).filter(({ body }) => /account Often/i.test(body));
    expect(told.length).toBeGreaterThan(10);
    expect(told.length).toBeLessThan(40);
  });

  it('says of nobody by his name that he is an administrator, and of those who look after accounts what they are', async () => {
    const apiId = await openFunded('Asked');
    const roles = await Promise.all(['admin', 'trader2', 'risk'].map(async (grantee) => (await give(apiId, { grantee })).grantee_role));
    expect(roles).toEqual([null, null, 'risk']);
    const listed = (await trader.call('authorisationList', {})).filter(({ api_id }) => api_id === apiId);
    expect(new Set(listed.map(({ grantee, grantee_role }) => `${grantee}: ${grantee_role}`))).toEqual(
      new Set(['admin: null', 'trader2: null', 'risk: risk']),
    );
  });

  it('lets no administrator trade for others, also where an owner has allowed it', async () => {
    const apiId = await openFunded('Traded by its owner');
    await give(apiId, { grantee: 'admin', acts: ['see', 'report', 'trade'] });
    const market = { api_id: apiId, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
    const body = { ...market, side: 'BUY', type: 'LIMIT', price: '100', qty: '0.2' } as const;
    expect(await refusalOf((await server.signIn('admin')).call('doOrder', { body }))).toBe('ACCESS_ACCOUNT');
    expect(await trader.call('doOrder', { body })).toHaveLength(1);
  });

  it('names those who look after accounts of others to owners, and no trader', async () => {
    const people = await trader.call('observerSelectList', {});
    expect(people.map(({ username }) => username).sort()).toEqual(['asset', 'finance', 'finance_manage', 'observer', 'risk']);
  });
});
