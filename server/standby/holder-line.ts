import { type IncomingHttpHeaders, type IncomingMessage, request as open, type RequestOptions, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { peerHeader } from '../gateway/guards/client-address.ts';
import type { ProcessRecord } from '../store/leases/lease-store.ts';

/** What belongs to one line and not to the call; and what says where a call comes from, which is said anew. */
const ownHeaders: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'forwarded',
  'x-forwarded-for',
  peerHeader,
];

interface Ending {
  destroy(): unknown;
}

/** Calls and sockets that only the server can answer that trades: they go there and back, with the caller's credentials and address. */
export class HolderLine {
  #holder: ProcessRecord | null = null;
  readonly #underWay = new Set<Ending>();

  /** Whom calls go to; null: nobody. What is under way to another one is cut: what became of it nobody here can say. */
  follow(holder: ProcessRecord | null): void {
    const isSame = holder?.processId === this.#holder?.processId && holder?.address === this.#holder?.address;
    this.#holder = holder;
    if (isSame) return;
    for (const one of [...this.#underWay]) one.destroy();
  }

  get address(): string | null {
    return this.#holder?.address ?? null;
  }

  /**
   * Sends a call on and its answer back. `away` answers instead when the holder cannot be reached. A line that breaks later breaks the
   * caller's too: he must not take a call that may have been carried out for one that was not.
   */
  forward(request: IncomingMessage, response: ServerResponse, ip: string, away: () => void): void {
    const options = this.#options(request, ip);
    if (options === null) {
      away();
      return;
    }
    let isConnected = false;
    const far = open(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, passed(answer.headers));
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    this.#keep(far);
    far.once('socket', (socket) => socket.once('connect', () => (isConnected = true)));
    far.once('error', () => {
      if (isConnected || response.headersSent) response.destroy();
      else away();
    });
    response.once('close', () => far.destroy());
    request.pipe(far);
  }

  /** The same for a socket. */
  tunnel(request: IncomingMessage, near: Duplex, head: Buffer, ip: string): void {
    const refuse = (): void => void near.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    near.on('error', () => near.destroy());
    const options = this.#options(request, ip);
    if (options === null) {
      refuse();
      return;
    }
    const far = open({ ...options, headers: { ...options.headers, connection: 'Upgrade', upgrade: request.headers.upgrade ?? '' } });
    this.#keep(far);
    far.once('error', refuse);
    far.once('response', (answer) => {
      near.write(headOf(answer));
      answer.pipe(near);
    });
    far.once('upgrade', (answer, line, farHead) => {
      this.#keep(line);
      near.write(Buffer.concat([Buffer.from(headOf(answer)), farHead]));
      if (head.length > 0) line.write(head);
      line.on('error', () => near.destroy());
      line.once('close', () => near.destroy());
      near.once('close', () => line.destroy());
      line.pipe(near).pipe(line);
    });
    near.once('close', () => far.destroy());
    far.end();
  }

  #options(request: IncomingMessage, ip: string): RequestOptions | null {
    if (this.#holder === null || !URL.canParse(this.#holder.address)) return null;
    const { hostname, port } = new URL(this.#holder.address);
    // Node marks no end of a body of its own accord where a method seldom has one: it would read as further calls.
    const inPieces = request.headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' };
    const headers = { ...passed(request.headers), ...inPieces, 'x-forwarded-for': ip, [peerHeader]: this.#holder.processId };
    return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port, method: request.method, path: request.url, headers, agent: false };
  }

  #keep(one: Ending & { once(event: 'close', listener: () => void): unknown }): void {
    this.#underWay.add(one);
    one.once('close', () => this.#underWay.delete(one));
  }
}

const passed = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.includes(name)));

/** Status line and headers as they came. */
function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
