import { createServer, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What becomes of a call: it arrives and is answered, it never arrives, or it arrives and its answer is lost. */
type CallLoss = 'nothing' | 'call' | 'answer';

/** A line between clients and a server that loses calls or answers to a path by cutting the connection. */
export class LossyProxy {
  /** What is lost of calls to {@link path} from now on; of other calls nothing. */
  loss: CallLoss = 'nothing';
  readonly path: string;
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  private constructor(targetUrl: string, path: string) {
    this.path = path;
    this.#server = createServer((incoming, reply) => {
      const loss = incoming.url?.startsWith(path) === true ? this.loss : 'nothing';
      const body: Buffer[] = [];
      incoming.on('data', (part: Buffer) => body.push(part));
      incoming.on('end', () => {
        if (loss === 'call') return void reply.destroy();
        const { method, headers, url } = incoming;
        const call = request(new URL(url ?? '/', targetUrl), { method, headers }, (answer) => {
          answer.on('end', () => {
            if (loss === 'answer') reply.destroy();
          });
          if (loss === 'answer') return void answer.resume();
          reply.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(reply);
        });
        call.on('error', () => reply.destroy());
        call.end(Buffer.concat(body));
      });
    });
    this.#server.on('connection', (socket) => {
      this.#open.add(socket);
      socket.on('close', () => this.#open.delete(socket));
    });
  }

  static async start(targetUrl: string, path: string): Promise<LossyProxy> {
    const proxy = new LossyProxy(targetUrl, path);
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
}
