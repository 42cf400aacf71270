import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import WebSocket, { WebSocketServer } from 'ws';

/** What the line does to a server's frames. A stalled one keeps every socket open and carries nothing any more, in either direction. */
type SocketFault =
  | { readonly kind: 'stall' }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'swap' }
  | { readonly kind: 'drop'; readonly every: number }
  | { readonly kind: 'delay'; readonly byMs: number };

/** A line between browsers and the server: calls pass untouched, frames of sockets suffer the fault of the moment. */
export class SocketProxy {
  fault: SocketFault | null = null;
  /** Sockets that were asked for so far, also those that a stalled line never answered. */
  opened = 0;
  /** Frames that were lost, repeated, turned round, delayed or held so far. */
  spoiled = 0;
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #open = new Set<Socket>();

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((incoming, reply) => {
      const call = request(this.#target, this.#sameRequest(incoming), (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      });
      call.on('error', () => reply.destroy());
      incoming.pipe(call);
    });
    this.#server.on('upgrade', (incoming, socket: Socket, head) => this.#upgrade(incoming, socket, head));
    this.#server.on('connection', (socket) => {
      this.#open.add(socket);
      socket.on('close', () => this.#open.delete(socket));
    });
  }

  static async start(targetUrl: string): Promise<SocketProxy> {
    const proxy = new SocketProxy(new URL(targetUrl));
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #sameRequest({ url, method, headers }: IncomingMessage) {
    return { path: url, method, headers };
  }

  #upgrade(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    this.opened += 1;
    socket.on('error', () => socket.destroy());
    // A dead line answers nobody: whoever asked has to give up by himself.
    if (this.fault?.kind === 'stall') return;
    this.#sockets.handleUpgrade(incoming, socket, head, (browser) => this.#join(browser, incoming));
  }

  #join(browser: WebSocket, { url, headers }: IncomingMessage): void {
    const { host, origin } = headers;
    const server = new WebSocket(new URL(url ?? '/', this.#target.href.replace(/^http/, 'ws')), { headers: { host, origin } });
    const early: string[] = [];
    const frames = this.#faulty(browser);
    let dead = false;
    const stalled = (): boolean => {
      dead ||= this.fault?.kind === 'stall';
      return dead;
    };
    server.on('open', () => {
      for (const text of early.splice(0)) server.send(text);
    });
    server.on('message', (data) => {
      if (stalled()) this.spoiled += 1;
      else frames(data.toString());
    });
    browser.on('message', (data) => {
      if (stalled()) return;
      if (server.readyState === WebSocket.OPEN) server.send(data.toString());
      else early.push(data.toString());
    });
    browser.on('close', () => server.terminate());
    server.on('close', () => {
      if (!stalled()) browser.terminate();
    });
    for (const end of [browser, server]) end.on('error', () => end.terminate());
  }

  /** Sends frames to the browser as the fault of the moment has it. */
  #faulty(browser: WebSocket): (frame: string) => void {
    let count = 0;
    let held: string | null = null;
    return (frame) => {
      const { fault } = this;
      const late = held;
      held = null;
      if (late !== null) {
        browser.send(frame);
        browser.send(late);
        return;
      }
      this.spoiled += fault === null ? 0 : 1;
      if (fault?.kind === 'swap') held = frame;
      else if (fault?.kind === 'delay') setTimeout(() => browser.send(frame), fault.byMs);
      else if (fault?.kind !== 'drop' || ++count % fault.every !== 0) browser.send(frame);
      if (fault?.kind === 'repeat') browser.send(frame);
    };
  }
}
