import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { AccountKeys } from '../../../core/contract/account-keys.ts';
import type { FarArguments, FarCallName, FeedFrame } from './far-calls.ts';
import type { FarExchange } from './far-exchange.ts';
import { type FarLine, NoAnswer } from './far-line.ts';

/** An exchange elsewhere as the world sees it: calls by HTTP, the feed by a web socket, both with a key that it gives to whoever signs up. */
export class FarServer {
  readonly far: FarExchange;
  readonly line: FarLine;
  /** Keys that it has given out. */
  readonly keys: string[] = [];
  /** Whoever has an account there himself. */
  readonly customers: AccountKeys[] = [];
  readonly #server: Server;
  readonly #feeds = new Set<WebSocket>();

  private constructor(far: FarExchange, line: FarLine) {
    this.far = far;
    this.line = line;
    this.#server = createServer((request, response) => void this.#answer(request, response));
    const feeds = new WebSocketServer({ noServer: true });
    this.#server.on('upgrade', (request, socket, head) => {
      if (!this.#isKnown(request)) return socket.destroy();
      feeds.handleUpgrade(request, socket, head, (feed) => this.#feed(feed));
    });
  }

  static async start(far: FarExchange, line: FarLine): Promise<FarServer> {
    const server = new FarServer(far, line);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends the feed of everybody. */
  cut(): void {
    for (const feed of this.#feeds) feed.terminate();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #isKnown({ headers }: IncomingMessage): boolean {
    return this.keys.includes(String(headers['x-key']));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    if (request.url === '/sign-up') {
      const key = `far-key-${this.keys.length}-0123456789abcdef`;
      this.keys.push(key);
      response.end(JSON.stringify({ key }));
      return;
    }
    if (request.url === '/whose') {
      const { apiKey, passphrase, signature } = JSON.parse(text) as Readonly<Record<string, string>>;
      const isRight = this.customers.some(
        (one) =>
          one.apiKey === apiKey &&
          one.passphrase === passphrase &&
          createHmac('sha256', one.secretKey).update(one.apiKey).digest('hex') === signature,
      );
      response.writeHead(isRight ? 200 : 403).end();
      return;
    }
    if (!this.#isKnown(request)) {
      response.writeHead(401).end();
      return;
    }
    try {
      const { name, args } = JSON.parse(text) as { readonly name: FarCallName; readonly args: FarArguments<FarCallName> };
      const answer = await this.line.ask(() => this.far.answer(name, args));
      response.end(JSON.stringify(answer));
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      response.destroy();
    }
  }

  #feed(feed: WebSocket): void {
    this.#feeds.add(feed);
    const tell = (frame: FeedFrame): void => void this.line.report(() => feed.send(JSON.stringify(frame)));
    this.far.listen(tell);
    feed.on('error', () => undefined);
    feed.on('close', () => this.#feeds.delete(feed));
  }
}
