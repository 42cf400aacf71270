import { rmSync } from 'node:fs';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { InstanceView } from '../../../schemas/wire/strategy.ts';
import { SystemClock } from '../../../server/clock.ts';
import { silentLogger } from '../../kit/market-fixtures.ts';
import { freshDataDir } from '../../kit/servers/data-folder.ts';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { infoOf, startKit, tradeAt, until } from '../../kit/servers/strategy-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../kit/servers/test-server.ts';
import { strategyKit } from '../../kit/strategy-plugins.ts';

const minuteMs = 60_000;
const dataFolder = await freshDataDir();
const simulatedFolder = await freshDataDir();
const rememberingFolder = await freshDataDir();
let server: TestServer | null = null;
/** The clock of the machine, set forwards by so much. */
let aheadMs = 0;
const clock = new SystemClock(silentLogger, { wallMs: () => Date.now() + aheadMs, elapsedMs: () => performance.now() });

async function serve(venue = 'venue-house', folder = dataFolder): Promise<TestServer> {
  server = await startTestServer({ plugins: [pluginSource(venue), strategyKit], dataFolder: folder, clock });
  return server;
}
async function stop(): Promise<void> {
  await server?.close();
  server = null;
}
afterEach(stop);
afterAll(() => {
  for (const folder of [dataFolder, simulatedFolder, rememberingFolder]) rmSync(folder, { recursive: true, force: true });
});

/** What the instance was told, oldest first. */
async function bars(client: HttpClient, one: InstanceView): Promise<readonly string[]> {
  const { events } = await infoOf(client, one);
  const notes = events.filter(({ kind }) => kind === 'note').map(({ params }) => params);
  const said = notes.map(({ key, from, to, close, minutes }) =>
    key === 'history' ? `history ${minutes}` : key === 'gap' ? `gap ${from}-${to}` : `${from} at ${close}`,
  );
  return said.reverse();
}
const minuteNow = (): number => Math.floor(clock.nowMs() / minuteMs);
/** To five seconds after the beginning of a minute: what follows happens within it. */
const toMinute = (minute: number): void => {
  aheadMs += minute * minuteMs + 5_000 - clock.nowMs();
};

it('hears after each restart of the candles that closed meanwhile, once and in order, and of the time of which there are none', async () => {
  const first = await serve();
  const began = minuteNow() + 2;
  toMinute(began);
  const client = await first.signIn('trader1');
  const one = await startKit(client, 'bars');
  await tradeAt(first, '50000');
  await tradeAt(first, '50100');
  await stop();

  toMinute(began + 7);
  const second = await serve();
  const later = await second.signIn('trader1');
  const missed = [`${began} at 50100`, `gap ${began + 1}-${began + 7}`];
  await until(
    () => bars(later, one),
    (told) => told.length >= 2,
    'it hears of what it missed',
  );
  expect(await bars(later, one)).toEqual(missed);
  await tradeAt(second, '50200');
  toMinute(began + 8);
  await tradeAt(second, '50300');
  await until(
    () => bars(later, one),
    (told) => told.length >= 3,
    'it hears of what closes live',
  );
  await stop();

  toMinute(began + 9);
  const third = await serve();
  const last = await third.signIn('trader1');
  await until(
    () => bars(last, one),
    (told) => told.length >= 4,
    'it hears of the candle that ran when the server stopped',
  );
  expect(await bars(last, one)).toEqual([...missed, `${began + 7} at 50200`, `${began + 8} at 50300`]);
}, 300_000);

it('begins with the candles before it, hears of that history once, and after a restart of what closed meanwhile instead', async () => {
  const first = await serve('venue-house', rememberingFolder);
  const began = minuteNow() + 2;
  const client = await first.signIn('trader1');
  for (const [minute, price] of [
    [began, '50000'],
    [began + 1, '50100'],
    [began + 2, '50200'],
  ] as const) {
    toMinute(minute);
    await tradeAt(first, price);
  }
  toMinute(began + 3);
  await tradeAt(first, '50300');
  const one = await startKit(client, 'remembers');
  const history = `history ${began} at 50000, ${began + 1} at 50100, ${began + 2} at 50200`;
  await until(
    () => bars(client, one),
    (told) => told.length >= 1,
    'it has its history',
  );
  expect(await bars(client, one)).toEqual([history]);
  await stop();

  toMinute(began + 4);
  const second = await serve('venue-house', rememberingFolder);
  const later = await second.signIn('trader1');
  await until(
    () => bars(later, one),
    (told) => told.length >= 2,
    'it hears of the candle that ran when the server stopped',
  );
  await tradeAt(second, '50400');
  toMinute(began + 5);
  await tradeAt(second, '50500');
  await until(
    () => bars(later, one),
    (told) => told.length >= 3,
    'it hears of what closes live',
  );
  expect(await bars(later, one)).toEqual([history, `${began + 3} at 50300`, `${began + 4} at 50400`]);
}, 300_000);

it('is told of no candle that nobody traded while a simulated exchange was away', async () => {
  const query = { exchange: 'aurora', symbol: 'BTCUSDT', account_type: 'spot', interval: '1m', limit: 10 } as const;
  const serveSimulated = () => serve('venue-paper', simulatedFolder);
  const first = await serveSimulated();
  const began = minuteNow() + 2;
  toMinute(began);
  const client = await first.signIn('trader1');
  const api = (await client.call('apiList')).find(({ exchange }) => exchange === 'aurora');
  const one = await startKit(client, 'bars', { apiId: api?.api_id, instrumentId: 'aurora/BTCUSDT/spot' });
  const traded = async () => (await client.call('klines', { query })).at(-1);
  await until(traded, (last) => last?.[0] === began * minuteMs && last[7] > 0, 'somebody trades in that minute');
  await stop();

  toMinute(began + 7);
  const later = await (await serveSimulated()).signIn('trader1');
  const [candle, gap] = await until(
    () => bars(later, one),
    (told) => told.length >= 2,
    'it hears of what it missed',
  );
  const shown = (await later.call('klines', { query })).find(([time]) => time === began * minuteMs);
  expect([candle, gap]).toEqual([`${began} at ${shown?.[4]}`, `gap ${began + 1}-${began + 7}`]);
}, 300_000);
