import { makeObservable, observableRef, runInAction } from 'mobx';
import type { StreamMessage, StreamRequest } from '../../schemas/wire/stream.ts';
import type { Stream, StreamState } from '../contract/client-services.ts';
import type { TopicMessage } from '../contract/stream-items.ts';
import type { Disposer } from '../contract/token.ts';
import type { FrameScheduler } from './frame-scheduler.ts';
import type { Randomness, Timers } from './timers.ts';
import { TopicFeed } from './topic-feed.ts';

/** The part of `WebSocket` that we use. */
export interface SocketLike {
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface StreamOptions {
  readonly openSocket: () => SocketLike;
  readonly token: () => string | null;
  readonly timers: Timers;
  readonly frames: FrameScheduler;
  readonly random: Randomness;
  /** Told when the server refuses the token. */
  readonly onAuthRefused?: () => void;
}

/** SPEC §7: a text ping at this pace; its pong is ignored. */
export const textPingMs = 180_000;
export const latencyPingMs = 15_000;
/** A ping without an answer for this long means a dead connection. */
const answerDeadlineMs = 10_000;
export const reconnectMs = 1_000;
const longestReconnectMs = 15_000;
const topicsPerRequest = 100;

/**
 * All live topics over one socket. Order of events: open → auth (answer awaited) → subscribe all → snapshots. After a loss
 * it connects anew, 1 s at first and then slower, and subscribes again: a snapshot replaces what listeners know.
 */
export class StreamClient implements Stream {
  readonly #options: StreamOptions;
  readonly #feeds = new Map<string, TopicFeed>();
  readonly #answers = new Map<number, (ok: boolean) => void>();
  readonly #flush = (): void => this.#deliver();
  state: StreamState = 'closed';
  latencyMs: number | null = null;
  #socket: SocketLike | null = null;
  #ready = false;
  #started = false;
  #nextId = 1;
  #failures = 0;
  #stopTimers: Array<() => void> = [];
  #stopReconnect: (() => void) | null = null;

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
    this.#options.frames.cancel(this.#flush);
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

  subscribe(topic: string, listener: (message: TopicMessage) => void): Disposer {
    let feed = this.#feeds.get(topic);
    if (feed === undefined) {
      feed = new TopicFeed(topic);
      this.#feeds.set(topic, feed);
      if (this.#ready) this.#request('subscribe', [topic]);
    } else if (this.#ready) this.resync(topic);
    const remove = feed.add(listener);
    return () => {
      remove();
      if (!feed.empty || this.#feeds.get(topic) !== feed) return;
      this.#feeds.delete(topic);
      if (this.#ready) this.#request('unsubscribe', [topic]);
    };
  }

  resync(topic: string): void {
    const feed = this.#feeds.get(topic);
    if (feed === undefined || !this.#ready || !feed.awaitSnapshot()) return;
    this.#request('unsubscribe', [topic]);
    this.#request('subscribe', [topic]);
  }

  #connect(): void {
    this.#set('connecting');
    const socket = this.#options.openSocket();
    this.#socket = socket;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = (event) => this.#received(socket, event.data);
    socket.onclose = () => this.#closed(socket);
  }

  #opened(socket: SocketLike): void {
    if (socket !== this.#socket) return;
    const { timers, token } = this.#options;
    this.#stopTimers.push(timers.every(textPingMs, () => socket.send('ping')));
    this.#stopTimers.push(timers.every(latencyPingMs, () => this.#ping(socket)));
    const sessionToken = token();
    if (sessionToken === null) this.#becomeReady(socket);
    else {
      const id = this.#send(socket, { op: 'auth', id: this.#nextId++, token: sessionToken });
      this.#answers.set(id, (ok) => {
        if (!ok) this.#options.onAuthRefused?.();
        this.#becomeReady(socket);
      });
    }
  }

  #becomeReady(socket: SocketLike): void {
    if (socket !== this.#socket) return;
    this.#ready = true;
    this.#failures = 0;
    for (const feed of this.#feeds.values()) feed.restart();
    const topics = [...this.#feeds.keys()];
    for (let at = 0; at < topics.length; at += topicsPerRequest) this.#request('subscribe', topics.slice(at, at + topicsPerRequest));
    this.#set('open');
    this.#ping(socket);
  }

  #ping(socket: SocketLike): void {
    if (socket !== this.#socket) return;
    const { timers } = this.#options;
    const sentMs = timers.nowMs();
    const id = this.#send(socket, { op: 'ping', id: this.#nextId++ });
    const stopDeadline = timers.after(answerDeadlineMs, () => {
      this.#answers.delete(id);
      if (socket === this.#socket) this.#lost();
    });
    this.#stopTimers.push(stopDeadline);
    this.#answers.set(id, () => {
      stopDeadline();
      runInAction(() => {
        this.latencyMs = timers.nowMs() - sentMs;
      });
    });
  }

  #received(socket: SocketLike, data: unknown): void {
    if (socket !== this.#socket || typeof data !== 'string' || data === 'pong') return;
    const frame = JSON.parse(data) as StreamMessage | readonly StreamMessage[];
    const messages = Array.isArray(frame) ? (frame as readonly StreamMessage[]) : [frame as StreamMessage];
    let queued = false;
    for (const message of messages) {
      if (message.k === 'a') {
        const answer = this.#answers.get(message.id);
        this.#answers.delete(message.id);
        answer?.(message.code === 200);
        continue;
      }
      const feed = this.#feeds.get(message.t);
      if (feed === undefined) continue;
      if (feed.take(message) === 'gap') this.resync(message.t);
      else queued = true;
    }
    if (queued) this.#options.frames.schedule(this.#flush);
  }

  #deliver(): void {
    runInAction(() => {
      for (const feed of this.#feeds.values()) feed.deliver();
    });
  }

  #closed(socket: SocketLike): void {
    if (socket === this.#socket) this.#lost();
  }

  #lost(): void {
    this.#drop();
    if (!this.#started) return;
    this.#set('connecting');
    const { timers, random } = this.#options;
    const delayMs = Math.min(longestReconnectMs, reconnectMs * 1.6 ** this.#failures) * (1 + 0.2 * random());
    this.#failures += 1;
    this.#stopReconnect = timers.after(delayMs, () => this.#connect());
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#ready = false;
    this.#answers.clear();
    for (const stop of this.#stopTimers.splice(0)) stop();
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #request(op: 'subscribe' | 'unsubscribe', topics: string[]): void {
    if (this.#socket !== null && topics.length > 0) this.#send(this.#socket, { op, id: this.#nextId++, topics });
  }

  #send(socket: SocketLike, request: StreamRequest): number {
    socket.send(JSON.stringify(request));
    return request.id;
  }

  #set(state: StreamState): void {
    runInAction(() => {
      this.state = state;
      if (state !== 'open') this.latencyMs = null;
    });
  }
}
