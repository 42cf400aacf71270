/** The part of a `ws` socket that delivery needs. */
export interface DeliverySocket {
  readonly bufferedAmount: number;
  send(text: string): void;
  ping(): void;
  terminate(): void;
}

/** More than this unsent means that the client cannot keep up. */
export const laggingBytes = 64 * 1024;
const recoveredBytes = 16 * 1024;
const hopelessBytes = 1024 * 1024;
const hopelessAfterMs = 10_000;
export const pingEveryMs = 5_000;
/** Unsent bytes hide in the kernel for seconds: a missing pong shows a slow client earlier. */
const pongWithinMs = 1_500;
/** Messages of one tick beyond which a client gets snapshots instead. */
const largestBatch = 5_000;

/**
 * Delivery to one socket: what was published within a tick goes out as one frame. A client that cannot keep up gets no
 * messages but, once it can again, a snapshot of every topic that has changed: memory stays bounded whatever it does.
 */
export class TopicClient {
  /** Topics by wire name with the hub keys behind them: one, or one per own account. */
  readonly topics = new Map<string, readonly string[]>();
  readonly #socket: DeliverySocket;
  readonly #snapshotOf: (topic: string) => string | null;
  readonly #begun = new Set<string>();
  #batch: string[] = [];
  #missed: Set<string> | null = null;
  #laggingSinceMs = 0;
  #pingedMs = 0;
  #pongPending = false;

  /** `snapshotOf` gives the current state of a topic as an encoded message, for this client's eyes. */
  constructor(socket: DeliverySocket, snapshotOf: (topic: string) => string | null) {
    this.#socket = socket;
    this.#snapshotOf = snapshotOf;
  }

  get isLagging(): boolean {
    return this.#missed !== null;
  }

  /** True when the batch was empty: the hub then notes the client for the next tick. */
  take(topic: string, message: string): boolean {
    if (this.#missed !== null) {
      this.#missed.add(topic);
      return false;
    }
    return this.#batch.push(message) === 1;
  }

  /** Queues a message that a slow client must get too: answers to requests. */
  answer(message: string): boolean {
    return this.#batch.push(message) === 1;
  }

  /** Queues the first state of a topic. */
  begin(topic: string, snapshot: string): boolean {
    this.#begun.add(topic);
    return this.answer(snapshot);
  }

  /** True while the topic's first state waits in the batch: whatever changes meanwhile stands behind it. */
  isBeginning(topic: string): boolean {
    return this.#begun.has(topic);
  }

  forget(topic: string): void {
    this.topics.delete(topic);
    this.#begun.delete(topic);
  }

  terminate(): void {
    this.#batch = [];
    this.#socket.terminate();
  }

  /** Sends the batch; gives how many messages went out. */
  flush(nowMs: number): number {
    const count = this.#batch.length;
    if (count > 0) {
      this.#socket.send(`[${this.#batch.join(',')}]`);
      this.#batch = [];
      this.#begun.clear();
    }
    if (this.#missed === null && (this.#socket.bufferedAmount > laggingBytes || count > largestBatch)) this.#lag(nowMs);
    return count;
  }

  /** Looked at every now and then: pings, and marks a client whose pong is late. */
  watch(nowMs: number): void {
    if (this.#pongPending) {
      if (this.#missed === null && nowMs - this.#pingedMs > pongWithinMs) this.#lag(nowMs);
    } else if (nowMs - this.#pingedMs >= pingEveryMs) {
      this.#pongPending = true;
      this.#pingedMs = nowMs;
      this.#socket.ping();
    }
  }

  pong(): void {
    this.#pongPending = false;
  }

  /** For a lagging client, each tick: `recovered` with snapshots queued, `hopeless` and terminated, or still `lagging`. */
  recover(nowMs: number): 'recovered' | 'lagging' | 'hopeless' {
    const missed = this.#missed;
    if (missed === null) return 'recovered';
    const { bufferedAmount } = this.#socket;
    if (bufferedAmount > hopelessBytes || nowMs - this.#laggingSinceMs > hopelessAfterMs) {
      this.#socket.terminate();
      return 'hopeless';
    }
    if (bufferedAmount > recoveredBytes || this.#pongPending) return 'lagging';
    this.#missed = null;
    for (const topic of missed) {
      const snapshot = this.topics.has(topic) ? this.#snapshotOf(topic) : null;
      if (snapshot !== null) this.#batch.push(snapshot);
    }
    return 'recovered';
  }

  #lag(nowMs: number): void {
    this.#missed = new Set();
    this.#laggingSinceMs = nowMs;
    // A fresh ping tells when everything sent so far has arrived.
    if (!this.#pongPending) {
      this.#pongPending = true;
      this.#pingedMs = nowMs;
      this.#socket.ping();
    }
  }
}
