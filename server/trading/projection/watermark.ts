/** A number that only grows, such as how far something is stored, and those who wait until it has come somewhere. */
export class Watermark {
  #reached: number;
  #readers: { readonly mark: number; readonly resolve: () => void }[] = [];
  #isOver = false;

  constructor(reached: number) {
    this.#reached = reached;
  }

  get reached(): number {
    return this.#reached;
  }

  rise(mark: number): void {
    this.#reached = mark;
    if (this.#readers.length > 0) this.#answer((reader) => reader.mark <= mark);
  }

  /** Resolves when the mark is reached, or will never be. */
  at(mark: number): Promise<void> {
    if (mark <= this.#reached || this.#isOver) return Promise.resolve();
    return new Promise((resolve) => this.#readers.push({ mark, resolve }));
  }

  /** Nobody need wait any longer. */
  end(): void {
    this.#isOver = true;
    this.#answer(() => true);
  }

  #answer(isDone: (reader: { readonly mark: number }) => boolean): void {
    const readers = this.#readers;
    this.#readers = readers.filter((reader) => !isDone(reader));
    for (const reader of readers) if (isDone(reader)) reader.resolve();
  }
}
