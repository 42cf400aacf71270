import type { InstanceView } from '../../schemas/wire/strategy.ts';
import type { SeededRandom } from '../../tests/kit/seeded-random.ts';
import { ServerProcess } from '../../tests/kit/servers/server-process.ts';
import type { Holdings } from './rehearsal-audit.ts';
import { auditStrategies } from './strategy-audit.ts';

/** Two orders a round: 1,200 a minute are allowed to each. */
const market: InstanceMarket = { instrument: 'tessera/BTCUSDT/spot', price: '50000', qty: '0.001', pausesMs: [110, 120, 130] };
const plugins = 'venue-house,strategy-kit';
/** They start first, so that what their account holds then is known. */
const rehearsals = ['test', 'shadow'] as const;
const settleTries = 600;

/** Where instances trade, and how. */
interface InstanceMarket {
  readonly instrument: string;
  readonly price: string;
  /** Worth enough at that price. */
  readonly qty: string;
  /** Between the rounds of each instance in production. */
  readonly pausesMs: readonly number[];
}

export interface Owner {
  readonly username: string;
  readonly instances: InstanceView[];
  /** What the account held when the instances were started. */
  readonly start: Holdings;
}

/**
 * Kills the server with SIGKILL while strategy instances of two people trade with each other and on paper, again and again, then stops them and
 * compares what they believe with what the exchange knows.
 */
export async function strategyRounds(folder: string, rounds: number, random: SeededRandom): Promise<readonly string[]> {
  const owners: Owner[] = [];
  const found: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const server = await ServerProcess.start(folder, { plugins });
    if (owners.length === 0) owners.push(...(await startInstances(server, peopleOf(server), market)));
    else found.push(...(await statusDifferences(server, owners, round)));
    const lifeMs = random.integer(0, 1_500);
    await new Promise((resolve) => setTimeout(resolve, lifeMs));
    await server.kill();
    console.log(`strategies, round ${round + 1}: killed after ${lifeMs} ms`);
  }
  const server = await ServerProcess.start(folder, { plugins });
  found.push(...(await statusDifferences(server, owners, rounds)), ...(await stopInstances(server, owners)));
  const code = await server.stop();
  if (code !== 0) found.push(`the server stopped with code ${code}`);
  const audit = await auditStrategies({ dataDir: folder }, owners.flatMap(instancesOf));
  console.log(`strategies: ${audit.orders} orders and ${audit.fills} fills compared with the exchange's, or with the simulation's`);
  return [...found, ...audit.differences];
}

const peopleOf = (server: ServerProcess): readonly string[] =>
  server.accounts
    .map(({ username }) => username)
    .filter((username) => /^trader[1-9]/.test(username))
    .slice(0, 2);

/** What the audit of an owner's instances goes by. */
export const instancesOf = ({ instances, start }: Owner): ReadonlyArray<{ readonly instanceId: string; readonly start: Holdings }> =>
  instances.map(({ instance_id: instanceId }) => ({ instanceId, start }));

/** Starts instances of each kind for each person; nobody else may trade on their accounts. */
export async function startInstances(
  server: ServerProcess,
  usernames: readonly string[],
  { instrument: instrumentId, price, qty, pausesMs }: InstanceMarket,
): Promise<readonly Owner[]> {
  return Promise.all(
    usernames.map(async (username) => {
      const http = await server.signIn(username);
      const account = (await http.call('apiList')).find(({ exchange }) => exchange === 'tessera');
      if (account === undefined) throw new Error(`${username} has no account`);
      const balances = await http.call('balances', { query: { api_ids: String(account.api_id) } });
      const start = Object.fromEntries(balances.map(({ asset, total }) => [asset, total]));
      const instances: InstanceView[] = [];
      const begin = async (environment: InstanceView['environment'], pauseMs: number): Promise<void> => {
        const params = { apiId: account.api_id, instrumentId, price, qty, pauseMs };
        const body = { strategy: 'strategy-kit/busy', name: `every ${pauseMs}`, environment, params };
        instances.push(await http.call('strategyStart', { body }));
      };
      for (const environment of rehearsals) await begin(environment, 115);
      for (const pauseMs of pausesMs) await begin('production', pauseMs);
      return { username, instances, start };
    }),
  );
}

/** One sentence for each instance that does not trade after so many kills. */
export async function statusDifferences(server: ServerProcess, owners: readonly Owner[], round: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { username, instances } of owners) {
    const http = await server.signIn(username);
    const running = await http.call('instanceList', { query: { state: 'running' } });
    for (const { instance_id } of instances) {
      const status = running.find((one) => one.instance_id === instance_id)?.status ?? 'gone';
      if (status !== 'TRADING') found.push(`after ${round} kills: ${instance_id} is ${status}`);
    }
  }
  return found;
}

/** Stops them in order; one sentence for each that does not end. */
export async function stopInstances(server: ServerProcess, owners: readonly Owner[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { username, instances } of owners) {
    const http = await server.signIn(username);
    for (const { instance_id } of instances) await http.call('strategyStop', { body: { instance_id } });
    for (let tries = 0; ; tries++) {
      const running = await http.call('instanceList', { query: { state: 'running' } });
      if (running.length === 0) break;
      if (tries < settleTries) await new Promise((resolve) => setTimeout(resolve, 100));
      else {
        found.push(...running.map(({ instance_id, status }) => `${instance_id} does not stop: it is ${status}`));
        break;
      }
    }
  }
  return found;
}
