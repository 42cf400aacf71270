import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { AppError } from '../../../core/contract/app-error.ts';
import { networkOf } from '../../../core/domain/accounts/network-of.ts';
import { socketBase } from '../../../schemas/wire/index.ts';
import type { UserSession } from '../../session/session-registry.ts';
import { errorBody } from '../envelope.ts';
import { createRequestCheck } from '../guards/request-check.ts';
import { isAmbiguous } from '../http-server.ts';
import { AccountSocket, type AccountSocketParts } from './account-socket.ts';
import { attendSocket } from './client-socket.ts';
import { closeCodes } from './close-codes.ts';
import type { GuestSocket } from './socket-limits.ts';
import { accountStatePath, streamPath, topicSocketPaths } from './socket-paths.ts';
import type { SocketRooms } from './socket-rooms.ts';
import { StreamSocket } from './stream-socket.ts';

/** Largest frame that a client may send. */
const maxFrameBytes = 16 * 1024;
/** Connections that one network may open in a minute. */
const opensPerMinute = 600;
/** Sockets that have not said goodbye by then are cut at shutdown. */
const goodbyeMs = 1_000;

/** `closeTimeout`, which the type does not know yet: a client that never answers our close frame is cut then. */
const socketOptions = { noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false, clientTracking: true, closeTimeout: 2_000 };

interface Visit {
  readonly request: IncomingMessage;
  readonly stream: Duplex;
  readonly head: Buffer;
  readonly ip: string;
  /** No page of ours opened it: only an API key says who it is. */
  readonly isScript: boolean;
}

/** Lets sockets in: path, query, limits, token; then hands them to the one that serves their path. */
export class SocketDoor {
  readonly #rooms: SocketRooms;
  readonly #accounts: Omit<AccountSocketParts, 'refused'>;
  readonly #server = new WebSocketServer(socketOptions);
  readonly #checks = new Map(topicSocketPaths.map((socket) => [socketBase + socket.path, { socket, check: createRequestCheck(socket) }]));
  #closing = false;

  constructor(rooms: SocketRooms, accounts: Omit<AccountSocketParts, 'refused'>) {
    this.#rooms = rooms;
    this.#accounts = accounts;
  }

