import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpBase } from '../../schemas/wire/index.ts';
import { ask } from '../../tests/kit/contributing.ts';
import type { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { pluginIn, pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';
import { dataRoutes, type FearGreedView } from './routes.ts';

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
  expect(view).toMatchObject({ source: 'own', name: null, market: 'aurora/BTCUSDT/spot' });
  expect(view.components.map(({ score }) => score === null)).toEqual([false, false, false, false, false]);
  expect(view.list.length).toBeGreaterThan(30);
  expect(view.list.at(-1)?.value).toBe(view.value);
}, 60_000);

it('is for who is signed in', async () => {
  expect((await fetch(`${server.url}${httpBase}/fng/list`)).status).toBe(401);
});
