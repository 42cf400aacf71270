import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderView } from '../../../schemas/wire/order.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const query = { symbol: 'BTCUSDT', account_type: 'spot' } as const;

const accountOf = async (client: HttpClient): Promise<number> =>
  (await client.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
const place = async (client: HttpClient, side: 'BUY' | 'SELL'): Promise<OrderView> => {
  const body = { api_id: await accountOf(client), ...market, type: 'LIMIT', side, price: '50000', qty: '0.1' } as const;
  const [order] = await client.call('doOrder', { body });
  if (order === undefined) throw new Error('nothing was placed');
  return order;
};
const feesAt = async (client: HttpClient) => (await client.call('accountFees', { query })).find(({ id }) => id === 'tessera/BTCUSDT/spot');
const feeOf = async (client: HttpClient, { order_id }: OrderView): Promise<string | undefined> => {
  const life = await client.call('orderEvents', { query: { api_id: await accountOf(client), exchange: 'tessera', order_id } });
  return life.events.flatMap(({ fills }) => fills.map(({ fee }) => fee)).at(-1);
};

it('an administrator who raises a level lowers the fees of the user’s next fill, of orders that rest as well, and the wire says so', async () => {
  const maker = await server.signIn('trader1');
  const taker = await server.signIn('trader2');
  const resting = [await place(maker, 'BUY'), await place(maker, 'BUY')] as const;
  const before = await place(taker, 'SELL');
  expect(await feesAt(taker)).toMatchObject({ maker_fee: '0.0008', taker_fee: '0.0009', tier: 2, discount: '0' });
  expect(await feeOf(taker, before)).toBe('4.5');
  expect(await feeOf(maker, resting[0])).toBe('0.0001');

  for (const [username, vipLevel] of [
    ['trader1', 3],
    ['trader2', 1],
  ] as const) {
    const user = await server.store.users.byLogin(username);
    await server.people.change(user?.id ?? '', { vipLevel });
  }
  const [again, other] = [await server.signIn('trader1'), await server.signIn('trader2')];
  await expect.poll(async () => [(await feesAt(again))?.tier, (await feesAt(other))?.tier]).toEqual([3, 1]);
  expect(await feesAt(again)).toMatchObject({ maker_fee: '0.0006', taker_fee: '0.0008' });
  const after = await place(other, 'SELL');
  expect(await feeOf(other, after)).toBe('5');
  expect(await feeOf(again, resting[1])).toBe('0.00006');
});

it('fees are told of one’s own accounts at every exchange that lists the market, and of no other', async () => {
  const client = await server.signIn('trader3');
  const own = (await client.call('apiList')).map(({ api_id }) => api_id);
  const fees = await client.call('accountFees', { query });
  expect(fees.length).toBeGreaterThan(0);
  expect(fees.every(({ api_id }) => own.includes(api_id))).toBe(true);
  expect(await client.call('accountFees', { query: { ...query, symbol: 'NOTHING' } })).toEqual([]);
});
