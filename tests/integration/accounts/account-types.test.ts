import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountKey, spotAccount } from '../../../core/domain/accounts/account-key.ts';
import type { Role } from '../../../core/domain/accounts/role.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import { HttpClient } from '../../kit/servers/http-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { userRecord } from '../../kit/store-records.ts';
import { duo, twoTypeVenue } from '../../kit/venues/two-type-venue.ts';

/** One api account with two accounts at an exchange, from the wire to the ledger and back after a restart. */

let dataFolder = '';
let server: TestServer;
let owner: HttpClient;
let apiId = 0;

const start = (): Promise<TestServer> => startTestServer({ plugins: [pluginSource('venue-house'), twoTypeVenue], dataFolder });

beforeAll(async () => {
  dataFolder = await freshDataDir();
  server = await start();
  owner = await join('owner', 'user');
  apiId = (await server.room.accounts.ensureAccount('owner', duo)).apiId;
  await deposit(spotAccount(apiId), '1000');
  await deposit({ apiId, accountType: 'usdm' }, '5');
}, 60_000);
afterAll(() => server?.close());

async function join(id: string, role: Role): Promise<HttpClient> {
  const user = userRecord(id, { username: id, role, vipLevel: 3 });
  if ((await server.store.users.get(id)) === null) expect(await server.store.users.create(user)).toMatchObject({ outcome: 'saved' });
  const client = new HttpClient(server.url);
  client.token = (await server.sessions.open(user, { ip: '127.0.0.1', userAgent: 'types' }))?.token ?? null;
  return client;
}

async function deposit(key: AccountKey, amount: string): Promise<void> {
  expect(await server.room.accounts.deposit(key, 'USDT', amount, `start-${key.accountType}`)).toMatchObject({ ok: true });
}

const rows = async (client: HttpClient): Promise<readonly string[]> =>
  (await client.call('balances', { query: { api_ids: String(apiId) } }))
    .map((one) => `${one.account_type} ${one.total} ${one.available}`)
    .sort();

const move = (client: HttpClient, amount: string, transfer_id: string, change: object = {}) =>
  client.call('transfer', {
    body: { api_id: apiId, from: { account_type: 'spot' }, to: { account_type: 'usdm' }, asset: 'USDT', amount, transfer_id, ...change },
  });

it('keeps what the two have apart, in calls, topics and the database', async () => {
  expect(await rows(owner)).toEqual(['spot 1000 1000', 'usdm 5 5']);
  const probe = await StreamProbe.open(server.url);
  await probe.request({ op: 'auth', token: owner.token });
  await probe.request({ op: 'subscribe', topics: ['balances'] });
  const snapshot = await probe.until(() => probe.ofTopic('balances').find(({ k }) => k === 's'));
  expect(snapshot.d).toMatchObject([
    { account_type: 'spot', total: '1000' },
    { account_type: 'usdm', total: '5' },
  ]);
  probe.socket.close();
  await server.room.projector.stored(duo);
  expect((await server.store.balances.of([apiId], duo)).map(({ accountType, total }) => [accountType, total])).toEqual([
    ['spot', '1000'],
    ['usdm', '5'],
  ]);
});

it('pays an order from the account that trades the market, and from no other', async () => {
  const order = (price: string) => ({
    body: { api_id: apiId, exchange: duo, symbol: 'BTCUSDT', account_type: 'spot', side: 'BUY', type: 'LIMIT', price, qty: '1' } as const,
  });
  await expect(owner.call('doOrder', order('1002'))).rejects.toThrow('ORDER_INSUFFICIENT_BALANCE');
  const [placed] = await owner.call('doOrder', order('100'));
  expect(await rows(owner)).toEqual(['spot 1000 900', 'usdm 5 5']);
  expect(await owner.call('cancelAll', { body: { api_id: apiId } })).toMatchObject([{ order_id: placed?.order_id, status: 'CANCELED' }]);
});

