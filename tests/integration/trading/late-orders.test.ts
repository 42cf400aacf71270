import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from '../../../core/client/connection/api-client.ts';
import { routeTable } from '../../../core/client/connection/route-table.ts';
import { ServerTime } from '../../../core/client/connection/server-time.ts';
import { httpBase } from '../../../schemas/wire/index.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { ServerProcess } from '../../kit/servers/server-process.ts';

let folder: string;
let server: ServerProcess;
let trader: HttpClient;
let apiId: number;
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const order = (price: number) => ({ api_id: apiId, ...market, side: 'BUY', type: 'LIMIT', price: `${price}`, qty: '0.001' }) as const;
const instrumentId = 'tessera/BTCUSDT/spot';
/** The same in the words of the page. */
const intent = (price: number) => ({ apiId, instrumentId, side: 'BUY', type: 'LIMIT', price: `${price}`, qty: '0.001' }) as const;

beforeAll(async () => {
  folder = await freshDataDir();
  server = await ServerProcess.start(folder, { plugins: 'venue-house' });
  trader = await server.signIn('trader1');
  apiId = (await trader.call('apiList'))[0]?.api_id ?? 0;
}, 120_000);
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** The client of the page, in a hurry. */
const page = (timeoutMs: number): ApiClient =>
  new ApiClient({
    base: server.url + httpBase,
    routes: routeTable,
    token: () => trader.token,
    fetch,
    timeoutMs,
    serverTime: new ServerTime(() => performance.now()),
  });

const openPrices = async (): Promise<readonly (string | null)[]> =>
  (await trader.call('openOrders', { query: {} })).map(({ price }) => price).toSorted();

it('does not place an order or change one that the client gave up while the server stood still, and cancels what it was asked to', async () => {
  const [kept, doomed] = [await trader.call('doOrder', { body: order(40_001) }), await trader.call('doOrder', { body: order(40_002) })];
  const api = page(2_000);
  // From its answer the client learns the server's clock.
  expect((await api.call('openOrders', { query: {} })).ok).toBe(true);

  server.pause();
  const target = (orders: typeof kept) => ({ apiId, instrumentId, orderId: orders[0]?.order_id ?? '' });
  const outcomes = await Promise.all([
    api.call('doOrder', { body: intent(40_003) }),
    api.call('amendOrder', { body: { ...target(kept), price: '40004' } }),
    api.call('cancelOrder', { body: target(doomed) }),
  ]);
  expect(outcomes.map((outcome) => (outcome.ok ? 'done' : outcome.error.code))).toEqual(Array(3).fill('CLIENT_TIMEOUT'));
  server.resume();

  await expect.poll(openPrices, { timeout: 20_000 }).toEqual(['40001']);
  await expect
    .poll(async () => (await trader.call('orderHistory', { query: { status: 'DENIED' } })).results.map(({ price }) => price), {
      timeout: 20_000,
    })
    .toEqual(['40003']);
  expect(await openPrices()).toEqual(['40001']);
  // And it is told what becomes of it when it can wait.
  expect((await page(20_000).call('doOrder', { body: intent(40_005) })).ok).toBe(true);
}, 60_000);

it('refuses a deadline that is none, and one that has passed, by name', async () => {
  const send = async (notAfter: string): Promise<unknown> => {
    const headers = { authorization: trader.token ?? '', 'content-type': 'application/json', 'x-not-after': notAfter };
    const response = await fetch(`${server.url}${httpBase}/order/doOrder`, {
      method: 'POST',
      headers,
      body: JSON.stringify(order(40_100)),
    });
    expect(Number(response.headers.get('x-server-time'))).toBeGreaterThan(1_600_000_000_000);
    return [response.status, ((await response.json()) as { code: number }).code];
  };
  expect(await send('tomorrow')).toEqual([400, 40001]);
  expect(await send('1600000000000')).toEqual([422, 42227]);
  expect(await openPrices()).not.toContain('40100');
});
