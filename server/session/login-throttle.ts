import type { Clock } from '../../core/contract/server-services.ts';

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

/** Wrong passwords that cost nothing. */
const freeFailures = 5;
const firstDelayS = 15;
const longestDelayS = 15 * 60;
/** Failures are forgotten after this long without another. */
const forgetMs = 60 * 60_000;
const capacity = 50_000;

/** Slows down guessing: each failure beyond the free ones doubles the wait, per account and address. */
export class LoginThrottle {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #failures = new Map<string, Failures>();

  constructor(clock: Pick<Clock, 'nowMs'>) {
    this.#clock = clock;
  }

  /** Seconds until the next try is allowed; 0 now. */
  waitS(account: string, ip: string): number {
    const failures = this.#failures.get(keyOf(account, ip));
    if (failures === undefined || failures.count < freeFailures) return 0;
    const delayS = Math.min(longestDelayS, firstDelayS * 2 ** (failures.count - freeFailures));
    return Math.max(0, Math.ceil((failures.lastMs + delayS * 1000 - this.#clock.nowMs()) / 1000));
  }

  failed(account: string, ip: string): void {
    const key = keyOf(account, ip);
    const nowMs = this.#clock.nowMs();
    const before = this.#failures.get(key);
    this.#failures.delete(key);
    for (const [oldest, failures] of this.#failures) {
      if (failures.lastMs > nowMs - forgetMs && this.#failures.size < capacity) break;
      this.#failures.delete(oldest);
    }
    const count = before === undefined || before.lastMs <= nowMs - forgetMs ? 1 : before.count + 1;
    this.#failures.set(key, { count, lastMs: nowMs });
  }

  succeeded(account: string, ip: string): void {
    this.#failures.delete(keyOf(account, ip));
  }
}

const keyOf = (account: string, ip: string): string => `${ip} ${account.toLowerCase()}`;
