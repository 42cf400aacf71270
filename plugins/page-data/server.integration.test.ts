import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tables } from '../../core/contract/server-contributions.ts';
import { httpBase } from '../../schemas/wire/index.ts';
import { ask } from '../../tests/kit/contributing.ts';
import type { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { pluginIn, pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';
import { type BreadthView, type CorrelationView, dataRoutes, type FearGreedView, type VolatilityView } from './routes.ts';
import { FearGreedTable } from './server/fear-greed-table.ts';

let server: TestServer;
let trader: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: [pluginSource('venue-paper'), pluginIn(new URL('.', import.meta.url))] });
  trader = await server.signIn('trader1');
}, 120_000);
afterAll(() => server?.close());

/** What a call answers, with what stands behind the `?`. */
const get = async <T>({ path, method }: { readonly path: string; readonly method: 'GET' | 'POST' }, query = ''): Promise<T> => {
  const { code, data } = await ask(trader, { method, path: `${path}${query}` });
  expect(code).toBe(200);
  return data as T;
};

it('tells the index of a demo from the ninety days that its exchanges have behind them', async () => {
  const view = await get<FearGreedView>(dataRoutes.fearGreed);
  expect(view).toMatchObject({ source: 'own', imported: null, market: 'aurora/BTCUSDT/spot' });
  expect(view.components.map(({ score }) => score === null)).toEqual([false, false, false, false, false]);
  expect(view.list.length).toBeGreaterThan(30);
  expect(view.list.at(-1)?.value).toBe(view.value);
}, 60_000);

it('tells breadth, correlations and volatilities of the same past', async () => {
  const { markets, list } = await get<BreadthView>(dataRoutes.breadth);
  expect(markets.map(({ base }) => base).sort()).toEqual(['ADA', 'BNB', 'BTC', 'DOGE', 'ETH', 'ETH', 'SOL', 'XRP']);
  expect(list.length).toBeGreaterThan(60);
  const matrix = await get<CorrelationView>(dataRoutes.correlation, '?span=7d&markets=3');
  expect(matrix).toMatchObject({ interval: '1h', steps: 168, least: 168 });
  expect(matrix.values.map((row, at) => [row.length, row[at]])).toEqual([
    [3, 1],
    [3, 1],
    [3, 1],
  ]);
  expect(matrix.values[0]?.[1]).toBe(matrix.values[1]?.[0]);
  const { returns, cone } = await get<VolatilityView>(dataRoutes.volatility, '?id=aurora/BTCUSDT/spot');
  expect(returns.length).toBeGreaterThan(2_000);
  expect(cone.every(({ percentiles, current }) => percentiles !== null && current !== null)).toBe(true);
}, 60_000);

it('lets an administrator put a series in the place of the index, and take it away again', async () => {
  const admin = await server.signIn('admin');
  const send = (client: HttpClient, csv: string) => ask(client, dataRoutes.fearGreedImport, { name: 'Of a friend', csv });
  expect(await send(trader, '2026-01-01,50')).toMatchObject({ status: 403 });
  const wrong = await send(admin, 'date,value\n2026-01-01,50\n2026-01-02,500');
  expect(wrong).toMatchObject({ code: 40001, params: { field: 'csv, line 3', rule: 'must be a number from 0 to 100' } });
  expect(await get<FearGreedView>(dataRoutes.fearGreed)).toMatchObject({ source: 'own', imported: null });
  expect((await send(admin, '2026-01-02,77\n2026-01-01,50')).data).toEqual({ days: 2 });
  expect(await get<FearGreedView>(dataRoutes.fearGreed)).toMatchObject({
    ...{ source: 'imported', imported: 'Of a friend', value: 77, regime: 'greed' },
    list: [{ value: 50 }, { day: Date.UTC(2026, 0, 2), value: 77 }],
  });
  const own = await get<FearGreedView>(dataRoutes.fearGreed, '?source=own');
  expect([own.source, own.list.length > 30]).toEqual(['own', true]);
  expect((await ask(admin, dataRoutes.fearGreedRemove, {})).code).toBe(200);
  expect(await get<FearGreedView>(dataRoutes.fearGreed)).toMatchObject({ source: 'own', imported: null });
});

it('takes a series of five thousand days in one statement, and keeps days as they were told', async () => {
  const tables = server.store.tablesOf('page-data');
  let statements = 0;
  const counted: Tables = {
    ...{ migrate: (...steps) => tables.migrate(...steps), within: (...one) => tables.within(...one), run: (...one) => tables.run(...one) },
    transaction: (work) =>
      tables.transaction((sql) =>
        work({
          run: (...one) => {
            statements++;
            return sql.run(...one);
          },
        }),
      ),
  };
  const table = await FearGreedTable.open(counted);
  const days = Array.from({ length: 5_000 }, (_, at) => ({ dayMs: at * 86_400_000, value: (at % 1_001) / 10 }));
  await table.replaceImported({ name: 'Long', days });
  expect(await table.imported()).toEqual({ name: 'Long', days });
  expect(statements).toBe(2);
  await table.replaceImported(null);
  expect(await table.imported()).toBeNull();
  const [told, later] = [
    { dayMs: 0, value: 12.34, close: null },
    { dayMs: 86_400_000, value: 50, close: 0.1 },
  ];
  await table.keep([told, later], 0);
  await table.keep(
    [
      { ...told, value: 1 },
      { ...later, value: 2 },
    ],
    86_400_000,
  );
  expect((await table.all()).slice(0, 2)).toEqual([told, { ...later, value: 2 }]);
});

it('reads no history of a market that it does not follow, and no matrix of a thousand', async () => {
  const codeOf = async (path: string) => (await ask(trader, { method: 'GET', path })).code;
  expect(await codeOf('/data/volatility?id=aurora/NOPE/spot')).toBe(40001);
  expect(await codeOf('/data/volatility?id=polaris/BTCUSDT/spot')).toBe(40001);
  expect(await codeOf('/data/correlation?markets=1000')).toBe(40001);
});

it('is for who is signed in', async () => {
  expect((await fetch(`${server.url}${httpBase}/fng/list`)).status).toBe(401);
});
