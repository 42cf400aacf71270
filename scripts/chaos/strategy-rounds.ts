import type { InstanceView } from '../../schemas/wire/strategy.ts';
import type { SeededRandom } from '../../tests/kit/seeded-random.ts';
import { ServerProcess } from '../../tests/kit/servers/server-process.ts';
import type { Holdings } from './rehearsal-audit.ts';
import { auditStrategies } from './strategy-audit.ts';

const instrument = 'tessera/BTCUSDT/spot';
const plugins = 'venue-house,strategy-kit';
/** Orders of two rounds of all instances together, at most; 1,200 a minute are allowed to each. */
const pausesMs = [110, 120, 130];
/** They start first, so that what their account holds then is known. */
const rehearsals = ['test', 'shadow'] as const;
const settleTries = 600;

interface Owner {
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
    if (owners.length === 0) owners.push(...(await startInstances(server)));
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
  const audit = await auditStrategies(
    folder,
    owners.flatMap(({ instances, start }) => instances.map(({ instance_id: instanceId }) => ({ instanceId, start }))),
  );
  console.log(`strategies: ${audit.orders} orders and ${audit.fills} fills compared with the exchange's, or with the simulation's`);
  return [...found, ...audit.differences];
}

async function startInstances(server: ServerProcess): Promise<readonly Owner[]> {
  const people = server.accounts.filter(({ username }) => /^trader[1-9]/.test(username)).slice(0, 2);
  return Promise.all(
    people.map(async ({ username }) => {
      const http = await server.signIn(username);
      const account = (await http.call('apiList')).find(({ exchange }) => exchange === 'tessera');
      if (account === undefined) throw new Error(`${username} has no account`);
      const balances = await http.call('balances', { query: { api_ids: String(account.api_id) } });
      const start = Object.fromEntries(balances.map(({ asset, total }) => [asset, total]));
      const instances: InstanceView[] = [];
      const begin = async (environment: InstanceView['environment'], pauseMs: number): Promise<void> => {
        const params = { apiId: account.api_id, instrumentId: instrument, price: '50000', qty: '0.001', pauseMs };
        const body = { strategy: 'strategy-kit/busy', name: `every ${pauseMs}`, environment, params };
        instances.push(await http.call('strategyStart', { body }));
      };
      for (const environment of rehearsals) await begin(environment, 115);
      for (const pauseMs of pausesMs) await begin('production', pauseMs);
      return { username, instances, start };
    }),
  );
}

async function statusDifferences(server: ServerProcess, owners: readonly Owner[], round: number): Promise<readonly string[]> {
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

async function stopInstances(server: ServerProcess, owners: readonly Owner[]): Promise<readonly string[]> {
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
