import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import type { HttpClient } from '../../../tests/kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../../tests/kit/servers/test-server.ts';
import { twoTypeVenue } from '../../../tests/kit/venues/two-type-venue.ts';

/** What people of asset move between the accounts of one owner, in a real server. */
let server: TestServer;
let asset: HttpClient;
let owner: HttpClient;
let ids: Readonly<Record<'main' | 'sub' | 'theirs' | 'assets' | 'far' | 'farSub', number>>;

beforeAll(async () => {
  const plugins = [twoTypeVenue, ...['venue-house', 'service-money', 'service-accounts', 'service-risk'].map(pluginSource)];
  server = await startTestServer({ plugins });
  [asset, owner] = (await Promise.all(['asset', 'trader1'].map(server.signIn))) as [HttpClient, HttpClient];
  const [one, other, self] = await Promise.all(['trader1', 'trader2', 'asset'].map((name) => server.store.users.byUsername(name)));
  const opened = async (userId = '', name: string, exchange = 'tessera'): Promise<number> => {
    const account = { userId, name, exchange, permissions: ['spot'], groupId: null, expiresMs: null, createdMs: Date.now() };
    return (await server.room.accounts.create({ ...account, state: 'ACTIVE' })).apiId;
  };
  ids = {
    ...{ main: await opened(one?.id, 'Main'), sub: await opened(one?.id, 'Sub') },
    ...{ far: await opened(one?.id, 'Far', 'duo'), farSub: await opened(one?.id, 'Far sub', 'duo') },
    ...{ theirs: await opened(other?.id, 'Theirs'), assets: await opened(self?.id, 'Own') },
  };
  for (const apiId of Object.values(ids)) await server.room.accounts.deposit(spotAccount(apiId), 'USDT', '100', `start-${apiId}`);
}, 120_000);
afterAll(() => server?.close());

const make = (from: number, to: number, amount: string, changes: object = {}, by = asset) =>
  by.call('allocationMake', {
    body: {
      ...{ transfer_id: randomUUID(), api_id: from, from: { account_type: 'spot' }, to: { api_id: to, account_type: 'spot' } },
      ...{ asset: 'USDT', amount, reason: 'spread over his accounts', ...changes },
    },
  });
const held = (apiId: number): string => server.room.trading.balances([apiId]).find((one) => one.asset === 'USDT')?.total ?? '0';
const told = async () => (await owner.call('messageList', { query: { type: 3 } })).filter(({ body }) => body.includes('spread over'));

it('moves it once, and its owner and the audit have the reason', async () => {
  const transfer_id = randomUUID();
  for (let time = 0; time < 2; time++) await make(ids.main, ids.sub, '30', { transfer_id });
  await Promise.all(Array.from({ length: 5 }, () => make(ids.main, ids.sub, '30', { transfer_id })));
  expect([held(ids.main), held(ids.sub)]).toEqual(['70', '130']);
  expect((await told()).map(({ body }) => body)).toEqual(['The house has moved 30 USDT from “Main” to “Sub”: spread over his accounts']);
  const { items } = await server.store.audit.page({ action: 'money.allocated', limit: 10 });
  expect(items).toMatchObject([
    {
      subject: `transfer/asset-${ids.main}/${transfer_id}`,
      reason: 'spread over his accounts',
      after: { from_account: `${ids.main}/spot`, to_account: `${ids.sub}/spot`, asset: 'USDT', amount: '30' },
    },
  ]);
  expect(items[0]?.actor).toBe((await server.store.users.byUsername('asset'))?.id);
});

it('says who and why before it moves anything, at each exchange, whatever name it was given at another', async () => {
  const noted = async (subject: string) =>
    (await server.store.audit.page({ subject, limit: 10 })).items.map(({ action }) => action).reverse();
  const transfer_id = randomUUID();
  await make(ids.main, ids.sub, '1', { transfer_id });
  await make(ids.far, ids.farSub, '7', { transfer_id, reason: 'spread over his far accounts' });
  expect([held(ids.far), held(ids.farSub)]).toEqual(['93', '107']);
  for (const apiId of [ids.main, ids.far])
    expect(await noted(`transfer/asset-${apiId}/${transfer_id}`)).toEqual(['money.allocation-begun', 'money.allocated']);
  expect((await told()).map(({ body }) => body)).toContain(
    'The house has moved 7 USDT from “Far” to “Far sub”: spread over his far accounts',
  );
  await make(ids.sub, ids.main, '1');
  const tooMuch = randomUUID();
  await expect(make(ids.main, ids.sub, '1000', { transfer_id: tooMuch })).rejects.toThrow('TRANSFER_INSUFFICIENT');
  expect(await noted(`transfer/asset-${ids.main}/${tooMuch}`)).toEqual(['money.allocation-begun', 'money.allocation-refused']);
  const [refusal] = (await server.store.audit.page({ action: 'money.allocation-refused', limit: 1 })).items;
  expect(refusal).toMatchObject({ reason: 'spread over his accounts', after: { failure: 'TRANSFER_INSUFFICIENT' } });
});

