import type { DepthFeed, Stream } from '../../contract/client-services.ts';
import type { Level } from '../../contract/market.ts';
import type { TopicMessage } from '../../contract/stream-items.ts';
import type { Disposer } from '../../contract/token.ts';
import type { InstrumentId } from '../../domain/markets/instrument.ts';
import { Listeners } from '../listeners.ts';
import { DepthBook } from './depth-book.ts';

interface DepthData {
  readonly bids?: readonly Level[];
  readonly asks?: readonly Level[];
  readonly sequence?: number;
  readonly time?: number;
}

/** Keeps a book in step with `depth:<id>`: a snapshot, then deltas; a gap asks for a new snapshot. */
export class LiveDepthFeed implements DepthFeed {
  readonly #stream: Stream;
  readonly #topic: string;
  readonly #book = new DepthBook();
  readonly #listeners = new Listeners();
  readonly #unsubscribe: Disposer;

  constructor(stream: Stream, id: InstrumentId) {
    this.#stream = stream;
    this.#topic = `depth:${id}`;
    this.#unsubscribe = stream.subscribe(this.#topic, (message) => this.#take(message));
  }

  get ready(): boolean {
    return this.#book.sequence !== null;
  }

  get bids(): readonly Level[] {
    return this.#book.bids;
  }

  get asks(): readonly Level[] {
    return this.#book.asks;
  }

  get timeMs(): number {
    return this.#book.timeMs;
  }

  onChange(listener: () => void): Disposer {
    return this.#listeners.add(listener);
  }

  close(): void {
    this.#listeners.clear();
    void this.#unsubscribe();
  }

  #take(message: TopicMessage): void {
    const { bids = [], asks = [], sequence = 0, time = 0 } = message.d as DepthData;
    const reached = message.n ?? sequence;
    if (message.k === 's') this.#book.applySnapshot(bids, asks, reached, time);
    else if (!this.#book.applyDelta(bids, asks, message.p ?? this.#book.sequence ?? -1, reached, time)) this.#stream.resync(this.#topic);
    this.#listeners.tell();
  }
}
