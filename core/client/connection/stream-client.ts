import { makeObservable, observableRef, runInAction } from 'mobx';
import type { Stream, StreamState } from '../../contract/client-services.ts';
import type { TopicMessage } from '../../contract/stream-items.ts';
import type { Disposer } from '../../contract/token.ts';
import type { FrameScheduler } from '../frame-scheduler.ts';
import type { Randomness, Timers } from '../timers.ts';
import { heardInHouse } from '../wire/calls.ts';
import { type SocketLike, StreamConnection } from './stream-connection.ts';
import { marketPacesMs, TopicFeed } from './topic-feed.ts';

interface StreamOptions {
  readonly openSocket: () => SocketLike;
  readonly token: () => string | null;
  readonly timers: Timers;
  readonly frames: FrameScheduler;
  readonly random: Randomness;
  /** Told when the server refuses the token. */
  readonly onAuthRefused?: () => void;
}

const reconnectMs = 1_000;
const longestReconnectMs = 15_000;
/** One that lasts longer than this was well: after its loss the next is tried as soon as after the first. */
export const steadyMs = 10_000;
const topicsPerRequest = 100;
/**
 * News are told in every second frame at 60 Hz: each frame in which anything changes costs the browser a layout and a picture of the whole
 * page. Less than two frames by some ms, as neither frames nor timers come exactly.
 */
export const newsEveryMs = 25;
/** In so many frames of news all markets of a pace are told of. */
const framesOfPace = Math.floor(Math.min(...Object.values(marketPacesMs)) / newsEveryMs);

/**
 * All live topics over one socket. Order of events: open → auth (answer awaited) → subscribe all → snapshots. After a loss
 * it connects anew, 1 s at first and then slower, and subscribes again: a snapshot replaces what listeners know.
 */