it('lists newest first who moved what from where to where, why, and what became of it, and what owners moved themselves', async () => {
  const list = (limit: number, after?: string, by = asset) =>
    by.call('allocationList', { query: { limit, ...(after === undefined ? {} : { after }) } });
  const side = (api_id: number) => ({ api_id, account_type: 'spot', symbol: null });
  const terms = { asset: 'USDT', by: 'asset', allocated: true, reason: 'spread over his accounts', failure: null };
  const { results } = await list(200);
  expect(results.map(({ state }) => state)).toEqual(['REFUSED', 'DONE', 'DONE', 'DONE', 'DONE']);
  expect(results[0]).toMatchObject({ ...terms, amount: '1000', failure: 'TRANSFER_INSUFFICIENT', from: side(ids.main), to: side(ids.sub) });
  expect(results[1]).toMatchObject({ ...terms, amount: '1', from: side(ids.sub), to: side(ids.main) });
  expect(results[4]).toMatchObject({ ...terms, amount: '30', from: side(ids.main), to: side(ids.sub) });
  const own = { api_id: ids.far, from: { account_type: 'spot' as const }, to: { api_id: ids.farSub, account_type: 'spot' as const } };
  await owner.call('transfer', { body: { ...own, asset: 'USDT', amount: '2', transfer_id: 'his-own' } });
  expect((await list(1)).results).toMatchObject([{ by: 'trader1', allocated: false, reason: null, state: 'DONE', amount: '2' }]);
  const paged: number[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page: Awaited<ReturnType<typeof list>> = await list(3, after);
    paged.push(...page.results.map(({ entry }) => entry));
    after = page.next;
  }
  expect(paged).toEqual((await list(200)).results.map(({ entry }) => entry));
  await expect(list(1, undefined, owner)).rejects.toThrow('ACCESS_');
});

it('never moves it to somebody else, nor into or out of his own accounts, nor without a reason', async () => {
  await expect(make(ids.main, ids.theirs, '1')).rejects.toThrow(/REQUEST_INVALID .*"field":"to.api_id".*person/);
  await expect(make(ids.theirs, ids.assets, '1')).rejects.toThrow('ACCESS_');
  await expect(make(ids.assets, ids.assets, '1')).rejects.toThrow('ACCESS_');
  await expect(make(ids.main, ids.sub, '1', { reason: '   ' })).rejects.toThrow('FORM_FIELD_EMPTY');
  await expect(make(ids.main, ids.sub, '1000')).rejects.toThrow('TRANSFER_INSUFFICIENT');
  await expect(make(ids.main, 4_000_000, '1')).rejects.toThrow('ACCESS_ACCOUNT');
  expect([held(ids.main), held(ids.sub), held(ids.theirs), held(ids.assets)]).toEqual(['70', '130', '100', '100']);
});

it('takes nothing out of an account that risk has frozen or its owner has switched off', async () => {
  const risk = await server.signIn('risk');
  const target = { about: 'account', api_id: ids.main } as const;
  await risk.call('riskSwitchThrow', { body: { target, reason: 'we look into it' } });
  await expect(make(ids.main, ids.sub, '1')).rejects.toThrow('ACCOUNT_FROZEN');
  await risk.call('riskSwitchRelease', { body: { target, reason: 'all is well' } });
  await owner.call('accountSaveActive', { body: { api_id: ids.sub, active: false } });
  await expect(make(ids.main, ids.sub, '1')).rejects.toThrow('ACCOUNT_INACTIVE');
  await owner.call('accountSaveActive', { body: { api_id: ids.sub, active: true } });
  expect(held(ids.main)).toBe('70');
});

it('is for asset alone, who takes no money out by it', async () => {
  for (const name of ['trader1', 'finance', 'finance_manage', 'risk', 'observer', 'admin'])
    await expect(make(ids.main, ids.sub, '1', {}, await server.signIn(name))).rejects.toThrow('ACCESS_ROLE');
  const within = { api_id: ids.main, from: { account_type: 'spot' as const }, to: { api_id: ids.sub, account_type: 'spot' as const } };
  await expect(asset.call('transfer', { body: { ...within, asset: 'USDT', amount: '1', transfer_id: 'mine' } })).rejects.toThrow('ACCESS_');
  const out = { movement_id: randomUUID(), api_id: ids.main, account_type: 'spot' as const, address_id: 'a', amount: '1' };
  await expect(asset.call('withdrawalAsk', { body: out })).rejects.toThrow('ACCESS_');
});
