import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A gateway of text messages on this machine, which answers as the journey says. */
export class SmsGatewayServer {
  readonly taken: { readonly opens: string | undefined; readonly to: string; readonly text: string }[] = [];
  /** Of its answers. */
  status = 200;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const message = JSON.parse(await text(request)) as { readonly to: string; readonly text: string };
      this.taken.push({ opens: request.headers.authorization, ...message });
      response.writeHead(this.status).end();
    });
  }

  static async start(): Promise<SmsGatewayServer> {
    const gateway = new SmsGatewayServer();
    await new Promise<void>((resolve) => gateway.#server.listen(0, '127.0.0.1', resolve));
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/messages`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
