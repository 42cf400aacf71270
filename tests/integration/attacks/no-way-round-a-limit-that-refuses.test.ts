import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { HttpClient } from '../../kit/servers/http-client.ts';
import { tradeAt } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** An account whose limit refuses what would enlarge it, and everything that reaches it otherwise than by the ticket of its owner. */
let server: TestServer;
let risk: HttpClient;
let trader: HttpClient;
let barred = 0;
let main = 0;
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const reason = 'more than the desk can bear';
beforeAll(async () => {
  const plugins = ['venue-house', 'venue-paper', 'service-risk', 'service-money', 'service-accounts', 'service-copying'].map(pluginSource);
  server = await startTestServer({ plugins });
  [risk, trader] = [await server.signIn('risk'), await server.signIn('trader1')];
  await tradeAt(server, '50000');
  [barred, main] = [await account('Barred'), await account('Main')];
  await server.room.accounts.deposit(spotAccount(barred), 'BTC', '1', 'long');
  await vi.waitFor(async () => expect((await row())?.gross).toMatch(/^[1-9]/), { timeout: 60_000, interval: 200 });
}, 300_000);
afterAll(() => server?.close());

async function account(name: string): Promise<number> {
  const body = { name, exchange: 'tessera', permissions: ['spot'], group_id: null, expire_time: null } as const;
  const { api_id } = await trader.call('accountSave', { body: { ...body, permissions: ['spot'] } });
  await server.room.accounts.deposit(spotAccount(api_id), 'USDT', '100000', `paid-${api_id}`);
  return api_id;
}
const row = async () => (await risk.call('riskExposure', {})).rows.find(({ kind, key }) => kind === 'account' && key === String(barred));
const limit = (gross: string | null) =>
  risk.call('riskLimitSave', { body: { kind: 'account', key: String(barred), net: null, gross, refuses: true, reason } });
const buy = (changes: object = {}, by = trader) =>
  by.call('doOrder', {
    body: { api_id: barred, ...market, side: 'BUY', type: 'LIMIT', price: '40000', qty: '0.001', ...changes } as never,
  });
const amend = (changes: object) => trader.call('amendOrder', { body: { api_id: barred, ...market, ...changes } as never });
const isRefused = { status: 'rejected', reason: expect.objectContaining({ message: expect.stringContaining('EXPOSURE_ACCOUNT') }) };

it('is no key for scripts, no copy, no repeated name, no change, no other form of order, and no crowd of them', async () => {
  const password = server.demoAccounts.find(({ username }) => username === 'trader1')?.password ?? '';
  const body = { name: 'Bot', permission: 'trade', addresses: [], password };
  const { token } = await trader.call('apiKeyCreate', { body: body as never });
  const bot = new HttpClient(server.url);
  bot.token = `Bearer ${token}`;
  const [resting] = await buy({ client_order_id: 'earlier', qty: '0.002' });
  const [ended] = await buy({ client_order_id: 'ended' });
  await trader.call('cancelOrder', { body: { api_id: barred, ...market, order_id: ended?.order_id ?? '' } });
  await trader.call('copyPlanSave', {
    body: { main_api_id: main, on: true, sync_ratio: '100', followers: [{ api_id: barred, ratio: '100', max_amount: null, on: true }] },
  });
  // Those that were on their way when it was set may have come before it; once it is answered none passes.
  const crowd = Array.from({ length: 100 }, () => buy({ qty: '0.0003' }).catch(() => null));
  await limit('1');
  const late = await Promise.allSettled(Array.from({ length: 100 }, (_, at) => buy({}, at % 2 === 0 ? trader : bot)));
  expect(late).toEqual(late.map(() => expect.objectContaining(isRefused)));
  await Promise.all(crowd);
  const standing = () => server.room.trading.openOrders([barred]).filter(({ orderId }) => orderId === resting?.order_id);
  const count = server.room.trading.openOrders([barred]).length;

  const order_id = resting?.order_id ?? '';
  for (const way of [
    ...[
      { type: 'MARKET', price: undefined, qty: '0.001' },
      { type: 'STOP_MARKET', price: undefined, trigger_price: '60000' },
    ],
    ...[{ time_in_force: 'IOC', price: '60000' }, { reduce_only: true }],
  ])
    await expect(buy(way), JSON.stringify(way)).rejects.toThrow(/EXPOSURE_ACCOUNT|ORDER_/);
  // A name that is known is no order of its own: with other terms it is refused, with its own it is told what became of it.
  const again = await Promise.allSettled([buy({ client_order_id: 'ended', qty: '1' }), buy({ client_order_id: 'earlier', qty: '1' })]);
  expect(again.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const grown = await Promise.allSettled(
    Array.from({ length: 100 }, (_, at) => amend({ order_id, ...(at % 2 === 0 ? { qty: '0.003' } : { qty: '0.002', price: '45000' }) })),
  );
  expect(grown).toEqual(grown.map(() => expect.objectContaining(isRefused)));
  expect(standing()).toMatchObject([{ qty: '0.002', price: '40000' }]);
  // It goes down, and up again no more.
  await amend({ order_id, qty: '0.001' });
  await expect(amend({ order_id, qty: '0.002' })).rejects.toThrow('EXPOSURE_ACCOUNT');

  const [copied] = await trader.call('doOrder', {
    body: { api_id: main, ...market, side: 'BUY', type: 'LIMIT', price: '40000', qty: '0.001' } as never,
  });
  await vi.waitFor(
    async () => {
      const { items } = await trader.call('copyOrderList', { query: { limit: 20 } });
      const [copy] = items.find((one) => one.order_id === copied?.order_id)?.copies ?? [];
      expect(copy?.state).toBe('REFUSED');
    },
    { timeout: 10_000, interval: 100 },
  );
  expect(server.room.trading.openOrders([barred])).toHaveLength(count);
  await trader.call('cancelOrder', { body: { api_id: barred, ...market, order_id } });
}, 120_000);
