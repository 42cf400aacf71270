import { afterAll, beforeAll, expect, it } from 'vitest';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { httpBase, routes } from '../../../schemas/wire/index.ts';
import { ownTraces } from '../../../server/store/opening/own-traces.ts';
import { sentByKey } from '../../../server/store/orders/order-senders.ts';
import { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, startKit, strategyMarket, until } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { strategyKit } from '../../kit/strategy-plugins.ts';

/** Every way in which an order comes, and what the audit's seals, their table and the order's own life say of it. */
let server: TestServer;
let [owner, deputy, risk, admin]: HttpClient[] = [];
let apiId = 0;
const plugins = ['venue-house', 'service-accounts', 'service-copying', 'service-risk', 'service-audit'];
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const at = (client: HttpClient | undefined): HttpClient => client as HttpClient;

beforeAll(async () => {
  server = await startTestServer({ plugins: [...plugins.map(pluginSource), strategyKit] });
  [owner, deputy, risk, admin] = await Promise.all(['trader2', 'trader3', 'risk', 'admin'].map((name) => server.signIn(name)));
  apiId = await apiOf(at(owner));
  await at(owner).call('authorisationGive', { body: { api_id: apiId, grantee: 'trader3', acts: ['see', 'report', 'trade'], until: null } });
}, 120_000);
afterAll(() => server?.close());

