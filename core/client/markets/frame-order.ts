/** Puts the frames of one connection into the order in which the server numbered them, from 1 on; each counts once. */
export class FrameOrder<T> {
  readonly #early = new Map<number, T>();
  #next = 1;

  /** True while a frame is here and one before it is not. */
  get hasGap(): boolean {
    return this.#early.size > 0;
  }

  /** The frames whose turn has come: none for one that is early or was here before, several when one fills a gap. */
  take(number: number, frame: T): readonly T[] {
    if (number < this.#next) return [];
    this.#early.set(number, frame);
    const due: T[] = [];
    for (let next = this.#early.get(this.#next); next !== undefined; next = this.#early.get(this.#next)) {
      this.#early.delete(this.#next);
      this.#next += 1;
      due.push(next);
    }
    return due;
  }
}
