/** So many at once, and then so many a second. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #nowMs: () => number;
  #left: number;
  #lastMs: number;

  constructor(burst: number, perSecond: number, nowMs: () => number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#nowMs = nowMs;
    this.#left = burst;
    this.#lastMs = nowMs();
  }

  /** False when there is none left. */
  take(): boolean {
    const nowMs = this.#nowMs();
    // The clock of the day may be put back.
    const passedMs = Math.max(0, nowMs - this.#lastMs);
    this.#left = Math.min(this.#burst, this.#left + (passedMs * this.#perSecond) / 1_000);
    this.#lastMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
