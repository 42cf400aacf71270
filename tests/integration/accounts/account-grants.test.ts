import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Principal } from '../../../core/contract/access.ts';
import { errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { type GrantableAct, grantableActs } from '../../../core/domain/accounts/account-act.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { houseRoles, type Role } from '../../../core/domain/accounts/role.ts';
import { httpBase, routes } from '../../../schemas/wire/index.ts';
import type { Envelope, Route } from '../../../schemas/wire/route.ts';
import { accountStatePath } from '../../../server/gateway/sockets/socket-paths.ts';
import { HttpClient } from '../../kit/servers/http-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { userRecord } from '../../kit/store-records.ts';

/** Who was authorised for somebody else's account, and what that opens at each place where accounts are met. */

interface Person {
  readonly principal: Principal & { readonly userId: string };
  readonly client: HttpClient;
}

let server: TestServer;
let owner: Person;
let apiId = 0;
let orderId = '';
const people = new Map<Role, Person>();

beforeAll(async () => {
  server = await startTestServer();
  owner = await join('owner', 'user');
  for (const role of houseRoles) people.set(role, await join(`grantee-${role}`, role));
  apiId = (await server.room.accounts.ensureAccount(owner.principal.userId, 'tessera')).apiId;
  await server.room.accounts.deposit(spotAccount(apiId), 'USDT', '10000', 'owner');
  const [order] = await owner.client.call('doOrder', { body: { ...market(), side: 'BUY', type: 'LIMIT', price: '100', qty: '1' } });
  orderId = order?.order_id ?? '';
}, 120_000);
afterAll(() => server?.close());

async function join(id: string, role: Role): Promise<Person> {
  const user = userRecord(id, { username: id, role, vipLevel: 3 });
  await server.store.users.create(user);
  const opened = await server.sessions.open(user, { ip: '127.0.0.1', userAgent: 'grants' });
  const client = new HttpClient(server.url);
  client.token = opened?.token ?? null;
  return { principal: { userId: id, username: id, role, vipLevel: 3 }, client };
}

const market = () => ({ api_id: apiId, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' }) as const;
const grant = (person: Person, acts: readonly GrantableAct[], untilMs: number | null = null): Promise<void> =>
  server.room.grants.put({
    granteeId: person.principal.userId,
    apiId,
    acts,
    untilMs,
    grantedBy: owner.principal.userId,
    grantedMs: Date.now(),
  });

async function codeOf({ client }: Person, { path, method }: Route, input: object): Promise<number> {
  const query = method === 'GET' ? `?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))}` : '';
  const response = await fetch(`${server.url}${httpBase}${path}${query}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: client.token ?? '' },
    ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
  });
  if (!(response.headers.get('content-type') ?? '').includes('json')) return response.status;
  return ((await response.json()) as Envelope<unknown>).code;
}

const barred: readonly number[] = [errorCatalogue.ACCESS_ACCOUNT.number, errorCatalogue.ACCESS_ROLE.number];
const isOpen = (code: number): boolean => !barred.includes(code);

async function stream(person: Person): Promise<StreamProbe> {
  const probe = await StreamProbe.open(server.url);
  await probe.request({ op: 'auth', token: person.client.token });
  return probe;
}

/** The topic's latest snapshot after `since` messages of it. */
const snapshotOf = async (probe: StreamProbe, topic: string, since = 0): Promise<readonly { readonly api_id: number }[]> =>
  (
    await probe.until(() =>
      probe
        .ofTopic(topic)
        .slice(since)
        .findLast(({ k }) => k === 's'),
    )
  ).d as readonly { readonly api_id: number }[];

async function showsTopic(person: Person, topic: string): Promise<boolean> {
  const probe = await stream(person);
  await probe.request({ op: 'subscribe', topics: [topic] });
  const items = await snapshotOf(probe, topic);
  probe.socket.close();
  return items.some(({ api_id }) => api_id === apiId);
}

async function asksBalance(person: Person): Promise<boolean> {
  const probe = await StreamProbe.open(server.url, `${accountStatePath}?token=${person.client.token}`);
  probe.socket.send(JSON.stringify({ req_id: 1, req_type: 'apiBalance', api_id: apiId }));
  const text = await probe.until(() => probe.texts[0]);
  probe.socket.close();
  return isOpen((JSON.parse(text) as { code: number }).code);
}

const route =
  (one: Route, input: () => object) =>
  async (person: Person): Promise<boolean> =>
    isOpen(await codeOf(person, one, input()));
const ids = () => ({ api_ids: apiId });

const places: readonly (readonly [place: string, isOpenFor: (person: Person) => Promise<boolean>])[] = [
  ['list of accounts', async ({ client }) => (await client.call('apiAll')).some(({ api_id }) => api_id === apiId)],
  ['topic orders', (person) => showsTopic(person, 'orders')],
  ['topic balances', (person) => showsTopic(person, 'balances')],
  ['open orders', route(routes.openOrders, ids)],
  ['order by client order id', route(routes.findOrder, () => ({ api_id: apiId, account_type: 'spot', client_order_id: 'mine' }))],
  ['balances', route(routes.balances, ids)],
  ['positions', route(routes.positions, ids)],
  ['balances by socket', asksBalance],
  ['limits of strategies', route(routes.strategyLimits, () => ({ api_id: apiId }))],
  ['order history', route(routes.orderHistory, ids)],
  ['fills', route(routes.fills, ids)],
  ['statement', route(routes.ledger, ids)],
  ['life of an order', route(routes.orderEvents, () => ({ api_id: apiId, exchange: 'tessera', order_id: orderId }))],
  ['refused orders', route(routes.orderRefusals, () => ({ ...ids(), from: 0 }))],
  ['orders as CSV', route(routes.orderHistoryExport, ids)],
  ['fills as CSV', route(routes.fillsExport, ids)],
  ['statement as CSV', route(routes.ledgerExport, ids)],
  ['cancels an order', route(routes.cancelOrder, () => ({ ...market(), order_id: '999999' }))],
  ['halts strategies', route(routes.strategyHalt, () => ({ api_id: apiId, halted: false }))],
  // Beyond what the account has: whoever may place it is refused for that.
  ['places an order', route(routes.doOrder, () => ({ ...market(), side: 'BUY', type: 'LIMIT', price: '100', qty: '9000' }))],
  ['amends an order', route(routes.amendOrder, () => ({ ...market(), order_id: '999999', qty: '1' }))],
];

it('opens to each role at each place what the table says', { timeout: 300_000 }, async () => {
  const line = (name: string, cells: readonly string[]): string =>
    `${name.padEnd(24)}${cells.map((cell) => cell.padEnd(9)).join('')}`.trimEnd();
  const sections: string[] = [];
  for (const act of [null, ...grantableActs]) {
    for (const person of people.values()) {
      if (act === null) await server.room.grants.remove(person.principal.userId, apiId);
      else await grant(person, [act]);
    }
    const rows = [];
    for (const [place, isOpenFor] of places) {
      const cells = await Promise.all(houseRoles.map(async (role) => ((await isOpenFor(people.get(role) as Person)) ? 'yes' : '-')));
      rows.push(line(place, cells));
    }
    const title = act === null ? 'WITHOUT A GRANT' : `GRANT OF ${act.toUpperCase()}`;
    sections.push(
      [
        line(
          title,
          houseRoles.map((role) => role.replace('finance_manage', 'fin_man')),
        ),
        ...rows,
      ].join('\n'),
    );
  }
  await expect(`${sections.join('\n\n')}\n`).toMatchFileSnapshot('account-grants.txt');
});

it('brings an account into open topics when it is granted, and takes it out when the grant ends', { timeout: 60_000 }, async () => {
  const observer = people.get('observer') as Person;
  await server.room.grants.remove(observer.principal.userId, apiId);
  const probe = await stream(observer);
  await probe.request({ op: 'subscribe', topics: ['orders', 'balances', 'accounts'] });
  expect(await snapshotOf(probe, 'orders')).toEqual([]);

  const news = probe.ofTopic('accounts').length;
  let seen = probe.ofTopic('orders').length;
  await grant(observer, ['see'], Date.now() + 3_000);
  expect(await snapshotOf(probe, 'orders', seen)).toMatchObject([{ api_id: apiId, order_id: orderId }]);
  await probe.until(() => probe.ofTopic('accounts').length > news);
  await owner.client.call('amendOrder', { body: { ...market(), order_id: orderId, qty: '0.9' } });
  await probe.until(() => JSON.stringify(probe.ofTopic('orders')).includes('"0.9"'));

  seen = probe.ofTopic('orders').length;
  // The grant runs out by itself.
  expect(await snapshotOf(probe, 'orders', seen)).toEqual([]);
  const afterEnd = probe.ofTopic('balances').length;
  await owner.client.call('amendOrder', { body: { ...market(), order_id: orderId, qty: '0.8' } });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(JSON.stringify(probe.ofTopic('orders'))).not.toContain('"0.8"');
  expect(probe.ofTopic('balances')).toHaveLength(afterEnd);
  expect(await asksBalance(observer)).toBe(false);
  probe.socket.close();
});

it('leaves no trace in the owner’s history when somebody who only looks on is refused an order', { timeout: 60_000 }, async () => {
  const person = people.get('user') as Person;
  await grant(person, ['see']);
  const before = await owner.client.call('userOrders', { query: { api_ids: String(apiId) } });
  expect(await codeOf(person, routes.doOrder, { ...market(), side: 'BUY', type: 'LIMIT', price: '100', qty: '1' })).toBe(
    errorCatalogue.ACCESS_ACCOUNT.number,
  );
  expect((await owner.client.call('userOrders', { query: { api_ids: String(apiId) } })).results).toHaveLength(before.results.length);
});

it('leaves orders that somebody placed for another with the account when his right ends: he has no say any more, its owner takes them back', {
  timeout: 60_000,
}, async () => {
  const person = people.get('user') as Person;
  await grant(person, ['trade']);
  const [placed] = await person.client.call('doOrder', { body: { ...market(), side: 'BUY', type: 'LIMIT', price: '99', qty: '1' } });
  const order = { ...market(), order_id: placed?.order_id ?? '' };
  await server.room.grants.remove(person.principal.userId, apiId);
  expect(await codeOf(person, routes.cancelOrder, order)).toBe(errorCatalogue.ACCESS_ACCOUNT.number);
  const open = await owner.client.call('openOrders', { query: { api_ids: String(apiId) } });
  expect(open.map(({ order_id }) => order_id)).toContain(order.order_id);
  expect(await owner.client.call('cancelOrder', { body: order })).toMatchObject({ status: 'CANCELED' });

  // Taken back to what takes back, the right lets him do that himself.
  await grant(person, ['trade']);
  const [second] = await person.client.call('doOrder', { body: { ...market(), side: 'BUY', type: 'LIMIT', price: '98', qty: '1' } });
  await grant(person, ['reduce']);
  expect(await codeOf(person, routes.doOrder, { ...market(), side: 'BUY', type: 'LIMIT', price: '98', qty: '1' })).toBe(
    errorCatalogue.ACCESS_ACCOUNT.number,
  );
  const body = { ...market(), order_id: second?.order_id ?? '' };
  expect(await person.client.call('cancelOrder', { body })).toMatchObject({ status: 'CANCELED' });
  await server.room.grants.remove(person.principal.userId, apiId);
});
