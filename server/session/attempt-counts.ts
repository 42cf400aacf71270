import type { Clock } from '../../core/contract/server-services.ts';

interface Attempts {
  failures: number;
  /** When the oldest failure that still counts began to fade. */
  fadesMs: number;
  /** Being checked at this moment. */
  pending: number;
  lastMs: number;
}

/** Guesses made at once all pass the delay, so their number is limited too. */
const mostPending = 20;
const firstDelayS = 15;
const longestDelayS = 15 * 60;
/** The free failures of a key come back within this time, one by one: it is the pace that guessing has in the long run. */
const periodMs = 60 * 60_000;
const capacity = 50_000;

/** Failed tries by key, in memory: each beyond the free ones doubles the wait for the next. */
export class AttemptCounts {
  readonly #clock: Pick<Clock, 'elapsedMs'>;
  readonly #freeFailures: number;
  readonly #attempts = new Map<string, Attempts>();

  constructor(clock: Pick<Clock, 'elapsedMs'>, freeFailures: number) {
    this.#clock = clock;
    this.#freeFailures = freeFailures;
  }

  /** Seconds until the next try; 0: at once. */
  waitS(key: string): number {
    const nowMs = this.#clock.elapsedMs();
    const { failures, pending, lastMs } = this.#current(key, nowMs);
    if (pending >= mostPending) return 1;
    const excess = failures - this.#freeFailures;
    const delayS = excess < 0 ? 0 : Math.min(longestDelayS, firstDelayS * 2 ** excess);
    return Math.max(0, Math.ceil((lastMs + delayS * 1000 - nowMs) / 1000));
  }

  /** Failures beyond the free ones, with what is being checked. */
  excess(key: string): number {
    const { failures, pending } = this.#current(key, this.#clock.elapsedMs());
    return Math.max(0, failures + pending - this.#freeFailures);
  }

  /** A try begins; {@link ended} has to end it. */
  begun(key: string): void {
    const attempts = this.#current(key, this.#clock.elapsedMs());
    attempts.pending++;
    this.#attempts.set(key, attempts);
  }

  /** `failures`: what is counted after it, from what was before. */
  ended(key: string, failures: (before: number) => number): void {
    const nowMs = this.#clock.elapsedMs();
    const attempts = this.#current(key, nowMs);
    attempts.pending = Math.max(0, attempts.pending - 1);
    const after = failures(attempts.failures);
    if (after > attempts.failures) attempts.lastMs = nowMs;
    attempts.failures = after;
    // Set anew, so that the map stays in order of the last attempt.
    this.#attempts.delete(key);
    if (attempts.failures > 0 || attempts.pending > 0) this.#attempts.set(key, attempts);
    this.#makeRoom(nowMs);
  }

  #current(key: string, nowMs: number): Attempts {
    const known = this.#attempts.get(key);
    if (known === undefined) return { failures: 0, fadesMs: nowMs, pending: 0, lastMs: 0 };
    const fadeMs = periodMs / this.#freeFailures;
    const faded = Math.floor((nowMs - known.fadesMs) / fadeMs);
    known.failures = Math.max(0, known.failures - faded);
    known.fadesMs = known.failures === 0 ? nowMs : known.fadesMs + faded * fadeMs;
    return known;
  }

  #makeRoom(nowMs: number): void {
    for (const [oldest, { lastMs, pending }] of this.#attempts) {
      if (lastMs > nowMs - periodMs && this.#attempts.size <= capacity) break;
      // What is being checked still counts: forgotten, as many again could begin beside it.
      if (pending === 0) this.#attempts.delete(oldest);
    }
  }
}
