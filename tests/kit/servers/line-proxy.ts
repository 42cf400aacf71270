import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between the server and its PostgreSQL or NATS, so that a test can take that away, give it back and make it slow. */
export class LineProxy {
  /** How much later everything arrives, each way. */
  delayMs = 0;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;

  private constructor(target: URL) {
    this.#target = target;
  }

  static async open(targetUrl: string): Promise<LineProxy> {
    const proxy = new LineProxy(new URL(targetUrl));
    await proxy.giveBack();
    return proxy;
  }

  get url(): string {
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  /** Breaks all connections and refuses new ones. */
  async takeAway(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async giveBack(): Promise<void> {
    const server = createServer((client) => {
      const upstream = connect(Number(this.#target.port), this.#target.hostname);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(from);
        // The other end hears of it by its own close.
        from.on('error', () => undefined);
        from.once('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
        from.on('data', (bytes) => {
          // Timers of one length ring in their order, so nothing overtakes.
          if (this.delayMs === 0) to.write(bytes);
          else setTimeout(() => to.write(bytes), this.delayMs);
        });
        from.on('end', () => setTimeout(() => to.end(), this.delayMs));
      }
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }
}
