import { createSocket, type Socket } from 'node:dgram';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host that nobody may reach: it hears every connection, request and datagram. */
export class Trap {
  readonly #server: Server;
  readonly #datagrams: Socket;
  readonly heard: string[] = [];
  port = 0;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.heard.push(`${request.method} ${request.url}`);
      response
        .writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' })
        .end('<!doctype html><title>trap</title>');
    });
    this.#server.on('connection', () => this.heard.push('connection'));
    this.#server.on('upgrade', (request, stream) => {
      this.heard.push(`upgrade ${request.url}`);
      stream.destroy();
    });
    this.#datagrams = createSocket('udp4');
    this.#datagrams.on('message', () => this.heard.push('datagram'));
  }

  static async open(): Promise<Trap> {
    const trap = new Trap();
    await new Promise<void>((resolve) => trap.#server.listen(0, '127.0.0.1', resolve));
    trap.port = (trap.#server.address() as AddressInfo).port;
    await new Promise<void>((resolve) => trap.#datagrams.bind(trap.port, '127.0.0.1', resolve));
    return trap;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  close(): void {
    this.#datagrams.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
