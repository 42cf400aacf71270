import { auditStoredVenue } from '../../../scripts/chaos/audit.ts';
import { auditProjections } from '../../../scripts/chaos/projection-audit.ts';
import { auditStrategies } from '../../../scripts/chaos/strategy-audit.ts';
import { instancesOf, type Owner, startInstances, statusDifferences, stopInstances } from '../../../scripts/chaos/strategy-rounds.ts';
import { Trader } from '../../../scripts/chaos/trader.ts';
import { differences } from '../../../scripts/chaos/verify.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { SeededRandom } from '../seeded-random.ts';
import { HttpClient, RefusedCall } from './http-client.ts';
import { freePort, type ServerPair } from './server-pair.ts';
import type { ServerProcess } from './server-process.ts';
import { apiOf, infoOf } from './strategy-client.ts';

export interface FailoverTimes {
  /** From the kill to the next step of an instance at the other server. */
  readonly stepMs: number;
  /** From the kill to the first order that was accepted. */
  readonly orderMs: number;
}

interface FailoverRun {
  readonly times: readonly FailoverTimes[];
  /** What was acknowledged or booked and is not there exactly once, a sentence each; empty when all is well. */
  readonly wrong: readonly string[];
  /** What was compared. */
  readonly orders: number;
  readonly fills: number;
}

interface FailoverOptions {
  readonly rounds: number;
  readonly seed: number;
  /** Hears of each take-over. */
  readonly tell: (line: string) => void;
}

const exchange = 'tessera';
/** Whose orders are compared after each kill; nobody else trades with them, so that their books rest while they are read. */
const traderNames = ['trader1', 'trader2'];
const streamsPerTrader = 2;
const market = { exchange, symbol: 'BTCUSDT', account_type: 'spot' } as const;
/** Whose instances trade with each other, in a market of their own. */
const ownerNames = ['trader3', 'admin'];
const instanceMarket = { instrument: `${exchange}/ETHUSDT/spot`, price: '20000', qty: '0.01', pausesMs: [150] };
/** Orders that are acknowledged before each kill, at least. */
const fewest = 20;
const patienceMs = 120_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Kills the server that trades again and again while people trade, without a pause, at the address of the other one, and strategy instances
 * trade on their own; the other goes on, and the dead one is started again as the next to wait. After each take-over what people were
 * told is compared with orders, fills, ledger and balances. In the end the instances are stopped and their books compared with the exchange's,
 * the journal is replayed against the state that the exchange told, and everything that the database has of it against a rebuild.
 */
export async function runFailover(pair: ServerPair, { rounds, seed, tell }: FailoverOptions): Promise<FailoverRun> {
  const random = new SeededRandom(seed);
  let holder = await pair.start(await freePort());
  const owners = await startInstances(holder, ownerNames, instanceMarket);
  const traders = traderNames.map((name, at) => new Trader(name, holder.account(name).password, new SeededRandom(seed * 31 + at)));
  const times: FailoverTimes[] = [];
  const wrong: string[] = [];
  for (let round = 1; round <= rounds && wrong.length === 0; round++) {
    const second = await pair.standBy(await freePort());
    const told = acknowledged(traders);
    times.push(await killUnderLoad(holder, second.url, traders, owners, { id: `after${round}`, lifeMs: random.integer(50, 1_000) }));
    holder = await second.trading;
    for (const trader of traders) {
      trader.noteFills();
      await trader.connect(holder);
    }
    wrong.push(...(await Promise.all(traders.map(differences))).flat(), ...(await statusDifferences(holder, owners, round)));
    await clearOrders(holder);
    const { orderMs, stepMs } = times.at(-1) ?? { orderMs: 0, stepMs: 0 };
    const words = [`first order after ${Math.round(orderMs)} ms`, `next step after ${Math.round(stepMs)} ms`];
    tell(`take-over ${round}: ${words.join(', ')}; ${acknowledged(traders) - told} orders acknowledged, ${wrong.length} differences`);
  }
  const audit = await auditAll(pair, holder, owners);
  return {
    times,
    wrong: [...wrong, ...audit.wrong],
    orders: acknowledged(traders) + audit.orders,
    fills: traders.reduce((sum, { witness }) => sum + witness.fills.size, 0) + audit.fills,
  };
}

const acknowledged = (traders: readonly Trader[]): number => traders.reduce((sum, { witness }) => sum + witness.orders.size, 0);

