import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { spotAccount } from '../core/domain/accounts/account-key.ts';
import { createServer } from '../server/app.ts';
import { createLogger } from '../server/logger.ts';
import type { RunningServer } from '../server/running-server.ts';
import { readSettings } from '../server/settings.ts';
import { HttpClient, kitWork } from '../tests/kit/servers/http-client.ts';
import { pluginSource } from '../tests/kit/servers/test-server.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';
import type { LoadPlan, LoadResult } from './orders/load.ts';
import { cpuOfOneOrder } from './orders/one-order.ts';

const connections = 64;
const warmUpMs = 3_000;
const measuredMs = 8_000;

interface Reading extends LoadResult {
  /** Without the refused ones. */
  readonly perSecond: number;
  /** The whole process, threads of the database included. */
  readonly cpuUsPerRequest: number;
}

/**
 * Orders over HTTP through the whole path — guard, schema, grid, risk, engine, journal on disk, reply — against a bare
 * Fastify that echoes the same body, in the same process and run. Buyers and sellers meet at one price, so orders trade.
 */
export async function run(): Promise<Figure[]> {
  const oneOrder = await cpuOfOneOrder();
  const dataFolder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
  const server = await createServer({
    settings: readSettings({ TESSERA_PORT: '0', TESSERA_DATA: dataFolder, TESSERA_LOG_LEVEL: 'error' }, ['--demo']),
    logger: createLogger('error', (line) => process.stderr.write(line)),
    version: '0.0.0-bench',
    clientFolder: join(dataFolder, 'none'),
    plugins: [pluginSource('venue-house')],
    signInWork: kitWork,
    rateFactor: 1000,
  });
  try {
    const senders = await Promise.all([sender(server, 'trader1', 'BUY'), sender(server, 'trader2', 'SELL')]);
    const echo = await measureEcho(senders);
    const orders = await measure({ port: server.port, path: '/sapi/order/doOrder', connections, senders, warmUpMs, measuredMs });
    if (orders.refused > 0) console.error(`first refusal: ${orders.firstRefusal}`);
    return [
      figure('durable orders over HTTP, 64 connections', orders.perSecond, '1/s', echo.perSecond),
      figure('durable orders over HTTP, refused', (100 * orders.refused) / orders.requests, '%', null),
      figure('durable orders over HTTP, latency p50', orders.p50Ms, 'ms', echo.p50Ms),
      figure('durable orders over HTTP, latency p99', orders.p99Ms, 'ms', echo.p99Ms),
      figure('durable orders over HTTP, CPU of all threads', orders.cpuUsPerRequest, 'µs', echo.cpuUsPerRequest),
      figure('one order from its body to its reply, without HTTP and disk', oneOrder, 'CPU µs', null),
    ];
  } finally {
    await server.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** A signed-in trader with more money than the run can use. */
async function sender(server: RunningServer, username: string, side: 'BUY' | 'SELL'): Promise<LoadPlan['senders'][number]> {
  const client = new HttpClient(server.url);
  await client.signIn(username, server.demoAccounts.find((one) => one.username === username)?.password ?? '');
  const [account] = await client.call('apiList');
  const api_id = account?.api_id ?? 0;
  for (const asset of ['USDT', 'BTC'])
    await server.room.accounts.deposit(spotAccount(api_id), asset, '1000000000', `bench-${asset}-${api_id}`);
  const order = { api_id, exchange: 'tessera', symbol: 'BTCUSDT', account_type: 'spot', side, type: 'LIMIT', price: '60000', qty: '0.001' };
  return { token: client.token ?? '', body: JSON.stringify(order) };
}

async function measureEcho(senders: LoadPlan['senders']): Promise<Reading> {
  const app = Fastify();
  app.post('/echo', async (request) => request.body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const reading = await measure({ port, path: '/echo', connections, senders, warmUpMs: 1_500, measuredMs: measuredMs / 2 });
  await app.close();
  return reading;
}

async function measure(plan: LoadPlan): Promise<Reading> {
  const child = fork(fileURLToPath(new URL('./orders/load.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] });
  child.send(plan);
  await answer(child);
  const cpu = process.cpuUsage();
  const result = await answer<LoadResult>(child);
  const used = process.cpuUsage(cpu);
  const accepted = result.requests - result.refused;
  return {
    ...result,
    perSecond: (accepted / result.elapsedMs) * 1000,
    cpuUsPerRequest: (used.user + used.system) / accepted,
  };
}

const answer = <T>(child: ChildProcess): Promise<T> => new Promise((resolve) => child.once('message', (message) => resolve(message as T)));

await printWhenMain(import.meta.url, run);
