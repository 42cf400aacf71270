import type { Clock } from '../../../core/contract/server-services.ts';

const windowMs = 10_000;

/** How much of its thread's time an instance has used in windows of ten seconds, whatever happens to the clock of the day. */
export class CpuBudget {
  readonly #share: number;
  readonly #clock: Pick<Clock, 'elapsedMs'>;
  #windowStartMs = Number.NEGATIVE_INFINITY;
  #busyMs = 0;

  /** `share` is a fraction of one core. */
  constructor(share: number, clock: Pick<Clock, 'elapsedMs'>) {
    this.#share = share;
    this.#clock = clock;
  }

  /** Counts a step; true once the window's share is used up. */
  isOverdrawn(busyMs: number): boolean {
    const nowMs = this.#clock.elapsedMs();
    if (nowMs - this.#windowStartMs >= windowMs) {
      this.#windowStartMs = nowMs;
      this.#busyMs = 0;
    }
    this.#busyMs += busyMs;
    return this.#busyMs > windowMs * this.#share;
  }
}
