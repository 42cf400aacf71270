/** The instance's own sequence (mulberry32): 32 bits of state, so that a saved instance goes on where it stopped. */
export class SeededRandom {
  #state: number;

  constructor(state: number) {
    this.#state = state >>> 0;
  }

  /** Next number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  get state(): number {
    return this.#state;
  }
}
