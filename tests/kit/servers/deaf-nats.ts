import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Lets everybody in as NATS does, and passes nothing on of what anybody says. */
export class DeafNats {
  /** Messages that were lost so far. */
  lost = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.write('INFO {"server_id":"deaf","version":"2.10.0","proto":1,"headers":true,"max_payload":1048576}\r\n');
      socket.on('data', (bytes) => {
        const words = String(bytes);
        this.lost += words.split('PUB ').length - 1;
        for (let pings = words.split('PING\r\n').length; pings > 1; pings--) socket.write('PONG\r\n');
      });
    });
  }

  static async start(): Promise<DeafNats> {
    const nats = new DeafNats();
    nats.#server.listen(0, '127.0.0.1');
    await once(nats.#server, 'listening');
    return nats;
  }

  get url(): string {
    return `nats://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
