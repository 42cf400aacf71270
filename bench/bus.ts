import { HttpClient } from '../tests/kit/servers/http-client.ts';
import { freePort, ServerPair } from '../tests/kit/servers/server-pair.ts';
import type { ServerProcess } from '../tests/kit/servers/server-process.ts';
import { startKit, stopAndWait } from '../tests/kit/servers/strategy-client.ts';
import { withDatabase } from './bench-database.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';

const rounds = Number(process.env.TESSERA_BENCH_ROUNDS ?? 20);
const goalMs = 500;
/** What has not come by then never does. */
const patienceMs = 20_000;
const nats = process.env.TESSERA_TEST_NATS ?? 'nats://127.0.0.1:4222';
const carriers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PostgreSQL: {},
  NATS: { TESSERA_BUS: nats },
};

/**
 * How long one of two servers goes on with what was ended at the other: a session that is signed out, the orders of a strategy whose kill switch
 * is pressed. From the other's answer on, over either bus. Needs a PostgreSQL, and a NATS that `TESSERA_TEST_NATS` names or that listens on
 * 127.0.0.1:4222.
 */
export async function run(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, environment] of Object.entries(carriers)) {
    const { sessions, switches } = await withDatabase((databaseUrl) => measured(new ServerPair(databaseUrl, environment)));
    figures.push(
      figure(`session ended at one server until the other refuses it, over ${name}, worst of ${rounds}`, worst(sessions), 'ms', goalMs),
      figure(`kill switch at one server until the other took orders back, over ${name}, worst of ${rounds}`, worst(switches), 'ms', goalMs),
    );
  }
  return figures;
}

const worst = (all: readonly number[]): number => Math.max(...all);

async function measured(pair: ServerPair): Promise<{ readonly sessions: readonly number[]; readonly switches: readonly number[] }> {
  try {
    const holder = await pair.start(await freePort());
    const { url, trading } = await pair.standBy(await freePort());
    trading.catch(() => undefined);
    const sessions: number[] = [];
    const switches: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const [here, there] = round % 2 === 0 ? [url, holder.url] : [holder.url, url];
      sessions.push(await endedSession(holder, here, there));
      switches.push(await pressedSwitch(holder, url));
    }
    return { sessions, switches };
  } finally {
    await pair.end();
  }
}

async function endedSession(holder: ServerProcess, here: string, there: string): Promise<number> {
  const client = await signedIn(holder, here, 'trader1');
  const other = at(there, client);
  await other.call('checkToken');
  await client.call('outLogin');
  return elapsed('the other server knows no session', async () => (await other.call('checkToken')) === 0);
}

async function pressedSwitch(holder: ServerProcess, standbyUrl: string): Promise<number> {
  const client = await signedIn(holder, standbyUrl, 'trader3');
  const direct = at(holder.url, client);
  const instance = await startKit(client, 'throws', { pauseMs: 600_000, qty: '0.001' });
  const resting = async (): Promise<number> => (await direct.call('openOrders', { query: {} })).length;
  await elapsed('the strategy has an order', async () => (await resting()) === 1);
  await client.call('strategyHalt', { body: { halted: true } });
  const ms = await elapsed('the order is taken back', async () => (await resting()) === 0);
  await client.call('strategyHalt', { body: { halted: false } });
  await stopAndWait(client, instance);
  return ms;
}

async function signedIn(holder: ServerProcess, url: string, username: string): Promise<HttpClient> {
  const client = new HttpClient(url);
  await client.signIn(username, holder.account(username).password);
  return client;
}

/** The same session at another server. */
const at = (url: string, { token }: HttpClient): HttpClient => Object.assign(new HttpClient(url), { token });

async function elapsed(what: string, isSo: () => Promise<boolean>): Promise<number> {
  const beganMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - beganMs > patienceMs) throw new Error(`not within ${patienceMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return performance.now() - beganMs;
}

await printWhenMain(import.meta.url, run);
