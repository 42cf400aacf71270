import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

it('refuses to amend or cancel an order of one market in the name of another', async () => {
  const trader = await server.signIn('trader1');
  const api_id = (await trader.call('apiList'))[0]?.api_id ?? 0;
  const eth = { api_id, exchange: 'tessera', symbol: 'ETHUSDT', account_type: 'spot' } as const;
  const [order] = await trader.call('doOrder', { body: { ...eth, side: 'BUY', type: 'LIMIT', price: '1000', qty: '0.1' } });
  const other = { ...eth, symbol: 'BTCUSDT', order_id: order?.order_id ?? '' };
  await expect(trader.call('amendOrder', { body: { ...other, price: '999' } })).rejects.toThrow('ORDER_UNKNOWN');
  await expect(trader.call('cancelOrder', { body: other })).rejects.toThrow('ORDER_UNKNOWN');
  expect((await trader.call('openOrders')).map(({ price }) => price)).toEqual(['1000']);
});
