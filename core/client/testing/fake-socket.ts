import type { StreamRequest } from '../../../schemas/wire/stream.ts';
import type { SocketLike } from '../connection/stream-connection.ts';

/** A socket whose other end is the test. */
export class FakeSocket implements SocketLike {
  /** As a browser counts: 1 open, 2 closing. */
  readyState = 1;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  readonly sent: string[] = [];
  #frames = 0;
  closed = false;

  send(text: string): void {
    if (this.readyState !== 1) throw new Error('WebSocket is already in CLOSING or CLOSED state.');
    this.sent.push(text);
  }

  close(): void {
    this.closed = true;
  }

  /** Requests so far, pings of text left out. */
  get requests(): readonly StreamRequest[] {
    return this.sent.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text) as StreamRequest);
  }

  /** The topics of the last subscription. */
  get lastTopics(): readonly string[] {
    const last = this.requests.filter((request) => request.op === 'subscribe').at(-1);
    return last !== undefined && 'topics' in last ? last.topics : [];
  }

  open(): void {
    this.onopen?.();
  }

  /** The next frame of the server. */
  receive(...messages: readonly object[]): void {
    this.receiveFrame(++this.#frames, ...messages);
  }

  /** A frame with any number, as a bad line would bring it. */
  receiveFrame(number: number, ...messages: readonly object[]): void {
    this.#frames = Math.max(this.#frames, number);
    this.onmessage?.({ data: JSON.stringify([{ k: 'f', n: number }, ...messages]) });
  }

  /** Answers every request that has not been answered. */
  answer(op: StreamRequest['op'], code = 200): void {
    for (const request of this.requests) if (request.op === op) this.receive({ k: 'a', id: request.id, code });
  }

  drop(): void {
    this.onclose?.();
  }
}
