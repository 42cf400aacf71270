import type { Clock } from '../../core/contract/server-services.ts';

interface Attempts {
  failures: number;
  /** Being checked at this moment. */
  pending: number;
  lastMs: number;
}

/** Wrong passwords that cost nothing. */
const freeFailures = 5;
/** Guesses made at once all pass the delay, so their number is limited too. */
const mostPending = 20;
const firstDelayS = 15;
const longestDelayS = 15 * 60;
/** Failures are forgotten after this long without another. */
const forgetMs = 60 * 60_000;
const capacity = 50_000;

/** Slows down guessing: each failure beyond the free ones doubles the wait, per account and address. */
export class LoginThrottle {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #attempts = new Map<string, Attempts>();

  constructor(clock: Pick<Clock, 'nowMs'>) {
    this.#clock = clock;
  }

  /** 0 when a try may begin, which {@link ended} then has to end; else the seconds to wait. */
  begin(account: string, ip: string): number {
    const key = keyOf(account, ip);
    const nowMs = this.#clock.nowMs();
    const attempts = this.#current(key, nowMs);
    if (attempts.pending >= mostPending) return 1;
    const excess = attempts.failures - freeFailures;
    const delayS = excess < 0 ? 0 : Math.min(longestDelayS, firstDelayS * 2 ** excess);
    const waitS = Math.ceil((attempts.lastMs + delayS * 1000 - nowMs) / 1000);
    if (waitS > 0) return waitS;
    attempts.pending++;
    this.#attempts.set(key, attempts);
    return 0;
  }

  ended(account: string, ip: string, succeeded: boolean): void {
    const key = keyOf(account, ip);
    const nowMs = this.#clock.nowMs();
    const attempts = this.#current(key, nowMs);
    attempts.pending = Math.max(0, attempts.pending - 1);
    attempts.failures = succeeded ? 0 : attempts.failures + 1;
    attempts.lastMs = nowMs;
    // Set anew, so that the map stays in order of the last attempt.
    this.#attempts.delete(key);
    if (attempts.failures > 0 || attempts.pending > 0) this.#attempts.set(key, attempts);
    this.#makeRoom(nowMs);
  }

  #current(key: string, nowMs: number): Attempts {
    const known = this.#attempts.get(key);
    if (known !== undefined && (known.pending > 0 || known.lastMs > nowMs - forgetMs)) return known;
    return { failures: 0, pending: 0, lastMs: 0 };
  }

  #makeRoom(nowMs: number): void {
    for (const [oldest, { lastMs }] of this.#attempts) {
      if (lastMs > nowMs - forgetMs && this.#attempts.size <= capacity) break;
      this.#attempts.delete(oldest);
    }
  }
}

const keyOf = (account: string, ip: string): string => `${ip} ${account.toLowerCase()}`;
