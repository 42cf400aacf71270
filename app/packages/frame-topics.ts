import type { Stream } from '../../core/contract/client-services.ts';
import type { TopicMessage } from '../../core/contract/stream-items.ts';
import type { Disposer } from '../../core/contract/token.ts';

const mostTopics = 60;

type HeardMessages = readonly (readonly [topic: string, message: TopicMessage])[];

interface TopicsParts {
  readonly stream: Pick<Stream, 'subscribe' | 'resync'>;
  readonly mayHear: (topic: string) => boolean;
  readonly tell: (messages: HeardMessages) => void;
  /** Work for the next animation frame, at most once. */
  readonly schedule: (task: () => void) => void;
}

/** The topics that one frame listens to. What comes within an animation frame goes over together. */
export class FrameTopics {
  readonly #parts: TopicsParts;
  /** Null while the frame is not seen. */
  readonly #topics = new Map<string, Disposer | null>();
  readonly #flush = (): void => this.#deliver();
  #waiting: [topic: string, message: TopicMessage][] = [];
  #isPaused = false;

  constructor(parts: TopicsParts) {
    this.#parts = parts;
  }

  subscribe(topic: string): void {
    if (this.#topics.has(topic) || this.#topics.size >= mostTopics || !this.#parts.mayHear(topic)) return;
    this.#topics.set(topic, this.#isPaused ? null : this.#listen(topic));
  }

  unsubscribe(topic: string): void {
    void this.#topics.get(topic)?.();
    this.#topics.delete(topic);
  }

  resync(topic: string): void {
    if (this.#topics.get(topic) != null) this.#parts.stream.resync(topic);
  }

  pause(): void {
    this.#isPaused = true;
    for (const [topic, stop] of this.#topics) {
      void stop?.();
      this.#topics.set(topic, null);
    }
    this.#waiting = [];
  }

  resume(): void {
    this.#isPaused = false;
    for (const [topic, stop] of this.#topics) if (stop === null) this.#topics.set(topic, this.#listen(topic));
  }

  close(): void {
    this.pause();
    this.#topics.clear();
  }

  #listen(topic: string): Disposer {
    return this.#parts.stream.subscribe(topic, (message) => {
      this.#waiting.push([topic, message]);
      this.#parts.schedule(this.#flush);
    });
  }

  #deliver(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#parts.tell(waiting);
  }
}