/** What rests of the instances is taken back, so that it never fills an account. */
async function clearOrders(holder: ServerProcess): Promise<void> {
  for (const name of ownerNames) {
    const owner = await holder.signIn(name);
    await owner.call('cancelAll', { body: { api_id: await apiOf(owner) } });
  }
}

/** People trade until the other server has accepted an order and stepped an instance. */
async function killUnderLoad(
  holder: ServerProcess,
  otherUrl: string,
  traders: readonly Trader[],
  owners: readonly Owner[],
  { id, lifeMs }: { readonly id: string; readonly lifeMs: number },
): Promise<FailoverTimes> {
  for (const trader of traders) await trader.connect(holder, otherUrl);
  const before = acknowledged(traders);
  let goesOn = true;
  const trading = traders.flatMap((trader) => Array.from({ length: streamsPerTrader }, () => trader.tradeWhile(() => goesOn)));
  const begunMs = performance.now();
  while (acknowledged(traders) - before < fewest || performance.now() - begunMs < lifeMs) {
    if (performance.now() - begunMs > patienceMs) throw new Error('no orders are acknowledged any more');
    await pause(20);
  }
  // The sessions are known at the other one, too.
  const asking = await signedInAt(otherUrl, holder, 'trader1');
  const owner = await signedInAt(otherUrl, holder, 'trader3');
  const instance = owners[0]?.instances.at(-1);
  if (instance === undefined) throw new Error('nobody has an instance');
  const { step } = (await infoOf(owner, instance)).instance;
  const killedMs = performance.now();
  const killed = holder.kill();
  const [orderMs, stepMs] = await Promise.all([firstOrder(asking, id, killedMs), nextStep(owner, instance, step, killedMs)]);
  goesOn = false;
  await Promise.all([...trading, killed]);
  return { orderMs, stepMs };
}

async function signedInAt(url: string, server: ServerProcess, username: string): Promise<HttpClient> {
  const client = new HttpClient(url);
  await client.signIn(username, server.account(username).password);
  return client;
}

/** One id, so that an attempt whose answer was lost does not become a second order; its price never trades. */
async function firstOrder(client: HttpClient, id: string, sinceMs: number): Promise<number> {
  let apiId: number | undefined;
  for (;;) {
    try {
      apiId ??= (await client.call('apiList'))[0]?.api_id ?? 0;
      await client.call('doOrder', {
        body: { ...market, api_id: apiId, side: 'BUY', type: 'LIMIT', qty: '0.001', price: '45000', client_order_id: id },
      });
      return performance.now() - sinceMs;
    } catch (error) {
      if (error instanceof RefusedCall && error.number === 40_901) return performance.now() - sinceMs;
      if (performance.now() - sinceMs > patienceMs) throw error;
      await pause(20);
    }
  }
}

async function nextStep(client: HttpClient, instance: { readonly instance_id: string }, before: number, sinceMs: number): Promise<number> {
  for (;;) {
    const info = await infoOf(client, instance).catch(() => null);
    // One more may have been under way when the number was read.
    if (info !== null && info.instance.step > before + 1) return performance.now() - sinceMs;
    if (performance.now() - sinceMs > patienceMs) throw new Error('the instance did not go on');
    await pause(20);
  }
}

/** Ends everything in order and holds instances, journal and database against each other. */
async function auditAll(pair: ServerPair, holder: ServerProcess, owners: readonly Owner[]): Promise<Omit<FailoverRun, 'times'>> {
  const wrong = [...(await stopInstances(holder, owners))];
  const admin = await holder.signIn('admin');
  const venue = (await admin.call('adminVenues')).find((one) => one.exchange === exchange);
  if (venue?.sequence == null || venue.state_hash === null) throw new Error(`${exchange} does not tell its state`);
  const code = await holder.stop();
  if (code !== 0) wrong.push(`the server stopped with code ${code}`);
  const database = { dataDir: '', databaseUrl: pair.databaseUrl };
  const store = await openStore(database);
  try {
    wrong.push(...(await auditStoredVenue(store, exchange, { sequence: venue.sequence, stateHash: venue.state_hash })).differences);
  } finally {
    await store.close();
  }
  const instances = await auditStrategies(database, owners.flatMap(instancesOf));
  const projected = await auditProjections(database, exchange, async () => {
    await (await pair.start(await freePort())).stop();
  });
  return { wrong: [...wrong, ...instances.differences, ...projected], orders: instances.orders, fills: instances.fills };
}
