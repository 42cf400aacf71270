import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpBase } from '../../../schemas/wire/index.ts';
import { SystemClock } from '../../../server/clock.ts';
import { createLogger } from '../../../server/logger.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { apiOf, infoOf, strategyMarket, tradeAt } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { strategyKit } from '../../kit/strategy-plugins.ts';

const market = { exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot' } as const;
const hourMs = 3_600_000;
const minuteMs = 60_000;
/** How far the machine's clock was put forward. */
let shiftMs = 0;
let server: TestServer;
let client: HttpClient;

beforeAll(async () => {
  const sources = { wallMs: () => Date.now() + shiftMs, elapsedMs: () => performance.now() };
  const clock = new SystemClock(
    createLogger('error', () => undefined),
    sources,
  );
  server = await startTestServer({ plugins: [pluginSource('venue-house'), strategyKit], clock, rateFactor: 1 });
  client = await server.signIn('trader1');
}, 60_000);
afterAll(() => server?.close());

const candles = () => client.call('klines', { query: { ...market, interval: '1m', limit: 1_000 } });

it('locks nobody out, stops no strategy and neither skips nor doubles a candle when its clock is put back by two hours and forward again', async () => {
  const params = { apiId: await apiOf(client), instrumentId: strategyMarket, price: '40000', qty: '0.001', pauseMs: 100 };
  const one = await client.call('strategyStart', { body: { strategy: 'strategy-kit/busy', name: 'On', params } });
  let traded = 0;
  const trade = async (): Promise<void> => {
    await tradeAt(server, '50000');
    traded += 1;
  };
  const rounds = async (): Promise<number> => (await infoOf(client, one)).instance.step;
  const goesOn = async (): Promise<void> => {
    const before = await rounds();
    for (let tries = 0; (await rounds()) <= before; tries++) {
      if (tries > 40) throw new Error('the strategy stands still');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await trade();
  await goesOn();
  const beforeMs = Date.now();

  shiftMs = -2 * hourMs;
  // Far more than the limiter would leave if it thought that two hours had been taken back.
  for (let call = 0; call < 40; call++) await client.call('openOrders', { query: {} });
  await trade();
  await goesOn();
  await server.signIn('trader2');
  const during = await candles();
  expect(Number(during.at(-1)?.[0])).toBeGreaterThanOrEqual(Math.floor(beforeMs / minuteMs) * minuteMs);

  shiftMs = 3 * hourMs;
  for (let call = 0; call < 40; call++) await client.call('openOrders', { query: {} });
  await trade();
  await goesOn();
  const after = await candles();
  const opens = after.map(([open]) => Number(open));
  expect(opens).toEqual(opens.toSorted((a, b) => a - b));
  expect(new Set(opens).size).toBe(opens.length);
  expect(opens.every((open, at) => at === 0 || open - (opens[at - 1] ?? 0) === minuteMs)).toBe(true);
  expect(opens.at(-1)).toBeGreaterThan(beforeMs + 2.9 * hourMs);
  expect((await infoOf(client, one)).instance.status).toBe('TRADING');
  // Volume of the takers above, each once.
  expect(after.reduce((sum, [, , , , , volume]) => sum + Number(volume), 0)).toBeCloseTo(0.01 * traded, 9);
}, 120_000);

it('refuses an order as late once its sender has waited as long as he said, while the clock that was put back goes at half pace', async () => {
  shiftMs = 0;
  const api_id = await apiOf(client);
  const send = (notAfter: number) =>
    fetch(`${server.url}${httpBase}/order/doOrder`, {
      method: 'POST',
      headers: { authorization: client.token ?? '', 'content-type': 'application/json', 'x-not-after': String(notAfter) },
      body: JSON.stringify({ api_id, ...market, side: 'BUY', type: 'LIMIT', price: '30000', qty: '0.001' }),
    });
  const serverMs = async (): Promise<number> =>
    Number((await fetch(`${server.url}${httpBase}/client/base/exchange/info`)).headers.get('x-server-time'));
  shiftMs = -2 * hourMs;
  const toldMs = await serverMs();
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect((await send(toldMs + 600)).status).toBe(422);
  expect((await send((await serverMs()) + 10_000)).status).toBe(200);
}, 30_000);

it('tells no time twice when it is started again with a clock that is two hours behind its journal', async () => {
  const dataFolder = await freshDataDir();
  const startAhead = (aheadMs: number): Promise<TestServer> => {
    const sources = { wallMs: () => Date.now() + aheadMs, elapsedMs: () => performance.now() };
    const clock = new SystemClock(
      createLogger('error', () => undefined),
      sources,
    );
    return startTestServer({ dataFolder, plugins: [pluginSource('venue-house')], clock });
  };
  const times: number[] = [];
  for (const aheadMs of [2 * hourMs, 0]) {
    const one = await startAhead(aheadMs);
    for (let trades = 0; trades < 2; trades++) await tradeAt(one, '50000');
    const { results } = await (await one.signIn('trader2')).call('fills', { query: {} });
    times.splice(0, times.length, ...results.map(({ time }) => time).toReversed());
    await one.close();
  }
  rmSync(dataFolder, { recursive: true, force: true });
  expect(times).toHaveLength(4);
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
}, 60_000);
