import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCodeOf } from '../../../core/contract/error-catalogue.ts';
import type { IndexView } from '../../../schemas/wire/index-price.ts';
import { type HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { infoOf, startKit, stopAndWait } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { strategyKit } from '../../kit/strategy-plugins.ts';

let server: TestServer;
let trader: HttpClient;
let apiId: number;
const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;

beforeAll(async () => {
  server = await startTestServer({ plugins: [pluginSource('venue-house'), pluginSource('venue-paper'), strategyKit] });
  trader = await server.signIn('trader1');
  apiId = (await trader.call('apiList')).find(({ exchange }) => exchange === 'tessera')?.api_id ?? 0;
}, 150_000);
afterAll(() => server?.close());

const codeOf = async (call: Promise<unknown>) => errorCodeOf((await refusalOf(call)).number);

const bitcoin = async (): Promise<IndexView | undefined> =>
  (await trader.call('indexes')).find(({ base, quote }) => base === 'BTC' && quote === 'USDT');

async function indexNow(): Promise<number> {
  await expect.poll(async () => (await bitcoin())?.stale, { timeout: 20_000 }).toBe(false);
  return Number((await bitcoin())?.price);
}

const buyStop = (trigger: number, more: object = {}) =>
  trader.call('doOrder', {
    body: { api_id: apiId, ...market, side: 'BUY', type: 'STOP_MARKET', qty: '0.001', trigger_price: trigger.toFixed(2), ...more },
  });

it('lets an order wait for the index where nothing has ever been traded, and tells what it watches everywhere', async () => {
  const index = await indexNow();
  // The last price of this market is none that anything could wait for.
  expect(await codeOf(buyStop(index * 2))).toBe('ORDER_NO_REFERENCE_PRICE');
  const [placed] = await buyStop(index * 2, { watched_price: 'INDEX' });
  expect(placed).toMatchObject({ status: 'WAITING', watched_price: 'INDEX' });
  const open = await trader.call('openOrders', { query: {} });
  expect(open.find(({ order_id }) => order_id === placed?.order_id)?.watched_price).toBe('INDEX');
  const target = { api_id: apiId, ...market, order_id: placed?.order_id ?? '' };
  expect(await codeOf(trader.call('amendOrder', { body: { ...target, trigger_price: (index * 0.5).toFixed(2) } }))).toBe(
    'ORDER_WOULD_TRIGGER',
  );
  await trader.call('cancelOrder', { body: target });
  const { results } = await trader.call('userOrders', { query: {} });
  expect(results.find(({ order_id }) => order_id === placed?.order_id)).toMatchObject({ status: 'CANCELED', watched_price: 'INDEX' });
});

it('refuses what the index has passed already, a mark, and a pair that watches an index', async () => {
  const index = await indexNow();
  expect(await codeOf(buyStop(index * 0.5, { watched_price: 'INDEX' }))).toBe('ORDER_WOULD_TRIGGER');
  const mark = await refusalOf(buyStop(index * 2, { watched_price: 'MARK' }));
  expect([errorCodeOf(mark.number), mark.params.field]).toEqual(['ORDER_NOT_SUPPORTED', 'watchedPrice']);
  const legs = { take_profit: { type: 'LIMIT', price: '1' }, stop_loss: { type: 'STOP_MARKET', trigger_price: '2' } } as const;
  const pair = {
    api_id: apiId,
    ...market,
    side: 'SELL',
    type: 'LIMIT',
    qty: '0.001',
    trigger_kind: 'OCO',
    watched_price: 'INDEX',
    ...legs,
  } as const;
  const refused = await refusalOf(trader.call('doOrder', { body: pair }));
  expect([errorCodeOf(refused.number), refused.params.field]).toEqual(['ORDER_NOT_SUPPORTED', 'watchedPrice']);
});

it('fires when the index of the other exchanges comes to the trigger', async () => {
  const index = await indexNow();
  const near = index * 0.00002;
  const waiting = [
    ...(await buyStop(index + near, { watched_price: 'INDEX' }).catch(() => [])),
    ...(await buyStop(index - near, { watched_price: 'INDEX', type: 'TRIGGER_MARKET' }).catch(() => [])),
  ].map(({ order_id }) => order_id);
  expect(waiting.length).toBeGreaterThan(0);
  const ended = async () => (await trader.call('userOrders', { query: {} })).results.filter(({ order_id }) => waiting.includes(order_id));
  // Nobody quotes here, so what has fired finds nobody to trade with.
  await expect
    .poll(async () => (await ended()).map(({ cause }) => cause), { timeout: 40_000, interval: 500 })
    .toContain('EXPIRED_NO_LIQUIDITY');
}, 60_000);

it.each([
  'production',
  'test',
] as const)('is told to a strategy with the session, which hears that nobody lends here: %s', async (environment) => {
  const one = await startKit(trader, 'prices', {}, {}, environment);
  const told = async () => {
    const { events } = await infoOf(trader, one);
    const notes = events.filter(({ kind }) => kind === 'note').map(({ params }) => params);
    return Object.fromEntries(notes.map(({ key, told: value }) => [key, value]));
  };
  await expect.poll(async () => Object.keys(await told()).sort(), { timeout: 60_000 }).toEqual(['borrow', 'index', 'session']);
  const { session, borrow, index } = await told();
  expect([session, borrow]).toEqual(['CONTINUOUS', 'LOAN_NOT_OFFERED']);
  expect(Number(index)).toBeGreaterThan(0);
  await stopAndWait(trader, one);
}, 150_000);
