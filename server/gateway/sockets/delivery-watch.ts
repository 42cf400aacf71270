import type { DeliverySocket } from '../topics/topic-client.ts';

/** More than this unsent, beside a large message under way, means that the client cannot keep up. */
export const laggingBytes = 64 * 1024;
const recoveredBytes = 16 * 1024;
/** More than this unsent beside a large message is held for nobody. */
const hopelessBytes = 1024 * 1024;
/** A client that cannot keep up and takes in nothing for so long is given up. */
const hopelessAfterMs = 10_000;
const pingEveryMs = 5_000;
/** Unsent bytes hide in the kernel for seconds: a missing pong shows a slow client earlier. */
const pongWithinMs = 1_500;

/** Judges by unsent bytes and pongs whether a socket's reader keeps up. Only progress counts: a large message may take its time. */
export class DeliveryWatch {
  readonly #socket: Pick<DeliverySocket, 'bufferedAmount' | 'ping'>;
  #isLagging = false;
  /** Length of a large message that is under way; 0 once it has been handed over. */
  #largeBytes = 0;
  #unsentBytes = 0;
  /** When bytes were last taken in, or the client began to lag. */
  #progressMs = 0;
  #pingedMs = 0;
  #pongPending = false;

  constructor(socket: Pick<DeliverySocket, 'bufferedAmount' | 'ping'>) {
    this.#socket = socket;
  }

  get isLagging(): boolean {
    return this.#isLagging;
  }

  /** A frame was sent; one with snapshots may be long without telling anything about its reader. */
  sent(bytes: number, hasSnapshots: boolean): void {
    if (hasSnapshots && bytes > laggingBytes) this.#largeBytes = bytes;
    this.#unsentBytes = this.#socket.bufferedAmount;
  }

  /** After each flush: begins to lag when too much is unsent. */
  judge(nowMs: number, isTooMuch: boolean): void {
    this.#measure(nowMs);
    if (this.#unsentBytes > this.#largeBytes + laggingBytes || isTooMuch) this.#lag(nowMs);
  }

  /** `busy` with a large message: another one has to wait. */
  look(nowMs: number): 'well' | 'busy' | 'lagging' | 'hopeless' {
    this.#measure(nowMs);
    if (!this.#isLagging) return this.#largeBytes > 0 ? 'busy' : 'well';
    if (this.#unsentBytes > this.#largeBytes + hopelessBytes || nowMs - this.#progressMs > hopelessAfterMs) return 'hopeless';
    if (this.#unsentBytes > recoveredBytes || this.#pongPending) return 'lagging';
    this.#isLagging = false;
    return 'well';
  }

  /** Pings when it is time; begins to lag when the last pong is late and nothing is being taken in. */
  ping(nowMs: number): void {
    this.#measure(nowMs);
    if (!this.#pongPending) {
      if (nowMs - this.#pingedMs >= pingEveryMs) this.#sendPing(nowMs);
    } else if (nowMs - Math.max(this.#pingedMs, this.#progressMs) > pongWithinMs) this.#lag(nowMs);
  }

  pong(): void {
    this.#pongPending = false;
  }

  #measure(nowMs: number): void {
    const { bufferedAmount } = this.#socket;
    if (bufferedAmount < this.#unsentBytes) this.#progressMs = nowMs;
    this.#unsentBytes = bufferedAmount;
    if (bufferedAmount <= recoveredBytes) this.#largeBytes = 0;
  }

  #lag(nowMs: number): void {
    if (this.#isLagging) return;
    this.#isLagging = true;
    this.#progressMs = nowMs;
    // A fresh ping tells when everything sent so far has arrived.
    if (!this.#pongPending) this.#sendPing(nowMs);
  }

  #sendPing(nowMs: number): void {
    this.#pongPending = true;
    this.#pingedMs = nowMs;
    this.#socket.ping();
  }
}
