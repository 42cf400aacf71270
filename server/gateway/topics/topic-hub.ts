import type { TopicMessageKind } from '../../../core/contract/server-contributions.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { TopicPublisher } from '../../market/topic-publisher.ts';
import type { Metrics } from '../pages/metrics.ts';
import type { TopicClient } from './topic-client.ts';
import { encodeMessage, isMarketTopic, marketPayload } from './topic-messages.ts';

const tickMs = 20;
const watchEveryMs = 500;

interface Topic {
  readonly clients: Set<TopicClient>;
  /** Encoded once for everybody who joins before the next change. */
  snapshot: string | null;
}

/** `orders#7` carries account 7's part of the wire topic `orders`. */
export const accountTopicKey = (topic: string, apiId: number): string => `${topic}#${apiId}`;
/** `alerts#…` carries one user's part of the wire topic `alerts`. */
export const userKey = (topic: string, userId: string): string => `${topic}#${userId}`;
const wireNameOf = (key: string): string => {
  const end = key.indexOf('#');
  return end < 0 ? key : key.slice(0, end);
};

/** All topics and who gets them: one encode per message, one frame per client and tick. */
export class TopicHub implements TopicPublisher {
  readonly #clock: Clock;
  readonly #metrics: Metrics;
  readonly #topics = new Map<string, Topic>();
  readonly #clients = new Set<TopicClient>();
  /** Clients that lag or wait for snapshots. */
  readonly #behind = new Set<TopicClient>();
  /** Snapshots of this tick that are the same for several clients. */
  readonly #tickSnapshots = new Map<string, string>();
  /** Clients with something to send at the next tick. */
  #ready = new Set<TopicClient>();

  constructor(clock: Clock, metrics: Metrics) {
    this.#clock = clock;
    this.#metrics = metrics;
  }

  /** Starts the ticks; the disposer ends them after a last one. */
  start(): Disposer {
    const stopTicks = this.#clock.every(tickMs, () => this.tick());
    const stopWatch = this.#clock.every(watchEveryMs, () => this.watch());
    return () => {
      stopTicks();
      stopWatch();
      this.tick();
    };
  }

  hasSubscribers(key: string): boolean {
    return this.#topics.has(key);
  }

  /** Market payloads come in domain words and are put into wire words here, once. */
  publish(key: string, kind: TopicMessageKind, payload: unknown, sequence?: number): void {
    const topic = this.#topics.get(key);
    if (topic === undefined) return;
    topic.snapshot = null;
    const name = wireNameOf(key);
    const isMarket = isMarketTopic(name);
    const previous = isMarket && kind === 'delta' ? previousOf(payload) : undefined;
    const message = encodeMessage(name, kind, isMarket ? marketPayload(name, payload) : payload, sequence, previous);
    for (const client of topic.clients) if (client.take(name, message)) this.#ready.add(client);
  }

  join(client: TopicClient): void {
    this.#clients.add(client);
    this.#metrics.sockets.set(this.#clients.size);
  }

  leave(client: TopicClient): void {
    for (const name of [...client.topics.keys()]) this.unsubscribe(client, name);
    this.#clients.delete(client);
    this.#behind.delete(client);
    this.#metrics.sockets.set(this.#clients.size);
  }

  /** Subscribes to the keys behind a wire topic; its snapshot comes with one of the next ticks, and what changes after it. */
  subscribe(client: TopicClient, name: string, keys: readonly string[]): void {
    this.unsubscribe(client, name);
    client.topics.set(name, keys);
    for (const key of keys) {
      const topic = this.#topics.get(key) ?? this.#open(key);
      topic.clients.add(client);
    }
    client.begin(name);
    this.#behind.add(client);
  }

  unsubscribe(client: TopicClient, name: string): void {
    for (const key of client.topics.get(name) ?? []) {
      const topic = this.#topics.get(key);
      topic?.clients.delete(client);
      if (topic?.clients.size === 0) this.#topics.delete(key);
    }
    client.forget(name);
    this.#metrics.topics.set(this.#topics.size);
  }

  /** Puts an answer or a snapshot for one client into its next frame. */
  send(client: TopicClient, message: string): void {
    if (client.answer(message)) this.#ready.add(client);
  }

  /** The topic's snapshot; made only when nobody has joined since the last change. */
  cachedSnapshot(key: string, make: () => string | null): string | null {
    const topic = this.#topics.get(key);
    if (topic?.snapshot !== null && topic?.snapshot !== undefined) return topic.snapshot;
    const snapshot = make();
    if (topic !== undefined) topic.snapshot = snapshot;
    return snapshot;
  }

  /** A snapshot that several clients share but no publication ends; made once a tick. */
  snapshotOfTick(key: string, make: () => string): string {
    const known = this.#tickSnapshots.get(key);
    if (known !== undefined) return known;
    const snapshot = make();
    this.#tickSnapshots.set(key, snapshot);
    return snapshot;
  }

  tick(): void {
    const nowMs = this.#clock.elapsedMs();
    this.#tickSnapshots.clear();
    let lagging = 0;
    for (const client of this.#behind) {
      this.#serve(client, () => this.#catchUp(client, nowMs));
      if (client.isLagging) lagging++;
    }
    const ready = this.#ready;
    this.#ready = new Set();
    let sent = 0;
    for (const client of ready) {
      if (!this.#clients.has(client)) continue;
      this.#serve(client, () => {
        sent += client.flush(nowMs);
      });
      if (client.isLagging && this.#clients.has(client)) this.#behind.add(client);
    }
    if (sent > 0) this.#metrics.deliveries.inc(sent);
    this.#metrics.laggingSockets.set(lagging);
  }

  #catchUp(client: TopicClient, nowMs: number): void {
    const state = client.catchUp(nowMs);
    if (client.hasMessages) this.#ready.add(client);
    if (state !== 'waiting') this.#behind.delete(client);
    if (state === 'hopeless') this.#drop(client, 'slow');
  }

  /** A client that cannot be served, for example because its batch is longer than a text can be, loses its socket; the others go on. */
  #serve(client: TopicClient, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#drop(client, error instanceof RangeError ? 'too-long' : 'failed');
    }
  }

  #drop(client: TopicClient, reason: string): void {
    this.#metrics.droppedSockets.inc({ reason });
    this.leave(client);
    client.terminate();
  }

  /** Pings everybody whose turn it is. */
  watch(): void {
    const nowMs = this.#clock.elapsedMs();
    for (const client of this.#clients) {
      client.watch(nowMs);
      if (client.isLagging) this.#behind.add(client);
    }
  }

  get topicCount(): number {
    return this.#topics.size;
  }

  #open(key: string): Topic {
    const topic: Topic = { clients: new Set(), snapshot: null };
    this.#topics.set(key, topic);
    this.#metrics.topics.set(this.#topics.size);
    return topic;
  }
}

const previousOf = (payload: unknown): number | undefined =>
  typeof payload === 'object' && payload !== null && 'previous' in payload ? (payload.previous as number) : undefined;
