import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { infoOf, until, untilStatus } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

/** What people of risk see of a grid that trades on a simulated exchange, whose market is made by agents. */

const strategy = 'strategy-shock-grid/shock-grid';
const instrumentId = 'aurora/BTCUSDT/spot';
let server: TestServer;
let risk: HttpClient;
let trader: HttpClient;
let apiId: number;

beforeAll(async () => {
  const plugins = ['venue-paper', 'strategy-shock-grid', 'service-risk', 'service-money'].map(pluginSource);
  server = await startTestServer({ plugins });
  [risk, trader] = [await server.signIn('risk'), await server.signIn('trader3')];
  apiId = (await trader.call('apiList')).find(({ exchange }) => exchange === 'aurora')?.api_id ?? 0;
}, 150_000);
afterAll(() => server?.close());

const rowOf = async () => (await risk.call('riskExposure')).rows.find(({ kind, key }) => kind === 'strategy' && key === strategy);
const limit = (gross: string | null, refuses: boolean) =>
  risk.call('riskLimitSave', {
    body: { kind: 'strategy', key: strategy, net: null, gross, refuses, reason: 'more than the desk can bear' },
  });
const told = async () => (await risk.call('messageList', { query: { type: 3 } })).filter(({ title }) => title.startsWith('Limit breached'));

/** Twenty lines, ten below the price and ten above, whose coins are bought at the market as it starts. */
async function start() {
  const { price } = await until(
    async () => (await trader.call('indexes')).find(({ base, quote }) => base === 'BTC' && quote === 'USDT') ?? { price: null },
    (index) => index.price !== null,
    'bitcoin has a price',
  );
  const [lowPrice, highPrice] = [0.9, 1.1].map((part) => (Number(price) * part).toFixed(2));
  const params = { apiId, instrumentId, lowPrice, highPrice, levels: 20, orderQty: '0.01', sellAtStop: true };
  return trader.call('strategyStart', { body: { strategy, name: 'Grid', environment: 'production', params } });
}

it('a grid that runs is a row of its own, whose limit tells risk once it is passed and refuses what would enlarge it', async () => {
  expect(await rowOf()).toBeUndefined();
  const one = await start();
  await until(
    () => infoOf(trader, one),
    ({ events }) => events.some(({ kind }) => kind === 'fill'),
    'the exchange has filled what it bought',
  );
  const row = await until(rowOf, (found) => Number(found?.gross) > 1_000, 'its coins stand in the exposure of the desk');
  expect(row).toMatchObject({ equity: null, net: row?.gross, limit: null, breached: [] });

  await limit('100', true);
  expect(await rowOf()).toMatchObject({ limit: { gross: '100', refuses: true }, breached: ['gross'] });
  const [message] = await told();
  expect(message).toMatchObject({ title: 'Limit breached: strategy Shock grid', is_read: false });
  expect(message?.body).toContain('its limit is 100 USDT');
  const second = await start();
  const { events } = await until(
    () => infoOf(trader, second),
    (info) => info.events.some(({ kind }) => kind === 'denied'),
    'what another grid buys is denied',
  );
  expect(events.find(({ kind }) => kind === 'denied')?.params).toMatchObject({ code: 'EXPOSURE_STRATEGY' });
  expect(events.filter(({ kind }) => kind === 'fill')).toEqual([]);
  await trader.call('strategyStop', { body: { instance_id: second.instance_id } });

  await limit('10000000', true);
  expect(await rowOf()).toMatchObject({ breached: [] });
  await trader.call('strategyStop', { body: { instance_id: one.instance_id } });
  await untilStatus(trader, one, 'STOPPED');
  expect(await told()).toHaveLength(1);
}, 120_000);
