import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type FanoutServer, openHubServer, openPlainServer, tickerOf } from './fanout/servers.ts';
import { type Figure, figure, printWhenMain } from './figure.ts';

const topicCount = 50;
const topicsPerClient = 5;
const messagesPerSecond = 20;
const warmUpMs = 2_500;
const measuredMs = 6_000;

interface Reading {
  readonly cpuShare: number;
  readonly cpuUsPerDelivery: number;
  readonly deliveriesPerSecond: number;
  /** Share of what was published that reached the probes. */
  readonly arrived: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly rssMb: number;
  readonly rssGrowthMb: number;
}

/** Fan-out to many sockets, clients in a second process: ours against one JSON text and one send per client and message. */
export async function run(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const clients of [1_000, 5_000]) {
    const hub = await measure(await openHubServer(), clients);
    const plain = await measure(await openPlainServer(), clients);
    const name = `fan-out, ${clients} sockets × ${topicsPerClient} topics × ${messagesPerSecond}/s`;
    figures.push(
      figure(`${name}: CPU of a core`, hub.cpuShare * 100, '%', plain.cpuShare * 100),
      figure(`${name}: CPU per delivery`, hub.cpuUsPerDelivery, 'µs', plain.cpuUsPerDelivery),
      figure(`${name}: deliveries`, hub.deliveriesPerSecond, '1/s', plain.deliveriesPerSecond),
      figure(`${name}: arrived`, hub.arrived * 100, '%', plain.arrived * 100),
      figure(`${name}: latency p50`, hub.p50Ms, 'ms', plain.p50Ms),
      figure(`${name}: latency p99`, hub.p99Ms, 'ms', plain.p99Ms),
      figure(`${name}: RSS growth in ${measuredMs / 1000} s`, hub.rssGrowthMb, 'MB', plain.rssGrowthMb),
      figure(`${name}: RSS`, hub.rssMb, 'MB', plain.rssMb),
    );
  }
  return figures;
}

async function measure(server: FanoutServer, clients: number): Promise<Reading> {
  const args = [server.port, server.path, clients, topicsPerClient, topicCount].map(String);
  const child = fork(fileURLToPath(new URL('./fanout/clients.ts', import.meta.url)), args, { execArgv: ['--import', 'tsx'] });
  await answer(child);
  const stop = startPublishing(server);
  await sleep(warmUpMs);
  child.send('reset');
  const cpu = process.cpuUsage();
  const startMs = performance.now();
  const sent = await server.sent();
  const rss = process.memoryUsage.rss();
  await sleep(measuredMs);
  const elapsedS = (performance.now() - startMs) / 1000;
  const used = process.cpuUsage(cpu);
  const deliveries = (await server.sent()) - sent;
  const rssAfter = process.memoryUsage.rss();
  child.send('read');
  const seen = await answer<{ p50Ms: number; p99Ms: number; probeMessages: number; probes: number }>(child);
  stop();
  child.send('end');
  await server.close();
  await sleep(500);
  const cpuUs = used.user + used.system;
  return {
    cpuShare: cpuUs / 1e6 / elapsedS,
    cpuUsPerDelivery: cpuUs / deliveries,
    deliveriesPerSecond: deliveries / elapsedS,
    arrived: seen.probeMessages / (seen.probes * topicsPerClient * messagesPerSecond * elapsedS),
    p50Ms: seen.p50Ms,
    p99Ms: seen.p99Ms,
    rssMb: rssAfter / 2 ** 20,
    rssGrowthMb: (rssAfter - rss) / 2 ** 20,
  };
}

/** Publishes every topic at its rate, spread over time; a late timer catches up at most half a second. */
function startPublishing(server: FanoutServer): () => void {
  const topics = Array.from({ length: topicCount }, (_, index) => `ticker:bench/T${index}/spot`);
  const perMs = (topicCount * messagesPerSecond) / 1000;
  let lastMs = performance.now();
  let due = 0;
  let step = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    due = Math.min(due + (nowMs - lastMs) * perMs, 500 * perMs);
    lastMs = nowMs;
    for (; due >= 1; due--, step++) {
      const topic = topics[step % topicCount] as string;
      server.publish(topic, tickerOf(topic, step, performance.timeOrigin + performance.now()));
    }
  }, 5);
  return () => clearInterval(timer);
}

const answer = <T>(child: ChildProcess): Promise<T> => new Promise((resolve) => child.once('message', (message) => resolve(message as T)));

await printWhenMain(import.meta.url, run);