export class StreamClient implements Stream {
  readonly #options: StreamOptions;
  readonly #feeds = new Map<string, TopicFeed>();
  /** After the frame, and not in it: what news take and what the browser takes to draw them are two tasks, between which a key or a click gets its turn. */
  readonly #flush = (): void => {
    this.#stopPause?.();
    this.#stopPause = this.#options.timers.after(0, () => this.#deliver());
  };
  state: StreamState = 'closed';
  latencyMs: number | null = null;
  #connection: StreamConnection | null = null;
  #lastHeardMs: number | null = null;
  #started = false;
  #failures = 0;
  #stopSteady: (() => void) | null = null;
  #stopReconnect: (() => void) | null = null;
  /** Waits until something may be told of again. */
  #stopPause: (() => void) | null = null;
  #toldMs = Number.NEGATIVE_INFINITY;
  /** When the frame begins that is asked for or waited for. */
  #plannedMs = Number.POSITIVE_INFINITY;

  constructor(options: StreamOptions) {
    this.#options = options;
    makeObservable(this, { state: observableRef, latencyMs: observableRef });
  }

  /** Connects, and stays connected until disposed. */
  start(): Disposer {
    this.#started = true;
    this.#connect();
    return () => this.dispose();
  }

  dispose(): void {
    this.#started = false;
    this.#stopReconnect?.();
    this.#stopPause?.();
    this.#stopPause = null;
    this.#options.frames.cancel(this.#flush);
    this.#plannedMs = Number.POSITIVE_INFINITY;
    this.#drop();
    this.#set('closed');
  }

  /** The session changed: connects anew as the other user. */
  restart(): void {
    if (!this.#started) return;
    this.#stopReconnect?.();
    this.#failures = 0;
    this.#drop();
    this.#connect();
  }

  /** When the server was last heard, by the steady clock; null before the first time. Not observable: it changes with every frame. */
  get heardMs(): number | null {
    return this.#connection?.heardMs ?? this.#lastHeardMs;
  }

  /** The network is back, or the device woke up: a lost line is opened at once, one that looks open has to prove it. */
  wake(): void {
    if (!this.#started) return;
    if (this.state === 'open') this.#connection?.prove();
    else this.restart();
  }

  subscribe(topic: string, listener: (message: TopicMessage) => void): Disposer {
    let feed = this.#feeds.get(topic);
    if (feed === undefined) {
      feed = new TopicFeed(topic);
      this.#feeds.set(topic, feed);
      this.#ready?.subscribe([topic]);
    } else this.resync(topic);
    const remove = feed.add(listener);
    return () => {
      remove();
      if (!feed.empty || this.#feeds.get(topic) !== feed) return;
      this.#feeds.delete(topic);
      this.#ready?.unsubscribe([topic]);
    };
  }

  /** Subscribing again makes the server begin the topic anew. */
  resync(topic: string): void {
    const connection = this.#ready;
    if (connection !== null && this.#feeds.get(topic)?.awaitSnapshot() === true) connection.subscribe([topic]);
  }

  get #ready(): StreamConnection | null {
    return this.state === 'open' ? this.#connection : null;
  }

  #connect(): void {
    this.#set('connecting');
    const { openSocket, token, timers, onAuthRefused } = this.#options;
    this.#connection = new StreamConnection(openSocket(), token, timers, {
      ready: () => this.#opened(),
      refused: () => onAuthRefused?.(),
      received: (messages) => this.#received(messages),
      measured: (latencyMs) =>
        runInAction(() => {
          this.latencyMs = latencyMs;
        }),
      lost: () => this.#lost(),
    });
  }

  #opened(): void {
    this.#stopSteady = this.#options.timers.after(steadyMs, () => {
      this.#failures = 0;
    });
    for (const feed of this.#feeds.values()) feed.restart();
    const topics = [...this.#feeds.keys()];
    for (let at = 0; at < topics.length; at += topicsPerRequest) this.#connection?.subscribe(topics.slice(at, at + topicsPerRequest));
    this.#set('open');
  }

  #received(messages: readonly TopicMessage[]): void {
    let dueMs = Number.POSITIVE_INFINITY;
    for (const message of messages) {
      const feed = this.#feeds.get(message.t);
      if (feed === undefined) continue;
      if (feed.take(heardInHouse(message)) === 'gap') this.resync(message.t);
      else dueMs = Math.min(dueMs, feed.dueMs ?? dueMs);
    }
    this.#plan(dueMs);
  }

  /** The frame in which what is due then is told: none sooner than the pace of news allows, and none asked for twice. */
  #plan(dueMs: number): void {
    const atMs = Math.max(dueMs, this.#toldMs + newsEveryMs);
    if (atMs >= this.#plannedMs) return;
    const { timers, frames } = this.#options;
    const waitMs = atMs - timers.steadyMs();
    this.#plannedMs = atMs;
    this.#stopPause?.();
    this.#stopPause = null;
    if (waitMs > 0) this.#stopPause = timers.after(waitMs, () => frames.schedule(this.#flush));
    else frames.schedule(this.#flush);
  }

  /** Of the markets that may be told of, a frame takes its share, those first that waited longest: drawn in one frame, they are too much for a slow machine. */
  #deliver(): void {
    const nowMs = this.#options.timers.steadyMs();
    this.#toldMs = nowMs;
    this.#plannedMs = Number.POSITIVE_INFINITY;
    const due = [...this.#feeds.values()].flatMap((feed) => (feed.dueMs === null || feed.dueMs > nowMs ? [] : { feed, dueMs: feed.dueMs }));
    const markets = due.filter(({ feed }) => feed.paceMs > 0).sort((one, other) => one.dueMs - other.dueMs);
    const now = new Set(markets.slice(0, Math.ceil(markets.length / framesOfPace)).map(({ feed }) => feed));
    runInAction(() => {
      for (const { feed } of due) if (feed.paceMs === 0 || now.has(feed)) feed.deliver(nowMs);
    });
    this.#plan(Math.min(...[...this.#feeds.values()].flatMap((feed) => feed.dueMs ?? [])));
  }

  #lost(): void {
    this.#drop();
    this.#set('connecting');
    const { timers, random } = this.#options;
    const delayMs = Math.min(longestReconnectMs, reconnectMs * 1.6 ** this.#failures) * (1 + 0.2 * random());
    this.#failures += 1;
    this.#stopReconnect = timers.after(delayMs, () => this.#connect());
  }

  #drop(): void {
    this.#stopSteady?.();
    this.#lastHeardMs = this.heardMs;
    this.#connection?.close();
    this.#connection = null;
  }

  #set(state: StreamState): void {
    runInAction(() => {
      this.state = state;
      if (state !== 'open') this.latencyMs = null;
    });
  }
}
