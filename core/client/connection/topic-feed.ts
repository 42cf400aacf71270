import type { TopicMessage } from '../../contract/stream-items.ts';

interface Listener {
  readonly hear: (message: TopicMessage) => void;
  /** A listener that came later hears of changes only after its first snapshot. Events stand alone: a topic of news has no snapshots. */
  waiting: boolean;
}

/**
 * How often topics of markets are told of, in ms, by what they begin with: a busy market changes more often than anybody reads, and each
 * change draws a book, a tape or a whole chart anew. Prices of all markets stand in elements of the page, which cost a slow machine three times what a canvas
 * does: twice a second, so that most frames have none of it. Others are told of in the next frame of news.
 */
export const marketPacesMs: Readonly<Record<string, number>> = { depth: 100, trades: 250, candles: 250, tickers: 500 };

/** One topic's listeners, its sequence, and the messages that wait for their frame. */
export class TopicFeed {
  readonly topic: string;
  /** Told of no more often than this; 0 for what is not of one market. */
  readonly paceMs: number;
  readonly #listeners = new Set<Listener>();
  #queue: TopicMessage[] = [];
  #sequence: number | null = null;
  /** A snapshot was asked for. */
  #needsSnapshot = false;
  /** Something was lost: nothing counts before the next snapshot. */
  #broken = false;
  #toldMs = Number.NEGATIVE_INFINITY;

  constructor(topic: string) {
    this.topic = topic;
    this.paceMs = marketPacesMs[topic.split(':', 1)[0] ?? topic] ?? 0;
  }

  get empty(): boolean {
    return this.#listeners.size === 0;
  }

  add(hear: (message: TopicMessage) => void): () => void {
    const listener: Listener = { hear, waiting: this.#needsSnapshot || this.#sequence !== null };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A new connection: sequences start anew, what is queued still counts. */
  restart(): void {
    this.#sequence = null;
    this.#needsSnapshot = false;
    this.#broken = false;
  }

  /** False when a snapshot is on its way already. */
  awaitSnapshot(): boolean {
    if (this.#needsSnapshot) return false;
    this.#needsSnapshot = true;
    return true;
  }

  /** Queues a message in sequence; `gap` when something between was lost, `dropped` while a snapshot is awaited after one. */
  take(message: TopicMessage): 'queued' | 'gap' | 'dropped' {
    if (message.k === 's') {
      this.#needsSnapshot = false;
      this.#broken = false;
      this.#sequence = message.n ?? null;
      // A snapshot replaces the deltas that still wait; an event happened and is told even so.
      this.#queue = this.#queue.filter((waiting) => waiting.k === 'e');
      this.#queue.push(message);
      return 'queued';
    }
    if (this.#broken || (message.k === 'd' && message.p !== undefined && this.#sequence === null)) return 'dropped';
    if (message.p !== undefined && this.#sequence !== null && message.p !== this.#sequence) {
      this.#broken = true;
      return 'gap';
    }
    if (message.n !== undefined) this.#sequence = message.n;
    this.#queue.push(message);
    return 'queued';
  }

  /** When what is queued may be told, by a steady clock; null when there is nothing. What came first after a pause, and a snapshot, do not wait. */
  get dueMs(): number | null {
    const [first] = this.#queue;
    if (first === undefined) return null;
    return this.paceMs > 0 && first.k !== 's' ? this.#toldMs + this.paceMs : Number.NEGATIVE_INFINITY;
  }

  /** `steadyMs` begins the pause that a pace asks for; who is told at a pace already gives none. */
  deliver(steadyMs = Number.NEGATIVE_INFINITY): void {
    if (this.#queue.length === 0) return;
    this.#toldMs = steadyMs;
    const queue = this.#queue;
    this.#queue = [];
    for (const listener of [...this.#listeners]) {
      for (const message of queue) {
        if (message.k === 's') listener.waiting = false;
        if (!listener.waiting || message.k === 'e') listener.hear(message);
      }
    }
  }
}
