import { afterAll, beforeAll, expect, it } from 'vitest';
import { RefusedCall } from '../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('keeps ten of 300 denied orders of a minute, and tells of the others by their number', async () => {
  const user = await server.signIn('trader1');
  const api_id = (await user.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
  const order = { api_id, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot', side: 'BUY', type: 'LIMIT' } as const;
  const sent = Array.from({ length: 300 }, (_, at) =>
    user.call('doOrder', { body: { ...order, price: String(10_000 + at), qty: '100000' } }).catch((error: unknown) => error),
  );
  expect((await Promise.all(sent)).filter((answer) => answer instanceof RefusedCall)).toHaveLength(300);
  const denied = async () => (await user.call('userOrders', { query: { api_ids: String(api_id), limit: 100 } })).results;
  await expect.poll(async () => (await denied()).length).toBe(10);
  const told = async (): Promise<number> => {
    const lives = await Promise.all(
      (await denied()).map(({ order_id }) => user.call('orderEvents', { query: { api_id, exchange: 'tessera', order_id } })),
    );
    return lives.flatMap(({ events }) => events).reduce((sum, { refusal }) => sum + 1 + (refusal?.repeats ?? 0), 0);
  };
  await expect.poll(told, { timeout: 20_000 }).toBe(300);
}, 60_000);
