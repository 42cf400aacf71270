import WebSocket from 'ws';
import { socketBase } from '../../../schemas/wire/index.ts';
import type { StreamMessage } from '../../../schemas/wire/stream.ts';

type Answer = Extract<StreamMessage, { k: 'a' }>;
type Data = Exclude<StreamMessage, { k: 'a' | 'f' }>;

/** A socket that remembers what it got, for tests. */
export class StreamProbe {
  readonly socket: WebSocket;
  readonly messages: StreamMessage[] = [];
  readonly texts: string[] = [];
  /** Code and reason, once closed. */
  closed: { readonly code: number; readonly reason: string } | null = null;
  #nextId = 1;
  #waiting: (() => void)[] = [];

  private constructor(url: string, origin: string | null) {
    this.socket = new WebSocket(url, origin === null ? {} : { origin });
    this.socket.on('message', (data) => {
      const text = data.toString();
      if (text.startsWith('[')) this.messages.push(...(JSON.parse(text) as StreamMessage[]));
      else this.texts.push(text);
      this.#wake();
    });
    this.socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
      this.#wake();
    });
    this.socket.on('error', () => this.#wake());
  }

  /** `path` is below the socket base, with its query. `origin`: of the page that opens it, by default the server's own; null for a script. */
  static async open(serverUrl: string, path = '/stream', origin: string | null = serverUrl): Promise<StreamProbe> {
    const probe = new StreamProbe(serverUrl.replace(/^http/, 'ws') + socketBase + path, origin);
    await new Promise<void>((resolve, reject) => {
      probe.socket.once('open', resolve);
      probe.socket.once('error', reject);
    });
    return probe;
  }

  async request(request: { readonly op: string; readonly token?: string | null; readonly topics?: readonly string[] }): Promise<Answer> {
    const id = this.#nextId++;
    this.socket.send(JSON.stringify({ ...request, id }));
    return this.until(() => this.messages.find((message): message is Answer => message.k === 'a' && message.id === id));
  }

  ofTopic(topic: string): readonly Data[] {
    return this.messages.filter((message): message is Data => message.k !== 'a' && message.k !== 'f' && message.t === topic);
  }

  /** Waits until `find` gives something; rejects after `withinMs`. */
  async until<T>(find: () => T | undefined | null | false, withinMs = 5_000): Promise<T> {
    const endMs = performance.now() + withinMs;
    for (;;) {
      const found = find();
      if (found !== undefined && found !== null && found !== false) return found;
      const leftMs = endMs - performance.now();
      if (leftMs <= 0)
        throw new Error(`nothing came; so far ${JSON.stringify(this.messages).slice(0, 500)} closed ${JSON.stringify(this.closed)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(leftMs, 50));
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  close(): void {
    this.socket.terminate();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
