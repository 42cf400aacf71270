import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCatalogue } from '../../core/contract/error-catalogue.ts';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import { testInstrument } from '../kit/market-fixtures.ts';
import { type HttpClient, refusalOf } from '../kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../kit/servers/test-server.ts';
import { farHost, farPlugin } from '../kit/venues/far-plugin.ts';
import { FarServer } from '../kit/venues/far-server.ts';
import { startFarExchange } from '../kit/venues/open-far-venue.ts';

/** A whole server whose exchange is elsewhere, behind calls and a feed that are slow and overtake each other. */

let far: Awaited<ReturnType<typeof startFarExchange>>;
let exchange: FarServer;
let server: TestServer;
let trader: HttpClient;
let apiId: number;
const log: string[] = [];

beforeAll(async () => {
  far = await startFarExchange({ longestMs: 5, listed: [testInstrument.id] });
  exchange = await FarServer.start(far.far, far.line);
  process.env[farHost] = exchange.host;
  const plugins = [farPlugin(exchange.host), pluginSource('venue-house')];
  server = await startTestServer({ plugins, onLog: (line) => log.push(line) });
  trader = await server.signIn('trader1');
  apiId = (await trader.call('apiList')).find((one) => one.exchange === 'aurora')?.api_id ?? 0;
}, 60_000);
afterAll(async () => {
  await server.close();
  await exchange.close();
  await far.remove();
});

const order = (side: 'BUY' | 'SELL', price: string, id: string, qty = '0.5') => ({
  ...{ api_id: apiId, exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot' as const },
  ...{ side, type: 'LIMIT' as const, price, qty, client_order_id: id },
});
const find = (id: string) => trader.call('findOrder', { query: { api_id: apiId, account_type: 'spot', client_order_id: id } });

it('carries orders to it and tells what became of them, in lists, histories and balances', async () => {
  const [placed] = await trader.call('doOrder', { body: order('BUY', '30000', 'rests') });
  expect(placed).toMatchObject({ status: 'UNFILLED', client_order_id: 'rests' });
  const other = await server.signIn('trader2');
  const otherId = (await other.call('apiList')).find((one) => one.exchange === 'aurora')?.api_id ?? 0;
  await other.call('doOrder', { body: { ...order('SELL', '30000', 'sells', '0.2'), api_id: otherId } });
  await expect.poll(async () => (await trader.call('openOrders', { query: {} }))[0]?.filled_qty).toBe('0.2');
  const { api_id, symbol, account_type } = order('BUY', '1', '');
  await trader.call('cancelAll', { body: { api_id, symbol, account_type } });
  const { results } = await trader.call('orderHistory', { query: {} });
  expect(results).toMatchObject([{ client_order_id: 'rests', status: 'CANCELED', filled_qty: '0.2' }]);
  expect(await find('rests')).toMatchObject({ state: 'PLACED' });
  expect(server.room.accounts.apiIdsOf('aurora').length).toBeGreaterThan(5);
  const own = server.room.trading.balances([apiId]);
  expect(own.length).toBe(3);
  expect(own).toEqual(expect.arrayContaining([...far.far.matching.balances(spotAccount(apiId))]));
});

it('says that an order is unresolved whose answer got lost, and then what became of it', async () => {
  far.line.loses = 'answers';
  const refusal = await refusalOf(trader.call('doOrder', { body: order('BUY', '29000', 'lost') }));
  expect(refusal.number).toBe(errorCatalogue.ORDER_UNRESOLVED.number);
  far.line.loses = 'nothing';
  await expect.poll(() => find('lost')).toMatchObject({ state: 'PLACED' });
});

it('takes orders again once the exchange is back, with everything that happened meanwhile', async () => {
  exchange.cut();
  await expect.poll(() => server.room.venues.isDown('aurora')).toBe(true);
  const refusal = await refusalOf(trader.call('doOrder', { body: order('BUY', '28000', 'away') }));
  expect(refusal.number).toBe(errorCatalogue.VENUE_UNAVAILABLE.number);
  await far.far.cancelAll({ account: spotAccount(apiId) });
  await expect.poll(() => server.room.venues.isDown('aurora'), { timeout: 10_000 }).toBe(false);
  expect(await find('lost')).toMatchObject({ state: 'PLACED', order: { status: 'CANCELED' } });
  expect(await trader.call('openOrders', { query: {} })).toEqual([]);
  expect(await trader.call('doOrder', { body: order('BUY', '28000', 'away') })).toMatchObject([{ status: 'UNFILLED' }]);
});

it('keeps the key of the exchange where nobody reads it', async () => {
  const [key = ''] = exchange.keys;
  expect(exchange.keys).toHaveLength(1);
  expect(key).not.toBe('');
  const files = readdirSync(server.dataFolder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  expect(files.length).toBeGreaterThan(100);
  for (const { parentPath, name } of files) expect(readFileSync(join(parentPath, name)).includes(key)).toBe(false);
  expect(log.join('\n')).not.toContain(key);
});