  /** For the HTTP server's `upgrade` event. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', () => stream.destroy());
    const { origin } = request.headers;
    const visit: Visit = { request, stream, head, ip: this.#rooms.addressOf(request), isScript: origin === undefined };
    const url = URL.canParse(request.url ?? '', 'http://host') ? new URL(request.url ?? '', 'http://host') : null;
    const waitS = this.#rooms.limiter.take(`${networkOf(visit.ip)} socket`, opensPerMinute);
    if (this.#closing) refuse(stream, new AppError('SERVER_STOPPING'));
    else if (waitS > 0) refuse(stream, new AppError('RATE_LIMITED', { retryAfterS: waitS }));
    else if (isAmbiguous(request) || !this.#rooms.mayOpen(origin, request.headers.host)) refuse(stream, new AppError('SOCKET_ORIGIN'));
    else if (url === null) refuse(stream, new AppError('ROUTE_UNKNOWN', { path: '' }));
    else if (url.pathname === socketBase + streamPath) this.#admitGuest(visit);
    else if (url.pathname === socketBase + accountStatePath) void this.#admitAccount(visit, url.searchParams);
    else this.#admitTopic(visit, url);
  }

  get size(): number {
    return this.#server.clients.size;
  }

  /** Closes every socket with 1001 and waits until they are gone. */
  async close(): Promise<void> {
    this.#closing = true;
    const sockets = [...this.#server.clients];
    const gone = Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))));
    for (const socket of sockets) socket.close(closeCodes.goingAway, 'the server stops');
    const stopWaiting = this.#rooms.clock.after(goodbyeMs, () => {
      for (const socket of sockets) socket.terminate();
    });
    await gone;
    stopWaiting();
  }

  #admitTopic(visit: Visit, url: URL): void {
    const known = this.#checks.get(url.pathname);
    if (known === undefined) {
      refuse(visit.stream, new AppError('ROUTE_UNKNOWN', { path: url.pathname.slice(0, 200) }));
      return;
    }
    const query = known.check.query(queryOf(url.searchParams));
    if (!query.ok) {
      refuse(visit.stream, query.error);
      return;
    }
    const asked = query.value as Record<string, string>;
    this.#admitGuest(visit, (socket) => socket.open(known.socket.topic(asked), asked.token));
  }

  async #admitAccount(visit: Visit, search: URLSearchParams): Promise<void> {
    const token = search.get('token') ?? '';
    const { tokens, limits, clock, logger } = this.#rooms;
    let session: UserSession | AppError | null = null;
    try {
      session = await tokens.find(token, visit.ip);
    } catch (error) {
      logger.error({ err: error }, 'could not look up the session of a socket');
    }
    // One that closed in the meantime never says so again.
    if (visit.stream.destroyed) return;
    if (session instanceof AppError) {
      refuse(visit.stream, session);
      return;
    }
    if (session === null) {
      refuse(visit.stream, new AppError(token === '' ? 'SESSION_MISSING' : 'SESSION_INVALID'));
      return;
    }
    if (visit.isScript && session.key === undefined) {
      refuse(visit.stream, new AppError('SOCKET_ORIGIN'));
      return;
    }
    const { userId } = session.principal;
    if (!limits.enterUser(userId)) {
      refuse(visit.stream, new AppError('RATE_LIMITED', { retryAfterS: 60 }));
      return;
    }
    const owner = session;
    visit.stream.once('close', () => limits.leaveUser(userId));
    const refused = (error: AppError, request: string): void => this.#rooms.refusals.note(owner, error, request, visit.ip);
    this.#admit(visit, (socket) => {
      const account = new AccountSocket(socket, owner, { ...this.#accounts, refused });
      attendSocket(socket, () => clock.elapsedMs(), {
        text: (text) => account.received(text),
        pong: () => undefined,
        closed: () => undefined,
      });
      this.#rooms.authenticated(socket, owner);
    });
  }

  /** Nobody has signed in on it yet; once somebody has, it takes no place of its address. */
  #admitGuest(visit: Visit, open: (socket: StreamSocket) => void = () => undefined): void {
    const { limits } = this.#rooms;
    const network = networkOf(visit.ip);
    let opened: StreamSocket | null = null;
    const guest: GuestSocket = { isIdle: () => opened?.client.topics.size === 0, end: () => opened?.giveWay() };
    if (!limits.enterGuest(network, guest)) {
      refuse(visit.stream, new AppError('RATE_LIMITED', { retryAfterS: 60 }));
      return;
    }
    const signedIn = (): void => limits.leaveGuest(network, guest);
    visit.stream.once('close', signedIn);
    this.#admit(visit, (socket) => {
      opened = new StreamSocket(socket, { ...visit, signedIn }, this.#rooms);
      open(opened);
    });
  }

  #admit({ request, stream, head }: Visit, open: (socket: WebSocket) => void): void {
    if (!this.#rooms.limits.enter()) {
      refuse(stream, new AppError('RATE_LIMITED', { retryAfterS: 60 }));
      return;
    }
    stream.once('close', () => this.#rooms.limits.leave());
    this.#server.handleUpgrade(request, stream, head, (socket) => open(socket));
  }
}

/** A name given twice becomes a list, which the check refuses. */
function queryOf(search: URLSearchParams): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  for (const name of search.keys()) {
    const values = search.getAll(name);
    query[name] = values.length === 1 ? values[0] : values;
  }
  return query;
}

/** Answers an upgrade with an HTTP error and its envelope. */
function refuse(stream: Duplex, error: AppError): void {
  const body = errorBody(error);
  const head = [
    `HTTP/1.1 ${error.httpStatus} Refused`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  stream.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => stream.destroy());
}
