import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { HttpClient, RefusedCall } from '../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** One call where a user has 1,200 a minute, ten orders where he has 60,000, a hundred cancels where he has 600,000. */
const rateFactor = 1 / 6_000;
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const order = { ...market, side: 'BUY', type: 'LIMIT', qty: '0.01' } as const;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ rateFactor });
});
afterAll(() => server.close());

/** Calls until it is answered with 429. */
async function spend(call: () => Promise<unknown>): Promise<void> {
  for (let calls = 0; calls < 300; calls++) {
    const refusal = await call().catch((error: unknown) => error);
    if (refusal instanceof RefusedCall && refusal.number === errorCatalogue.RATE_LIMITED.number) return;
  }
  throw new Error('the allowance never ends');
}

it('cancels, halts and signs out at once while its reads, orders and a wild key of its own are all answered 429', async () => {
  const user = await server.signIn('trader1');
  const key = new HttpClient(server.url);
  const password = server.demoAccounts.find(({ username }) => username === 'trader1')?.password ?? '';
  key.token = (await user.call('apiKeyCreate', { body: { name: 'wild', permission: 'trade', addresses: [], password } })).token;
  const api_id = (await user.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
  const placed = await Promise.all(['10000', '10001'].map((price) => user.call('doOrder', { body: { api_id, ...order, price } })));
  const [first] = placed.flat();
  await spend(() => user.call('balances', { query: { api_ids: String(api_id) } }));
  await spend(() => key.call('cancelOrder', { body: { api_id, ...market, order_id: '999' } }));
  await spend(() => key.call('cancelAll', { body: { api_id, symbol: 'ETHUSDT' } }));
  await spend(() => key.call('strategyHalt', { body: { halted: false } }));
  await spend(() => key.call('doOrder', { body: { api_id, ...order, price: '1', qty: '0' } }));
  expect(await user.call('cancelOrder', { body: { api_id, ...market, order_id: first?.order_id ?? '' } })).toMatchObject({
    status: 'CANCELED',
  });
  expect(await user.call('cancelAll', { body: { api_id } })).toMatchObject([{ status: 'CANCELED' }]);
  expect(await user.call('strategyHalt', { body: { halted: true } })).toMatchObject({ halted: true });
  await user.call('outLogin');
}, 60_000);
