import { DeliveryWatch } from '../sockets/delivery-watch.ts';
import type { SnapshotBudget } from './snapshot-budgets.ts';

/** The part of a `ws` socket that delivery needs. */
export interface DeliverySocket {
  readonly bufferedAmount: number;
  send(text: string): void;
  ping(): void;
  terminate(): void;
}

/** Messages of one tick beyond which a client gets snapshots instead. */
const largestBatch = 5_000;
/** Snapshots of one tick beyond which the others wait for the next: one frame stays small, unless one snapshot is larger. */
const snapshotBytesPerFrame = 256 * 1024;

const boundless: SnapshotBudget = { isOpen: () => true, spend: () => undefined };

/**
 * Delivery to one socket: what was published within a tick goes out as one frame. A new topic, and after a client could not
 * keep up every topic that has changed, begins with a snapshot. What changes before the snapshot was made is left out,
 * because it stands in it: memory stays bounded whatever the client does.
 */
export class TopicClient {
  /** Topics by wire name with the hub keys behind them: one, or one per own account. */
  readonly topics = new Map<string, readonly string[]>();
  readonly #socket: DeliverySocket;
  readonly #snapshotOf: (topic: string) => string | null;
  readonly #budget: SnapshotBudget;
  readonly #watch: DeliveryWatch;
  /** Topics that wait for a snapshot, the longest waiting first. */
  readonly #due = new Set<string>();
  #batch: string[] = [];
  #snapshotBytes = 0;
  #frames = 0;

  /** `snapshotOf` gives the current state of a topic as an encoded message, for this client's eyes. */
  constructor(socket: DeliverySocket, snapshotOf: (topic: string) => string | null, budget: SnapshotBudget = boundless) {
    this.#socket = socket;
    this.#snapshotOf = snapshotOf;
    this.#budget = budget;
    this.#watch = new DeliveryWatch(socket);
  }

  get isLagging(): boolean {
    return this.#watch.isLagging;
  }

  get hasMessages(): boolean {
    return this.#batch.length > 0;
  }

  /** True when the batch was empty: the hub then notes the client for the next tick. */
  take(topic: string, message: string): boolean {
    if (this.#due.has(topic)) return false;
    if (this.#watch.isLagging) {
      this.#due.add(topic);
      return false;
    }
    return this.#batch.push(message) === 1;
  }

  /** Queues a message that a slow client must get too: answers to requests. */
  answer(message: string): boolean {
    return this.#batch.push(message) === 1;
  }

  /** Asks for the first state of a topic, which {@link catchUp} makes when its turn has come. */
  begin(topic: string): void {
    this.#due.add(topic);
  }

  /** True while the topic's first state has not been made: another request for it asks for nothing more. */
  isBeginning(topic: string): boolean {
    return this.#due.has(topic);
  }

  forget(topic: string): void {
    this.topics.delete(topic);
    this.#due.delete(topic);
  }

  terminate(): void {
    this.#batch = [];
    this.#socket.terminate();
  }

  /**
   * For a client that is lagging or waits for snapshots, each tick: `done` when nothing is left to do, `waiting` for its turn,
   * or `hopeless` and terminated.
   */
  catchUp(nowMs: number): 'done' | 'waiting' | 'hopeless' {
    const state = this.#watch.look(nowMs);
    if (state === 'hopeless') {
      this.terminate();
      return 'hopeless';
    }
    if (state !== 'well') return 'waiting';
    for (const topic of this.#due) {
      if (this.#snapshotBytes >= snapshotBytesPerFrame || !this.#budget.isOpen()) return 'waiting';
      this.#due.delete(topic);
      const snapshot = this.topics.has(topic) ? this.#snapshotOf(topic) : null;
      if (snapshot === null) continue;
      this.#batch.push(snapshot);
      this.#snapshotBytes += snapshot.length;
      this.#budget.spend(snapshot.length);
    }
    return 'done';
  }

  /** Sends the batch; gives how many messages went out. */
  flush(nowMs: number): number {
    const count = this.#batch.length;
    if (count > 0) {
      const frame = `[{"k":"f","n":${++this.#frames}},${this.#batch.join(',')}]`;
      this.#socket.send(frame);
      this.#watch.sent(frame.length, this.#snapshotBytes > 0);
      this.#batch = [];
      this.#snapshotBytes = 0;
    }
    this.#watch.judge(nowMs, count > largestBatch);
    return count;
  }

  /** Looked at every now and then: pings, and notices a client whose pong is late. */
  watch(nowMs: number): void {
    this.#watch.ping(nowMs);
  }

  pong(): void {
    this.#watch.pong();
  }
}
