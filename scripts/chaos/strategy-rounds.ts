import type { InstanceView } from '../../schemas/wire/strategy.ts';
import { HttpClient } from '../../tests/kit/http-client.ts';
import type { SeededRandom } from '../../tests/kit/seeded-random.ts';
import { ServerProcess } from './server-process.ts';
import { auditStrategies } from './strategy-audit.ts';

const instrument = 'tessera/BTCUSDT/spot';
const plugins = 'venue-house,strategy-kit';
/** Orders of two rounds of all instances together, at most; 1,200 a minute are allowed to each. */
const pausesMs = [110, 120, 130];
const settleTries = 600;

interface Owner {
  readonly username: string;
  readonly password: string;
  readonly instances: InstanceView[];
}

/**
 * Kills the server with SIGKILL while strategy instances of two people trade with each other, again and again, then stops them and
 * compares what they believe with what the exchange knows.
 */
export async function strategyRounds(folder: string, rounds: number, random: SeededRandom): Promise<readonly string[]> {
  const owners: Owner[] = [];
  const found: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const server = await ServerProcess.start(folder, { demo: true, plugins });
    if (owners.length === 0) owners.push(...(await startInstances(server)));
    else found.push(...(await statusDifferences(server, owners, round)));
    const lifeMs = random.integer(0, 1_500);
    await new Promise((resolve) => setTimeout(resolve, lifeMs));
    await server.kill();
    console.log(`strategies, round ${round + 1}: killed after ${lifeMs} ms`);
  }
  const server = await ServerProcess.start(folder, { demo: true, plugins });
  found.push(...(await statusDifferences(server, owners, rounds)), ...(await stopInstances(server, owners)));
  const code = await server.stop();
  if (code !== 0) found.push(`the server stopped with code ${code}`);
  const audit = await auditStrategies(
    folder,
    owners.flatMap(({ instances }) => instances.map(({ instance_id }) => instance_id)),
  );
  console.log(`strategies: ${audit.orders} orders and ${audit.fills} fills compared with the exchange's`);
  return [...found, ...audit.differences];
}

async function startInstances(server: ServerProcess): Promise<readonly Owner[]> {
  const people = (server.ready?.accounts ?? []).filter(({ username }) => /^trader[1-9]/.test(username)).slice(0, 2);
  return Promise.all(
    people.map(async ({ username, password }) => {
      const http = await clientOf(server, username, password);
      const account = (await http.call('apiList')).find(({ exchange }) => exchange === 'tessera');
      if (account === undefined) throw new Error(`${username} has no account`);
      const instances: InstanceView[] = [];
      for (const pauseMs of pausesMs) {
        const params = { apiId: account.api_id, instrumentId: instrument, price: '50000', qty: '0.001', pauseMs };
        instances.push(await http.call('strategyStart', { body: { strategy: 'strategy-kit/busy', name: `every ${pauseMs}`, params } }));
      }
      return { username, password, instances };
    }),
  );
}

async function statusDifferences(server: ServerProcess, owners: readonly Owner[], round: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { username, password, instances } of owners) {
    const http = await clientOf(server, username, password);
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
  for (const { username, password, instances } of owners) {
    const http = await clientOf(server, username, password);
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

async function clientOf(server: ServerProcess, username: string, password: string): Promise<HttpClient> {
  const http = new HttpClient(server.url);
  await http.signIn(username, password);
  return http;
}
