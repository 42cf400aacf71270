import { afterAll, beforeAll, expect, it } from 'vitest';
import { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, until } from '../../kit/servers/strategy-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** An order that somebody sends with the account of another says who he was. */
let server: TestServer;
let owner: HttpClient;
let deputy: HttpClient;
let apiId = 0;
beforeAll(async () => {
  server = await startTestServer();
  [owner, deputy] = [await server.signIn('trader2'), await server.signIn('trader3')];
  apiId = await apiOf(owner);
  await owner.call('authorisationGive', { body: { api_id: apiId, grantee: 'trader3', acts: ['see', 'report', 'trade'], until: null } });
}, 120_000);
afterAll(() => server?.close());

const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const place = async (by: HttpClient, named: object = {}) => {
  const [order] = await by.call('doOrder', {
    body: { api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', price: '50000', qty: '0.01', ...named },
  });
  return { order_id: order?.order_id ?? '', client_order_id: order?.client_order_id ?? '' };
};

it('in the audit and in its life, whether he names it or the house, and of the owner’s own nothing', async () => {
  const [named, unnamed, own] = [await place(deputy, { client_order_id: 'for-my-boss' }), await place(deputy), await place(owner)];
  const entries = async () =>
    (await server.store.audit.page({ action: 'orders.sent-for', subject: `account/${apiId}`, limit: 10 })).items.flatMap(
      ({ actor, after }) => (after as { readonly client_order_ids: readonly string[] }).client_order_ids.map((id) => ({ actor, id })),
    );
  const found = await until(entries, (noted) => noted.length > 1, 'both orders are noted');
  const [row] = await server.store.sql.run<{ readonly id: string }>('select id from app_user where username = $1', ['trader3']);
  const actor = row?.id;
  expect(found.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    [named, unnamed].map(({ client_order_id: id }) => ({ actor, id })).sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  const originOf = async ({ order_id }: { readonly order_id: string }) =>
    (await owner.call('orderEvents', { query: { api_id: apiId, exchange: 'tessera', order_id } })).origin;
  const byDeputy = { kind: 'authorised', username: 'trader3', source: null };
  expect([await originOf(named), await originOf(unnamed), await originOf(own)]).toEqual([byDeputy, byDeputy, null]);
  // Nobody is its owner before all that could be noted is.
  expect(
    await until(
      () => originOf(own),
      (one) => one !== null,
      'it is the owner’s',
    ),
  ).toEqual({ kind: 'owner', username: null, source: null });
});

it('by a key of the owner’s, whose name he alone is told', async () => {
  const password = server.demoAccounts.find((one) => one.username === 'trader2')?.password ?? '';
  const { token } = await owner.call('apiKeyCreate', { body: { name: 'grid bot', permission: 'trade', addresses: [], password } });
  const script = new HttpClient(server.url);
  script.token = `Bearer ${token}`;
  const { order_id } = await place(script);
  const originFor = (person: HttpClient) => async () =>
    (await person.call('orderEvents', { query: { api_id: apiId, exchange: 'tessera', order_id } })).origin;
  expect(await until(originFor(owner), (one) => one !== null, 'it is noted')).toEqual({
    ...{ kind: 'key', username: null, source: 'grid bot' },
  });
  expect(await originFor(deputy)()).toEqual({ kind: 'key', username: null, source: null });
  expect((await server.store.audit.page({ action: 'orders.sent-by-key', limit: 10 })).items).toEqual([]);
});

it('and stays that of who sent it when another changes it, or takes its name after it was refused', async () => {
  const price = { price: '49000' };
  const [byHand, byDeputy] = [await place(owner, price), await place(deputy, price)];
  for (const [client, { order_id }] of [
    [deputy, byHand],
    [owner, byDeputy],
  ] as const)
    await client.call('amendOrder', { body: { api_id: apiId, ...market, order_id, price: '49001' } });
  // Nothing is there to sell: the exchange or the house refuses it.
  const poor = { client_order_id: 'once-more', side: 'SELL', qty: '9000' };
  await expect(place(deputy, poor)).rejects.toThrow();
  const again = await place(owner, { client_order_id: 'once-more' });
  const origin =
    ({ order_id }: { readonly order_id: string }) =>
    async () =>
      (await owner.call('orderEvents', { query: { api_id: apiId, exchange: 'tessera', order_id } })).origin;
  const known = (order: { readonly order_id: string }) => until(origin(order), (one) => one !== null, 'it is known');
  expect(await Promise.all([byHand, byDeputy, again].map(known))).toMatchObject([
    { kind: 'owner' },
    { kind: 'authorised', username: 'trader3' },
    { kind: 'owner' },
  ]);
  const changed = (await server.store.audit.page({ action: 'orders.changed-for', subject: `account/${apiId}`, limit: 10 })).items;
  expect(changed.flatMap(({ after }) => (after as { readonly client_order_ids: readonly string[] }).client_order_ids)).toEqual([
    byHand.client_order_id,
  ]);
}, 60_000);
