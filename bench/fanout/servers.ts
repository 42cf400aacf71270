import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Ticker } from '../../core/contract/market.ts';
import { SystemClock } from '../../server/clock.ts';
import { addressReader } from '../../server/gateway/guards/client-address.ts';
import { RateLimiter } from '../../server/gateway/guards/rate-limiter.ts';
import { Metrics } from '../../server/gateway/pages/metrics.ts';
import type { MarketSource } from '../../server/gateway/ports.ts';
import { SocketDoor } from '../../server/gateway/sockets/socket-door.ts';
import { SocketLimits } from '../../server/gateway/sockets/socket-limits.ts';
import { SnapshotBudgets } from '../../server/gateway/topics/snapshot-budgets.ts';
import { TopicDirectory } from '../../server/gateway/topics/topic-directory.ts';
import { TopicHub } from '../../server/gateway/topics/topic-hub.ts';
import { tickerView } from '../../server/gateway/views/wire-mapping.ts';

/** Something that fans tickers out to sockets. */
export interface FanoutServer {
  readonly port: number;
  readonly path: string;
  publish(topic: string, ticker: Ticker): void;
  /** Messages handed to sockets so far. */
  sent(): Promise<number>;
  close(): Promise<void>;
}

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** The product's own path: topic hub, delivery and socket door; only the rooms behind it are left out. */
export async function openHubServer(): Promise<FanoutServer> {
  const clock = new SystemClock(quiet);
  const metrics = new Metrics();
  const hub = new TopicHub(clock, metrics);
  const stop = hub.start();
  const nothing = { list: () => [], onHealth: () => () => undefined };
  const markets = {
    hasTopic: () => true,
    snapshotFor: (topic: string) => ({ payload: tickerOf(topic, 0, 0), sequence: 0 }),
  } as unknown as MarketSource;
  const parts = {
    hub,
    markets,
    trading: undefined as never,
    accounts: undefined as never,
    venues: { ...nothing, missing: () => [] },
    strategies: nothing,
    contributed: { find: () => undefined },
    looks: { seenBehind: () => undefined },
    news: { snapshot: () => '' },
    ofPlugin: () => null,
    logger: quiet,
    indexes: nothing,
    recentFills: () => [],
  };
  const door = new SocketDoor(
    {
      hub,
      topics: new TopicDirectory(parts),
      ofCaller: {},
      followers: undefined as never,
      tokens: undefined as never,
      addressOf: addressReader([]),
      snapshots: new SnapshotBudgets(clock, 10_000),
      limits: new SocketLimits({ total: 100_000, perAddress: 100_000, arriving: 0, arrivingMs: 0, perUser: 100_000 }, clock),
      limiter: new RateLimiter(clock, 10_000),
      clock,
      logger: quiet,
      refusals: { note: () => undefined },
      mayOpen: () => true,
      authenticated: () => undefined,
    },
    { accounts: undefined as never, looks: undefined as never, trading: undefined as never, logger: quiet },
  );
  const server = createServer();
  server.on('upgrade', (request, stream, head) => door.upgrade(request, stream, head));
  return {
    port: await listen(server),
    path: '/wssapi/stream',
    publish: (topic, ticker) => hub.publish(topic, 'snapshot', ticker),
    sent: async () => (await metrics.deliveries.get()).values[0]?.value ?? 0,
    close: async () => {
      await door.close();
      await stop();
      server.close();
    },
  };
}

/** The plain way: one JSON text and one send for every client and message. */
export async function openPlainServer(): Promise<FanoutServer> {
  const subscribers = new Map<string, Set<WebSocket>>();
  const server = createServer();
  const sockets = new WebSocketServer({ server, path: '/plain', perMessageDeflate: false });
  let sent = 0;
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { topics } = JSON.parse(data.toString()) as { topics: string[] };
      for (const topic of topics) subscribers.set(topic, (subscribers.get(topic) ?? new Set()).add(socket));
    });
  });
  return {
    port: await listen(server),
    path: '/plain',
    publish: (topic, ticker) => {
      for (const socket of subscribers.get(topic) ?? []) {
        socket.send(JSON.stringify({ k: 's', t: topic, d: tickerView(ticker) }));
        sent++;
      }
    },
    sent: async () => sent,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.close();
    },
  };
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', 1024, () => resolve((server.address() as AddressInfo).port)));

/** About 220 bytes on the wire. */
export function tickerOf(topic: string, step: number, timeMs: number): Ticker {
  const price = `${60_000 + (step % 1000)}.25`;
  return {
    instrumentId: topic.slice('ticker:'.length),
    last: price,
    bid: price,
    ask: price,
    open24h: '59000.5',
    high24h: '61000.75',
    low24h: '58000.25',
    volume24h: '12345.678',
    quoteVolume24h: '740740680.5',
    timeMs,
  };
}
