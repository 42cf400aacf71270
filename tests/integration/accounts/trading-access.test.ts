import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const userSet = { role: 'user' as const, included: ['*'], excluded: [] as string[], vip_overrides: {}, locked: [] };

async function orderOf(client: HttpClient) {
  const api_id = (await client.call('apiList'))[0]?.api_id ?? 0;
  return {
    api_id,
    exchange: 'tessera',
    symbol: 'BTCUSDT',
    account_type: 'spot',
    side: 'BUY',
    type: 'LIMIT',
    price: '100',
    qty: '1',
  } as const;
}

it('refuses orders below the VIP level that exchanges need', async () => {
  const client = await server.signIn('trader0');
  await expect(client.call('doOrder', { body: await orderOf(client) })).rejects.toThrow('ACCESS_VIP');
});

it('refuses orders and amends while the exchange’s plugin is withdrawn, and cancels what is open all the same', async () => {
  const admin = await server.signIn('admin');
  const client = await server.signIn('trader1');
  const body = await orderOf(client);
  const { api_id, exchange, symbol, account_type } = body;
  const [order] = await client.call('doOrder', { body });
  const target = { api_id, exchange, symbol, account_type, order_id: order?.order_id ?? '' };
  await admin.call('adminPluginSetSave', { body: { ...userSet, excluded: ['venue-house'], reason: 'a test' } });
  await expect(client.call('doOrder', { body })).rejects.toThrow('ACCESS_PLUGIN');
  await expect(client.call('amendOrder', { body: { ...target, price: '99' } })).rejects.toThrow('ACCESS_PLUGIN');
  expect(await client.call('cancelOrder', { body: target })).toMatchObject({ status: 'CANCELED' });
  await admin.call('adminPluginSetSave', { body: { ...userSet, reason: 'a test' } });
  expect(await client.call('doOrder', { body })).toMatchObject([{ status: 'UNFILLED' }]);
});
