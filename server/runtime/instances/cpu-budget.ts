const windowMs = 10_000;

/** How much of its thread's time an instance has used in windows of ten seconds. */
export class CpuBudget {
  readonly #share: number;
  #windowStartMs = 0;
  #busyMs = 0;

  /** `share` is a fraction of one core. */
  constructor(share: number) {
    this.#share = share;
  }

  /** Counts a step; true once the window's share is used up. */
  isOverdrawn(nowMs: number, busyMs: number): boolean {
    if (nowMs - this.#windowStartMs >= windowMs) {
      this.#windowStartMs = nowMs;
      this.#busyMs = 0;
    }
    this.#busyMs += busyMs;
    return this.#busyMs > windowMs * this.#share;
  }
}
