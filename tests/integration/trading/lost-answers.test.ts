import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ApiClient } from '../../../core/client/connection/api-client.ts';
import { routeTable } from '../../../core/client/connection/route-table.ts';
import { ServerTime } from '../../../core/client/connection/server-time.ts';
import { OrderSender, type OutgoingOrder } from '../../../core/ui/order-sender.ts';
import { httpBase, routes } from '../../../schemas/wire/index.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { LossyProxy } from '../../kit/servers/lossy-proxy.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** The page's own sender of orders, over a line that loses what it is told to lose. */

let server: TestServer;
let line: LossyProxy;
let trader: HttpClient;
let other: HttpClient;
let apiId: number;
let sender: OrderSender;

beforeAll(async () => {
  server = await startTestServer();
  line = await LossyProxy.start(server.url, `${httpBase}${routes.doOrder.path}`);
  trader = await server.signIn('trader1');
  other = await server.signIn('trader2');
  apiId = (await trader.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
}, 60_000);
afterEach(() => sender.dispose());
afterAll(async () => {
  await line.close();
  await server.close();
});

const outgoing = (price: string): OutgoingOrder => ({
  accountName: 'main',
  request: {
    ...{ apiId, instrumentId: 'tessera/BTCUSDT/spot' },
    ...{ side: 'BUY', type: 'LIMIT', price, qty: '0.01' },
  },
});

/** A page that gives up after `timeoutMs` and asks for no order before it `mayAsk`; from its first answer it knows the server's clock. */
async function openPage(timeoutMs: number, mayAsk: Promise<unknown> = Promise.resolve()): Promise<void> {
  const api = new ApiClient({
    ...{ base: line.url + httpBase, routes: routeTable, token: () => trader.token, fetch, timeoutMs },
    serverTime: new ServerTime(() => performance.now()),
  });
  expect((await api.call('balances', { query: {} })).ok).toBe(true);
  sender = new OrderSender({
    accounts: { openOrders: [], endedOrders: [], place: (body) => api.call('doOrder', { body }) },
    api,
    timers: {
      nowMs: () => performance.now(),
      after: (delayMs, task) => {
        const timer = setTimeout(() => void mayAsk.then(task), delayMs);
        return () => clearTimeout(timer);
      },
    },
    makeId: () => `lost-${Math.random().toString(36).slice(2)}`,
  });
}
const state = (): string | undefined => sender.orders[0]?.state;
const atPrice = async (price: string): Promise<number> =>
  (await trader.call('openOrders', { query: {} })).filter((order) => order.price === price).length;

it('finds the order whose answer was lost, and the same click again makes no second one', async () => {
  await openPage(20_000);
  line.loss = 'answer';
  await sender.send([outgoing('40001')]);
  expect(state()).toBe('unresolved');
  await expect.poll(state, { timeout: 10_000 }).toBe('accepted');
  expect(sender.orders[0]?.order).toMatchObject({ price: '40001', status: 'UNFILLED' });
  expect(await atPrice('40001')).toBe(1);
}, 30_000);

it('finds one that ended before anybody asked, also when its exchange has started anew since', async () => {
  let ask = (): void => undefined;
  const mayAsk = new Promise<void>((resolve) => {
    ask = resolve;
  });
  await openPage(20_000, mayAsk);
  line.loss = 'answer';
  const sent = await sender.send([outgoing('40002')]);
  await trader.call('cancelAll', { body: { api_id: apiId } });
  await server.room.venues.reopen('tessera', async () => undefined);
  ask();
  await expect.poll(state, { timeout: 20_000 }).toBe('accepted');
  expect(sender.orders[0]?.order).toMatchObject({ price: '40002', status: 'CANCELED', clientOrderId: sent[0]?.clientOrderId });
}, 40_000);

it('says that nothing was placed once an order that never arrived no longer can', async () => {
  await openPage(1_500);
  line.loss = 'call';
  await sender.send([outgoing('40003')]);
  expect(state()).toBe('unresolved');
  await expect.poll(state, { timeout: 15_000 }).toBe('absent');
  expect(await atPrice('40003')).toBe(0);
  line.loss = 'nothing';
  await sender.repeat(sender.orders[0]?.clientOrderId ?? '');
  expect([state(), await atPrice('40003')]).toEqual(['accepted', 1]);
}, 30_000);

it('leaves it open while the exchange is away, and tells when it is back', async () => {
  await openPage(1_500);
  line.loss = 'answer';
  await sender.send([outgoing('40004')]);
  const fate = (client: HttpClient) =>
    client.call('findOrder', {
      query: { api_id: apiId, account_type: 'spot', client_order_id: sender.orders[0]?.clientOrderId ?? '' },
    });
  const never = { api_id: apiId, account_type: 'spot', client_order_id: 'never' } as const;
  await server.room.venues.reopen('tessera', async () => {
    expect((await trader.call('findOrder', { query: never })).state).toBe('UNSURE');
  });
  await expect.poll(async () => (await trader.call('findOrder', { query: never })).state, { timeout: 10_000 }).toBe('ABSENT');
  expect(await fate(trader)).toMatchObject({ state: 'PLACED', order: { price: '40004' } });
  await expect(fate(other)).rejects.toThrow('ACCESS_ACCOUNT');
  await expect(trader.call('findOrder', { query: { ...never, account_type: 'isolated_margin' } })).rejects.toThrow('REQUEST_INVALID');
}, 40_000);