const place = async (by: HttpClient, more: object = {}) => {
  const body = { api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', price: '100', qty: '0.2', ...more };
  const [order] = await by.call('doOrder', { body: body as never });
  return order?.order_id ?? '';
};

async function copyOf(mainOrder: (main: number) => Promise<string>) {
  const open = async (name: string) => {
    const body = { name, exchange: 'tessera', permissions: ['spot'], group_id: null, expire_time: null } as const;
    const { api_id } = await at(owner).call('accountSave', { body: { ...body, permissions: ['spot'] } });
    await server.room.accounts.deposit(spotAccount(api_id), 'USDT', '10000', `paid-${api_id}`);
    return api_id;
  };
  const [main, follower] = [await open('Main'), await open('Follower')];
  const followers = [{ api_id: follower, ratio: '50', max_amount: null, on: true }];
  await at(owner).call('copyPlanSave', { body: { main_api_id: main, on: true, sync_ratio: '100', followers } });
  const orderId = await mainOrder(main);
  const copies = () => at(owner).call('openOrders', { query: { api_ids: String(follower) } });
  const [copy] = await until(copies, (all) => all.length > 0, 'the follower has its copy');
  return { copied: `${main}/${orderId}`, orderId: copy?.order_id ?? '' };
}

async function closedByRisk(): Promise<string> {
  await place(at(deputy), { api_id: await apiOf(at(deputy)), price: '1500', qty: '1' });
  const body = { api_id: apiId, instrument: strategyMarket, closing_id: 'origin-1', reason: 'more than the desk can bear' };
  const { positions } = await at(risk).call('riskClose', { body: body as never });
  return positions[0]?.order_ids[0] ?? '';
}

it('one by hand, by key, by whom the owner authorised, by a strategy, as a copy and by risk are told apart', async () => {
  const password = server.demoAccounts.find((one) => one.username === 'trader2')?.password ?? '';
  const { token } = await at(owner).call('apiKeyCreate', { body: { name: 'grid bot', permission: 'trade', addresses: [], password } });
  const script = new HttpClient(server.url);
  script.token = `Bearer ${token}`;
  const byHand = await place(at(owner), { client_order_id: 'mine' });
  const byKey = await place(script);
  const authorised = await place(at(deputy));
  // An entry with two stops: what it arms later came with it.
  const entry = {
    trigger_kind: 'CONDITIONAL_OCO',
    take_profit: { type: 'LIMIT', price: '2000' },
    stop_loss: { type: 'STOP_MARKET', trigger_price: '500' },
  };
  const { instance_id } = await startKit(at(owner), 'busy', { price: '90', qty: '0.2', pauseMs: 2_000 });
  const sent = () => server.store.orders.bySender(apiId, instance_id);
  const byStrategy = (await until(sent, (all) => all.length > 0, 'the instance has sent an order'))[0]?.orderId ?? '';
  await at(owner).call('strategyStop', { body: { instance_id } });
  const { copied, orderId: copy } = await copyOf((main) => place(at(owner), { api_id: main }));
  const leg = await (async () => {
    const parent = await place(at(deputy), { ...entry, price: '1500' });
    await place(at(deputy), { api_id: await apiOf(at(deputy)), side: 'SELL', price: '1500' });
    const life = () => at(owner).call('orderEvents', { query: { api_id: apiId, exchange: 'tessera', order_id: parent } });
    return (await until(life, ({ related }) => related.length > 0, 'its legs are armed')).related[0]?.order_id ?? '';
  })();
  const byRisk = await closedByRisk();

  const origins = {
    [byHand]: { kind: 'owner', username: null, source: null },
    [byKey]: { kind: 'key', username: null, source: 'grid bot' },
    [authorised]: { kind: 'authorised', username: 'trader3', source: null },
    [leg]: { kind: 'authorised', username: 'trader3', source: null },
    [byStrategy]: { kind: 'strategy', username: null, source: instance_id },
    [copy]: { kind: 'copy', username: null, source: copied },
    [byRisk]: { kind: 'risk', username: 'risk', source: null },
  };
  const ids = Object.keys(origins);
  const sealed = async () => {
    await server.store.audit.sealOrders('tessera', Date.now());
    const entries = (await at(admin).call('auditList', { query: { search: 'orders.sealed', limit: 200 } })).results;
    const pages = entries.map((one) => at(admin).call('auditSealOrders', { query: { entry: one.entry, limit: 200 } }));
    const lines = (await Promise.all(pages)).flatMap(({ results }) => results);
    return Object.fromEntries(ids.map((id) => [id, lines.find((line) => line.order_id === id)?.origin]));
  };
  // Who has sent an order is noted some seconds after it.
  const isNoted = (found: Awaited<ReturnType<typeof sealed>>) => ids.every((id) => found[id] !== null && found[id] !== undefined);
  expect(await until(sealed, isNoted, 'what was sent is noted')).toEqual(origins);
  await server.store.traces.deleteOlder([...ownTraces, sentByKey], Date.now() + 1);
  await server.store.storage.keepNewest(0);
  expect(await sealed(), 'and once traces have aged too').toEqual(origins);

  const [covering] = (await at(admin).call('auditList', { query: { order: byKey } })).results;
  const address = `${server.url}${httpBase}${routes.auditSealExport.path}?entry=${covering?.entry ?? 0}`;
  const table = await (await fetch(address, { headers: { authorization: at(admin).token ?? '' } })).text();
  const [head = '', ...rows] = table.replace('\uFEFF', '').split('\r\n');
  const columns = head.split(',');
  const row = rows.map((line) => line.split(',')).find((cells) => cells[columns.indexOf('order_id')] === byKey) ?? [];
  expect(['origin', 'sent_by', 'sent_with'].map((name) => row[columns.indexOf(name)])).toEqual(['key', '', 'grid bot']);

  const query = { api_id: apiId, exchange: 'tessera', order_id: byStrategy };
  expect((await at(owner).call('orderEvents', { query })).origin).toEqual(origins[byStrategy]);
}, 120_000);

it('and nobody names an order of his as one of a strategy, a copy or risk', async () => {
  for (const client_order_id of ['s0123456789abcdef012-1', 'c1-7', 'risk-1']) {
    await expect(place(at(owner), { client_order_id }), client_order_id).rejects.toThrow('REQUEST_INVALID');
    await expect(place(at(deputy), { client_order_id }), client_order_id).rejects.toThrow('REQUEST_INVALID');
  }
});
