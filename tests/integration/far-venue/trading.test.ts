import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCatalogue } from '../../../core/contract/error-catalogue.ts';
import { spotAccount } from '../../../core/domain/accounts/account-key.ts';
import { testInstrument } from '../../kit/market-fixtures.ts';
import { type HttpClient, refusalOf } from '../../kit/servers/http-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { delistedCause } from '../../kit/venues/far-exchange.ts';
import { farHost, farPlugin } from '../../kit/venues/far-plugin.ts';
import { FarServer } from '../../kit/venues/far-server.ts';
import { farEther, startFarExchange } from '../../kit/venues/open-far-venue.ts';

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
const stateOf = async (id: string) => (await trader.call('symbols')).find((one) => one.id === id)?.state;
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

it('takes in a market that comes while the exchange runs, holds orders to terms that change, and ends with it what is open there', async () => {
  const probe = await StreamProbe.open(server.url);
  await probe.request({ op: 'subscribe', topics: ['instruments'] });
  const told = () =>
    probe.ofTopic('instruments').flatMap(({ k, d }) => (k === 'd' ? (d as { id: string; tick: string; state: string }[]) : []));
  const ether = (price: string, id: string) => ({ ...order('BUY', price, id), symbol: 'ETHUSDT' });
  const denied = async (price: string, id: string) => (await refusalOf(trader.call('doOrder', { body: ether(price, id) }))).number;
  const bids = async () => (await trader.call('depth', { query: { exchange: 'aurora', symbol: 'ETHUSDT', account_type: 'spot' } })).bids;
  expect(await denied('2000', 'early')).toBe(errorCatalogue.MARKET_UNKNOWN_INSTRUMENT.number);

  far.far.list(farEther);
  await expect.poll(told).toMatchObject([{ id: farEther.id, state: 'TRADING' }]);
  expect((await trader.call('symbols')).map(({ id }) => id)).toContain(farEther.id);
  expect(await trader.call('doOrder', { body: ether('2000.05', 'fine') })).toMatchObject([{ status: 'UNFILLED' }]);
  await expect.poll(bids).toEqual([['2000.05', '0.5']]);

  far.far.list({ ...farEther, tick: '0.1' });
  await expect.poll(() => told().at(-1)).toMatchObject({ tick: '0.1' });
  expect(await denied('2000.05', 'off')).toBe(errorCatalogue.ORDER_PRICE_OFF_GRID.number);
  expect(await trader.call('doOrder', { body: ether('2000.1', 'on') })).toMatchObject([{ status: 'UNFILLED' }]);

  await far.far.delist(farEther.id);
  await expect.poll(() => told().at(-1)).toMatchObject({ state: 'DELISTED' });
  expect(await denied('2000.1', 'late')).toBe(errorCatalogue.ORDER_INSTRUMENT_CLOSED.number);
  const { results } = await trader.call('orderHistory', { query: { symbol: 'ETHUSDT', status: 'CANCELED' } });
  expect(results).toMatchObject(['on', 'fine'].map((id) => ({ client_order_id: id, status: 'CANCELED', cause: delistedCause })));
  expect(await bids()).toEqual([]);
  await probe.close();
});

it('learns at its next opening which markets came and went while nobody heard', async () => {
  exchange.cut();
  await expect.poll(() => server.room.venues.isDown('aurora')).toBe(true);
  far.far.list(farEther);
  await expect.poll(() => server.room.venues.isDown('aurora'), { timeout: 10_000 }).toBe(false);
  expect(await stateOf(farEther.id)).toBe('TRADING');
  exchange.cut();
  await expect.poll(() => server.room.venues.isDown('aurora')).toBe(true);
  await far.far.delist(farEther.id);
  await expect.poll(() => server.room.venues.isDown('aurora'), { timeout: 10_000 }).toBe(false);
  expect(await stateOf(farEther.id)).toBe('DELISTED');
  const refusal = await refusalOf(trader.call('doOrder', { body: { ...order('BUY', '2000', 'gone'), symbol: 'ETHUSDT' } }));
  expect(refusal.number).toBe(errorCatalogue.ORDER_INSTRUMENT_CLOSED.number);
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
