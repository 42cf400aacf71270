import type { WebSocket } from 'ws';
import { AppError } from '../../../core/contract/app-error.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { KeyPermission } from '../../../schemas/wire/route.ts';
import { type StreamMessage, StreamRequest } from '../../../schemas/wire/stream.ts';
import type { UserSession } from '../../session/session-registry.ts';
import { errorSentence } from '../error-sentence.ts';
import { keyRefusal } from '../guards/caller-guard.ts';
import { compiledOnce } from '../guards/request-check.ts';
import { TopicClient } from '../topics/topic-client.ts';
import { attendSocket, parseFrame } from './client-socket.ts';
import { closeCodes } from './close-codes.ts';
import type { SocketRooms } from './socket-rooms.ts';

const maxTopicsPerSocket = 200;
const requestCheck = compiledOnce<StreamRequest>(StreamRequest);

interface SocketCaller {
  readonly ip: string;
  /** No page of ours opened it: only an API key says who it is. */
  readonly isScript: boolean;
  /** It is a user's socket now, and no guest's. */
  readonly signedIn: () => void;
}

/** One connection to `/wssapi/stream`: requests in, frames of messages out. */
export class StreamSocket {
  readonly client: TopicClient;
  readonly #socket: WebSocket;
  readonly #caller: SocketCaller;
  readonly #rooms: SocketRooms;
  #session: UserSession | null = null;
  readonly #stopWatching: Disposer;
  #stopFollowing: Disposer = () => undefined;
  /** Requests run one after the other: `auth` has to wait for the database. */
  #work: Promise<void> | null = null;
  #waiting = 0;
  #closed = false;

