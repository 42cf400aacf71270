import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { silentLogger } from '../../kit/market-fixtures.ts';
import { AheadClock } from '../../kit/servers/ahead-clock.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { infoOf, startKit, stopAndWait, tradeAt, until } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { strategyKit } from '../../kit/strategy-plugins.ts';

/** An account whose permission has run out, and everything that trades on it otherwise than by the ticket of its owner: all of it goes one path. */

const clock = new AheadClock(silentLogger);
const hourMs = 3_600_000;
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
let server: TestServer;
let trader: HttpClient;
/** Whoever tries again has accounts of the same names already. */
let tries = 0;

beforeAll(async () => {
  const plugins = ['venue-house', 'service-accounts', 'service-copying'].map(pluginSource).concat(strategyKit);
  server = await startTestServer({ plugins, clock });
  trader = await server.signIn('trader1');
  await tradeAt(server, '50000');
}, 150_000);
afterAll(() => server?.close());

const terms = (name: string, expire_time: number | null) => ({
  ...{ name, exchange: 'tessera', group_id: null, expire_time },
  permissions: ['spot' as const],
});
async function account(name: string, expires: number | null = null): Promise<number> {
  const { api_id } = await trader.call('accountSave', { body: terms(name, expires) });
  await server.room.accounts.deposit(spotAccount(api_id), 'USDT', '100000', `paid-${api_id}`);
  return api_id;
}
const order = async (api_id: number) =>
  (await trader.call('doOrder', { body: { api_id, ...market, side: 'BUY', type: 'LIMIT', price: '40000', qty: '0.01' } }))[0];
const copiesOf = (orderId: string) =>
  vi.waitFor(
    async () => {
      const found = (await trader.call('copyOrderList', { query: { limit: 100 } })).items.find(({ order_id }) => order_id === orderId);
      // The main order stands there before its copies do.
      const isDone = found !== undefined && found.copies.length > 0 && found.copies.every(({ state }) => state !== 'SENT');
      if (!isDone) throw new Error(`not so: ${JSON.stringify(found)}`);
      return found;
    },
    { timeout: 20_000, interval: 50 },
  );

it('takes no order of its strategy and no copy any more, says so at both, and takes them again with a later end', async () => {
  const end = `Ending ${++tries}`;
  const main = await account(`Main ${tries}`);
  const endMs = clock.nowMs() + hourMs;
  const ending = await account(end, endMs);
  const follower = { api_id: ending, ratio: '100', max_amount: null, on: true };
  await trader.call('copyPlanSave', { body: { main_api_id: main, on: true, sync_ratio: '100', followers: [follower] } });
  const first = await order(main);
  expect(await copiesOf(first?.order_id ?? '')).toMatchObject({ copies: [{ api_id: ending, state: 'PLACED' }] });
  const instance = await startKit(trader, 'busy', { apiId: ending });
  await until(
    () => infoOf(trader, instance),
    ({ events }) => events.some(({ kind }) => kind === 'accepted' || kind === 'order'),
    'its orders are taken',
  );

  clock.ahead(hourMs + 1);
  await expect(order(ending)).rejects.toThrow('ACCOUNT_EXPIRED');
  await until(
    () => infoOf(trader, instance),
    ({ events }) => events.some(({ kind, params }) => kind === 'denied' && params.code === 'ACCOUNT_EXPIRED'),
    'an order of the strategy is denied because its account has expired',
  );
  // One that was on its way when the clock went ahead is of before.
  const shutMs = clock.nowMs();
  await expect(startKit(trader, 'busy', { apiId: ending })).rejects.toThrow('ACCOUNT_EXPIRED');
  const second = await order(main);
  expect(second).toMatchObject({ status: 'UNFILLED' });
  expect(await copiesOf(second?.order_id ?? '')).toMatchObject({
    status: 'UNFILLED',
    copies: [{ api_id: ending, state: 'REFUSED', problem: { code: 'ACCOUNT_EXPIRED' } }],
  });
  await stopAndWait(trader, instance);
  const sent = await until(
    () => server.store.orders.bySender(ending, instance.instance_id),
    (orders) => orders.length > 0,
    'what the strategy has sent is stored',
  );
  expect(sent.filter(({ createdMs }) => createdMs > shutMs)).toEqual([]);

  await trader.call('accountSave', { body: { ...terms(end, clock.nowMs() + hourMs), api_id: ending } });
  const third = await order(main);
  expect(await copiesOf(third?.order_id ?? '')).toMatchObject({ copies: [{ api_id: ending, state: 'PLACED' }] });
}, 120_000);
