import type { StreamMessage, StreamRequest } from '../../../schemas/wire/stream.ts';
import type { TopicMessage } from '../../contract/stream-items.ts';
import { FrameOrder } from '../markets/frame-order.ts';
import type { Timers } from '../timers.ts';

/** The part of `WebSocket` that we use. */
export interface SocketLike {
  /** {@link openState} while it takes messages. */
  readonly readyState: number;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  send(text: string): void;
  close(): void;
}

const openState = 1;

/** A text ping at this pace; its pong is ignored. */
export const textPingMs = 180_000;
export const latencyPingMs = 5_000;
/** A line on which nothing came for this long is asked: one that is well says something every second, however quiet the markets are. */
export const quietPingMs = 500;
/** A request without an answer for this long means a dead connection: prices of this age must not look alive. */
export const answerDeadlineMs = 5_000;
/** Until then it must be open and signed in. */
export const openDeadlineMs = 10_000;
/** The same after the device slept or changed its network: what does not answer then is dead. */
export const wakeDeadlineMs = 2_000;
/** A frame may be this much later than those sent after it; then it counts as lost. */
export const gapPatienceMs = 300;

interface ConnectionEvents {
  /** Signed in, or as a guest: topics may be asked for. */
  ready(): void;
  /** The server does not know the token; the connection goes on as a guest's. */
  refused(): void;
  /** Messages in the order in which the server sent them, each once. */
  received(messages: readonly TopicMessage[]): void;
  measured(latencyMs: number): void;
  /** Closed, silent, or something was lost on the way: it is of no use any more. Told at most once. */
  lost(): void;
}

/**
 * One socket from opening to its end. TCP neither loses nor turns round what is sent, but proxies on the way do: frames are
 * numbered, one that came twice is dropped, one that overtook waits for those before it, and a lost one ends the connection,
 * because with it any topic may have missed anything.
 */
export class StreamConnection {
  readonly #socket: SocketLike;
  readonly #timers: Timers;
  readonly #events: ConnectionEvents;
  readonly #order = new FrameOrder<readonly StreamMessage[]>();
  readonly #answers = new Map<number, (ok: boolean) => void>();
  readonly #stops = new Set<() => void>();
  readonly #stopOpening: () => void;
  #stopGap: (() => void) | null = null;
  #nextId = 1;
  #ended = false;
  #pingedMs = Number.NEGATIVE_INFINITY;
  /** When the other side was last heard, by the steady clock; null before the first time. */
  heardMs: number | null = null;

  constructor(socket: SocketLike, token: () => string | null, timers: Timers, events: ConnectionEvents) {
    this.#socket = socket;
    this.#timers = timers;
    this.#events = events;
    this.#stopOpening = this.#deadline(openDeadlineMs);
    socket.onopen = () => this.#opened(token());
    socket.onmessage = ({ data }) => this.#received(data);
    socket.onclose = () => this.#lose();
  }

  subscribe(topics: string[]): void {
    this.#ask((id) => ({ op: 'subscribe', id, topics }));
  }

  unsubscribe(topics: string[]): void {
    this.#ask((id) => ({ op: 'unsubscribe', id, topics }));
  }

  /** Asks for a sign of life at once; a line that gives none within {@link wakeDeadlineMs} is lost. */
  prove(): void {
    this.#ping(wakeDeadlineMs);
  }

  /** Ends it from this side; nothing is told. */
  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const stop of this.#stops) stop();
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
  }

  #opened(token: string | null): void {
    this.#stops.add(this.#timers.every(textPingMs, () => this.#send('ping')));
    if (token === null) this.#ready();
    else {
      const answered = (ok: boolean): void => {
        if (!ok) this.#events.refused();
        if (!this.#ended) this.#ready();
      };
      this.#ask((id) => ({ op: 'auth', id, token }), answered, openDeadlineMs);
    }
  }

  #ready(): void {
    this.#stopOpening();
    this.#events.ready();
    this.#stops.add(this.#timers.every(quietPingMs / 2, () => this.#pingWhenDue()));
    this.#ping();
  }

  #pingWhenDue(): void {
    const nowMs = this.#timers.steadyMs();
    const isDue =
      nowMs - Math.max(this.#pingedMs, this.heardMs ?? Number.NEGATIVE_INFINITY) >= quietPingMs || nowMs - this.#pingedMs >= latencyPingMs;
    if (isDue) this.#ping();
  }

  #ping(deadlineMs = answerDeadlineMs): void {
    const sentMs = this.#timers.steadyMs();
    this.#pingedMs = sentMs;
    this.#ask(
      (id) => ({ op: 'ping', id }),
      () => this.#events.measured(Math.round(this.#timers.steadyMs() - sentMs)),
      deadlineMs,
    );
  }

  #ask(request: (id: number) => StreamRequest, answered: (ok: boolean) => void = () => undefined, deadlineMs = answerDeadlineMs): void {
    const id = this.#nextId++;
    const stopDeadline = this.#deadline(deadlineMs);
    this.#answers.set(id, (ok) => {
      stopDeadline();
      answered(ok);
    });
    this.#send(JSON.stringify(request(id)));
  }

  /** A socket that is being closed takes nothing more; its end is told in a moment. */
  #send(text: string): void {
    if (this.#socket.readyState === openState) this.#socket.send(text);
  }

  #received(data: unknown): void {
    this.heardMs = this.#timers.steadyMs();
    if (typeof data !== 'string' || data === 'pong') return;
    const messages = JSON.parse(data) as readonly StreamMessage[];
    const [head] = messages;
    if (head?.k === 'f') this.#numbered(head.n, messages);
    // Without its number a frame is not the server's.
    else this.#lose();
  }

  #numbered(number: number, messages: readonly StreamMessage[]): void {
    for (const due of this.#order.take(number, messages)) this.#take(due);
    if (this.#order.hasGap) this.#stopGap ??= this.#deadline(gapPatienceMs);
    else {
      this.#stopGap?.();
      this.#stopGap = null;
    }
  }

  #take(messages: readonly StreamMessage[]): void {
    const news: TopicMessage[] = [];
    for (const message of messages) {
      if (message.k === 'a') {
        const answer = this.#answers.get(message.id);
        this.#answers.delete(message.id);
        answer?.(message.code === 200);
      } else if (message.k !== 'f') news.push(message);
    }
    if (news.length > 0 && !this.#ended) this.#events.received(news);
  }

  #deadline(afterMs: number): () => void {
    const cancel = this.#timers.after(afterMs, () => this.#lose());
    const stop = (): void => {
      cancel();
      this.#stops.delete(stop);
    };
    this.#stops.add(stop);
    return stop;
  }

  #lose(): void {
    if (this.#ended) return;
    this.close();
    this.#events.lost();
  }
}