  constructor(socket: WebSocket, caller: SocketCaller, rooms: SocketRooms) {
    this.#socket = socket;
    this.#caller = caller;
    this.#rooms = rooms;
    this.client = new TopicClient(socket, (topic) => this.#snapshotOf(topic), rooms.snapshots.forSocket(caller.ip));
    rooms.hub.join(this.client);
    this.#stopWatching = rooms.topics.onPlugins(() => this.#dropLost());
    attendSocket(socket, () => rooms.clock.elapsedMs(), {
      text: (text) => this.#received(text),
      pong: () => this.client.pong(),
      closed: () => this.#end(),
    });
  }

  /** Subscribes from our side, for sockets whose path names the topic, as whom their token says. One that is unknown is told of, and the socket stays. */
  open(topic: string, token?: string): void {
    const subscribe: StreamRequest = { op: 'subscribe', id: 0, topics: [topic] };
    if (token !== undefined) {
      this.#enqueue({ op: 'auth', id: 0, token });
      this.#enqueue(subscribe);
      return;
    }
    const error = this.#subscribe(topic);
    if (error !== null) this.#answer(0, { error, refused: [topic] });
  }

  /** A guest's place is needed for somebody else. */
  giveWay(): void {
    this.#socket.close(closeCodes.tryAgainLater, 'others come from this address');
  }

  #received(text: string): void {
    const frame = parseFrame(this.#socket, text);
    if (frame === undefined) return;
    if (!requestCheck()(frame)) this.#socket.close(closeCodes.invalidPayload, 'no such request');
    else if (this.#work === null && frame.op !== 'auth') this.#handle(frame);
    else if (this.#waiting >= 100) this.#socket.close(closeCodes.policy, 'too many requests at once');
    else this.#enqueue(frame);
  }

  #enqueue(frame: StreamRequest): void {
    this.#waiting++;
    this.#work = (this.#work ?? Promise.resolve())
      .then(async () =>
        this.#answer(frame.id, frame.op === 'auth' ? asRefusal(await this.#authenticate(frame.token)) : this.#carryOut(frame)),
      )
      .catch((error: unknown) => {
        this.#rooms.logger.error({ err: error, op: frame.op }, 'a socket request failed');
        this.#answer(frame.id, { error: new AppError('SERVER_FAILURE', { requestId: `socket-${frame.id}` }) });
      })
      .finally(() => {
        if (--this.#waiting === 0) this.#work = null;
      });
  }

  #handle(request: StreamRequest): void {
    this.#answer(request.id, this.#carryOut(request));
  }

  #carryOut(request: StreamRequest): Refusal | null {
    switch (request.op) {
      case 'subscribe':
        return this.#subscribeAll(request.topics);
      case 'unsubscribe':
        for (const topic of request.topics) this.#unsubscribe(topic);
        return null;
      case 'ping':
        return null;
      case 'auth':
        throw new Error('auth waits for the database');
    }
  }

  async #authenticate(token: string): Promise<AppError | null> {
    const { tokens, limits } = this.#rooms;
    const session = await tokens.find(token, this.#caller.ip);
    if (session instanceof AppError) return session;
    if (this.#closed || session === null) return new AppError('SESSION_INVALID');
    if (this.#caller.isScript && session.key === undefined) return new AppError('SOCKET_ORIGIN');
    const { userId } = session.principal;
    const formerId = this.#session?.principal.userId ?? null;
    if (userId !== formerId) {
      // Refused, the socket stays with whom it belongs to, topics and count.
      if (!limits.enterUser(userId)) return new AppError('RATE_LIMITED', { retryAfterS: 60 });
      if (formerId === null) this.#caller.signedIn();
      else limits.leaveUser(formerId);
    }
    // What the former caller could see must not go on under the new one.
    for (const topic of [...this.client.topics.keys()]) {
      if (this.#rooms.topics.find(topic, null) instanceof AppError || topic === 'plugins') this.#unsubscribe(topic);
    }
    this.#session = session;
    this.#rooms.authenticated(this.#socket, session);
    await this.#stopFollowing();
    this.#stopFollowing = this.#closed ? () => undefined : this.#rooms.followers.follow(userId, () => this.#reopenAccounts());
    return null;
  }

  #subscribeAll(topics: readonly string[]): Refusal | null {
    const refused: string[] = [];
    let first: AppError | null = null;
    for (const topic of new Set(topics)) {
      const error = this.#subscribe(topic);
      if (error === null) continue;
      refused.push(topic);
      first ??= error;
    }
    return first === null ? null : { error: first, refused };
  }

  #subscribe(topic: string): AppError | null {
    const { hub, topics, ofCaller, refusals } = this.#rooms;
    if (!this.client.topics.has(topic) && this.client.topics.size >= maxTopicsPerSocket) {
      return new AppError('MARKET_TOO_MANY_TOPICS', { limit: maxTopicsPerSocket });
    }
    if (this.client.isBeginning(topic)) return null;
    const entry = topics.find(topic, this.#session);
    const forbidden = entry instanceof AppError ? entry : this.#keyRefusal(entry.key);
    if (forbidden !== null) refusals.note(this.#session, forbidden, topic.slice(0, 100), this.#caller.ip);
    if (entry instanceof AppError || forbidden !== null) return forbidden;
    hub.subscribe(this.client, topic, entry.keys);
    ofCaller[topic]?.follow(this.client, this.#session?.principal ?? null);
    return null;
  }

  /** Which accounts stand behind the topics has changed. */
  #reopenAccounts(): void {
    for (const topic of [...this.client.topics.keys()]) {
      if (!this.#rooms.topics.isOfAccounts(topic)) continue;
      const entry = this.#rooms.topics.find(topic, this.#session);
      if (entry instanceof AppError) this.#unsubscribe(topic);
      else this.#rooms.hub.subscribe(this.client, topic, entry.keys);
    }
  }

  /** Plugins have been withdrawn, or have ended. */
  #dropLost(): void {
    for (const topic of [...this.client.topics.keys()]) if (this.#rooms.topics.isLost(topic, this.#session)) this.#unsubscribe(topic);
  }

  #keyRefusal(needed: KeyPermission | undefined): AppError | null {
    return this.#session?.key === undefined ? null : keyRefusal(needed, this.#session.key.permission);
  }

  #unsubscribe(topic: string): void {
    this.#rooms.hub.unsubscribe(this.client, topic);
    this.#rooms.ofCaller[topic]?.unfollow(this.client);
  }

  #snapshotOf(topic: string): string | null {
    const entry = this.#rooms.topics.find(topic, this.#session);
    return entry instanceof AppError ? null : entry.snapshot();
  }

  #answer(id: number, refusal: Refusal | null): void {
    this.#rooms.hub.send(this.client, JSON.stringify(refusal === null ? { k: 'a', id, code: 200 } : refusalAnswer(id, refusal)));
  }

  #end(): void {
    this.#closed = true;
    void this.#stopFollowing();
    void this.#stopWatching();
    for (const topic of Object.values(this.#rooms.ofCaller)) topic?.unfollow(this.client);
    this.#rooms.hub.leave(this.client);
    if (this.#session !== null) this.#rooms.limits.leaveUser(this.#session.principal.userId);
  }
}

interface Refusal {
  readonly error: AppError;
  /** Topics that were not taken. */
  readonly refused?: readonly string[];
}

const asRefusal = (error: AppError | null): Refusal | null => (error === null ? null : { error });

const refusalAnswer = (id: number, { error, refused }: Refusal): Extract<StreamMessage, { k: 'a' }> => ({
  k: 'a',
  id,
  code: error.number,
  msg: errorSentence(error),
  params: error.params,
  ...(refused === undefined ? {} : { refused }),
});
