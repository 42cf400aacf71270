import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../kit/servers/http-client.ts';
import { StreamProbe } from '../../kit/servers/stream-probe.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

const places = 6;
const arriving = 3;
const arrivingMs = 1_500;

let server: TestServer;
let neighbour: HttpClient;
const opened: StreamProbe[] = [];

beforeAll(async () => {
  server = await startTestServer({ socketLimits: { total: 1000, perAddress: places, arriving, arrivingMs, perUser: 30 } });
  neighbour = await server.signIn('trader1');
});
afterEach(async () => {
  for (const probe of opened.splice(0)) probe.close();
  const watch = performance.now();
  while (server.gateway.socketCount > 0 && performance.now() - watch < 5_000) await new Promise((resolve) => setTimeout(resolve, 20));
});
afterAll(() => server?.close());

async function guest(): Promise<StreamProbe> {
  const probe = await StreamProbe.open(server.url);
  opened.push(probe);
  return probe;
}

async function watcher(): Promise<StreamProbe> {
  const probe = await guest();
  await probe.request({ op: 'subscribe', topics: ['tickers'] });
  return probe;
}

async function signedIn(): Promise<StreamProbe> {
  const probe = await guest();
  expect((await probe.request({ op: 'auth', token: neighbour.token })).code).toBe(200);
  return probe;
}

const severalOf = async (count: number, open: () => Promise<StreamProbe>): Promise<StreamProbe[]> => {
  const probes: StreamProbe[] = [];
  for (let nth = 0; nth < count; nth++) probes.push(await open());
  return probes;
};
const pause = () => new Promise((resolve) => setTimeout(resolve, arrivingMs * 2));

it('a guest that receives nothing gives its place up to whoever comes, the oldest first', async () => {
  const idle = await severalOf(places, guest);
  await pause();
  const come = await severalOf(2, watcher);
  await idle[1]?.until(() => idle[1]?.closed);
  expect(idle.map(({ closed }) => closed?.code ?? null)).toEqual([1013, 1013, null, null, null, null]);
  await pause();
  expect(come.map(({ closed }) => closed)).toEqual([null, null]);
});

it('where guests hold every place of an address, who signs in comes in beside them and stays', async () => {
  const held = await severalOf(places, watcher);
  const [own, stranger] = [await signedIn(), await guest()];
  expect((await own.request({ op: 'subscribe', topics: ['orders'] })).code).toBe(200);
  expect(await stranger.until(() => stranger.closed)).toMatchObject({ code: 1013 });
  await pause();
  expect((await own.request({ op: 'ping' })).code).toBe(200);
  expect(held.every(({ closed }) => closed === null)).toBe(true);
  await severalOf(arriving, guest);
  await expect(guest(), 'and no more than so many wait at once').rejects.toThrow('429');
});

it('who has signed in takes no place of his address, which counts by the user', async () => {
  await severalOf(places + arriving + 2, signedIn);
  const guests = await severalOf(places, watcher);
  await pause();
  expect(guests.every(({ closed }) => closed === null)).toBe(true);
});