it('moves free money between them once per name, and says why it moves none', async () => {
  expect(await move(owner, '400', 'first')).toMatchObject([
    { account_type: 'spot', asset: 'USDT', total: '600' },
    { account_type: 'usdm', asset: 'USDT', total: '405' },
  ]);
  await move(owner, '400', 'first');
  expect(await rows(owner)).toEqual(['spot 600 600', 'usdm 405 405']);
  await expect(move(owner, '399', 'first')).rejects.toThrow('TRANSFER_DUPLICATE_REFERENCE');
  await expect(move(owner, '600.01', 'much')).rejects.toThrow('TRANSFER_INSUFFICIENT');
  await expect(move(owner, '1', 'same', { to: { account_type: 'spot' } })).rejects.toThrow('REQUEST_INVALID');
  await expect(move(owner, '1', 'none', { to: { account_type: 'isolated_margin' } })).rejects.toThrow('REQUEST_INVALID');
  await expect(move(owner, '1', 'type', { to: { account_type: 'margin' } })).rejects.toThrow('ACCESS_ACCOUNT');
  await expect(move(owner, '1', 'coin', { asset: 'NOCOIN' })).rejects.toThrow('ORDER_NOT_SUPPORTED');
  expect(await rows(owner)).toEqual(['spot 600 600', 'usdm 405 405']);
  const { results } = await owner.call('ledger', { query: { api_ids: String(apiId), limit: 2 } });
  expect(results.map((line) => [line.kind, line.account_type, line.amount]).sort()).toEqual([
    ['TRANSFER', 'spot', '-400'],
    ['TRANSFER', 'usdm', '400'],
  ]);
});

it('lists transfers alone, and says of each exchange which accounts it has and whether it moves money between them', async () => {
  const { results } = await owner.call('ledger', { query: { api_ids: String(apiId), kind: 'TRANSFER' } });
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['TRANSFER']));
  expect((await owner.call('ledger', { query: { api_ids: String(apiId), kind: 'TRADE' } })).results).toEqual([]);
  const known = (await owner.call('exchangeInfo')).map((one) => [one.exchange, one.account_types, one.transfers, one.account_transfers]);
  expect(known.sort()).toEqual([
    [duo, ['spot', 'usdm'], true, true],
    ['tessera', ['spot'], true, true],
  ]);
  expect((await owner.call('exchangeInfo')).find(({ exchange }) => exchange === 'tessera')).toMatchObject({
    withdrawals: true,
    holds: true,
  });
});

it('moves nothing within an api account of one type', async () => {
  const { apiId: house } = await server.room.accounts.ensureAccount('owner', 'tessera');
  const within = { api_id: house, to: { account_type: 'spot' } };
  await expect(move(owner, '1', 'house', within)).rejects.toThrow('REQUEST_INVALID');
  await expect(move(owner, '1', 'house', { api_id: house })).rejects.toThrow('ACCESS_ACCOUNT');
});

it('moves money for who is authorised to, and for nobody who only looks on', async () => {
  const grant = { apiId, untilMs: null, grantedBy: 'owner', grantedMs: Date.now() };
  const [finance, observer] = [await join('types-finance', 'finance'), await join('types-observer', 'observer')];
  await expect(move(finance, '1', 'a')).rejects.toThrow('ACCESS_ACCOUNT');
  await server.room.grants.put({ ...grant, granteeId: 'types-finance', acts: ['see'] });
  await expect(move(finance, '1', 'b')).rejects.toThrow('ACCESS_ACCOUNT');
  await server.room.grants.put({ ...grant, granteeId: 'types-finance', acts: ['move'] });
  expect(await move(finance, '100', 'c')).toMatchObject([{ total: '500' }, { total: '505' }]);
  await server.room.grants.put({ ...grant, granteeId: 'types-observer', acts: ['move'] });
  await expect(move(observer, '1', 'd')).rejects.toThrow('ACCESS_ROLE');
});

it('knows both again after a restart', async () => {
  const before = await rows(owner);
  await server.close();
  server = await start();
  owner = await join('owner', 'user');
  expect(await rows(owner)).toEqual(before);
  expect(server.room.venues.venue(duo)?.accounts(apiId)).toEqual([spotAccount(apiId), { apiId, accountType: 'usdm' }]);
  await move(owner, '100', 'back', { from: { account_type: 'usdm' }, to: { account_type: 'spot' } });
  expect(await rows(owner)).toEqual(['spot 600 600', 'usdm 405 405']);
}, 60_000);
