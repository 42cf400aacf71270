/** Runs in a process of its own, on one core: strategy instances on paper under a stream of books. Prints one JSON object. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import type { PluginSource } from '../../core/kernel/index.ts';
import example from '../../plugins/strategy-market-maker/example.json' with { type: 'json' };
import type { InstanceView } from '../../schemas/wire/strategy.ts';
import { createServer } from '../../server/app.ts';
import { createLogger } from '../../server/logger.ts';
import type { RunningServer } from '../../server/running-server.ts';
import { readSettings } from '../../server/settings.ts';
import { HttpClient, kitWork } from '../../tests/kit/servers/http-client.ts';
import { pluginSource } from '../../tests/kit/servers/test-server.ts';
import { OrderTimes } from './order-times.ts';
import type { PaperPlan, PaperResult } from './plan.ts';
import { quotingExchange, quotingVenuePlugin } from './quoting-venue.ts';

const plan = JSON.parse(process.argv[2] ?? '') as PaperPlan;
const people = ['trader1', 'trader2', 'trader3', 'admin'];
const times = new OrderTimes();
const dataFolder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
const server = await createServer({
  settings: readSettings({ TESSERA_PORT: '0', TESSERA_DATA: dataFolder, TESSERA_LOG_LEVEL: 'error' }, ['--demo']),
  logger: createLogger('error', (line) => process.stderr.write(line)),
  version: '0.0.0-bench',
  clientFolder: join(dataFolder, 'none'),
  plugins: [
    quotingVenuePlugin({
      markets: plan.markets,
      updatesPerSecond: plan.updatesPerSecond,
      moveEvery: plan.moveEvery,
      onUpdate: (id) => times.bookOut(id),
    }),
    marketMaker(),
  ],
  signInWork: kitWork,
  rateFactor: 1000,
});
try {
  process.stdout.write(`${JSON.stringify(await measure(server))}\n`);
} finally {
  await server.close();
  rmSync(dataFolder, { recursive: true, force: true });
}
process.exit(0);

/** Open to everyone: two hundred are more than those of one level may start. */
function marketMaker(): PluginSource {
  const source = pluginSource('strategy-market-maker');
  const { access: _, ...manifest } = source.manifest as { readonly access?: unknown };
  return { ...source, manifest };
}

async function measure(running: RunningServer): Promise<PaperResult> {
  const clients = await Promise.all(people.map((username) => signIn(running, username)));
  const instruments: readonly Instrument[] = running.room.venues.venue(quotingExchange)?.instruments ?? [];
  const startsMs: number[] = [];
  const before = heapBytes();
  for (let at = 0; at < plan.instances; at++) {
    const { client, apiId } = clients[at % clients.length] as (typeof clients)[number];
    const startMs = performance.now();
    await start(client, apiId, instruments[at % plan.markets] as Instrument);
    startsMs.push(performance.now() - startMs);
  }
  const perInstance = (heapBytes() - before) / plan.instances;
  await pause(plan.warmUpMs);
  times.take();
  const core = coreBusyMs();
  const cpu = process.cpuUsage();
  await pause(plan.measuredMs);
  const { user, system } = process.cpuUsage(cpu);
  const othersMs = coreBusyMs() - core - (user + system) / 1_000;
  const { latenciesMs, books, hearings } = times.take();
  return {
    firstStartMs: startsMs[0] ?? 0,
    startMs: percentile(startsMs.slice(1), 0.99),
    bytesPerInstance: perInstance,
    booksPerSecond: (books * plan.instances) / plan.markets / (plan.measuredMs / 1_000),
    heardPerSecond: hearings / (plan.measuredMs / 1_000),
    ordersPerSecond: latenciesMs.length / (plan.measuredMs / 1_000),
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    cores: (user + system) / 1_000 / plan.measuredMs,
    othersCores: Math.max(othersMs, 0) / plan.measuredMs,
  };
}

async function start(client: HttpClient, apiId: number, { id }: Instrument): Promise<InstanceView> {
  const params = {
    ...example,
    apiId,
    instrumentId: id,
    levels: 1,
    orderTimeoutSeconds: 3_600,
    maxMove: '0.5',
    startPosition: '10',
    maxPosition: '10',
  };
  return client.call('strategyStart', {
    body: { strategy: 'strategy-market-maker/market-maker', name: 'bench', environment: 'replay', params },
  });
}

async function signIn({ url, demoAccounts }: RunningServer, username: string) {
  const client = new HttpClient(url);
  await client.signIn(username, demoAccounts.find((one) => one.username === username)?.password ?? '');
  const account = (await client.call('apiList')).find(({ exchange }) => exchange === quotingExchange);
  return { client, apiId: account?.api_id ?? 0 };
}

/** Time that the first core has been busy, with whatever; Linux counts it in hundredths of a second. 0 elsewhere. */
function coreBusyMs(): number {
  if (!existsSync('/proc/stat')) return 0;
  const line =
    readFileSync('/proc/stat', 'utf8')
      .split('\n')
      .find((one) => one.startsWith('cpu0 ')) ?? '';
  const [user = 0, nice = 0, system = 0] = line.split(' ').slice(1).map(Number);
  return (user + nice + system) * 10;
}

/** Of all threads of the process: what the machine gives to it. */
function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
