/** One piece of work after the other: each begins when the one before has ended, well or not. A failure is its caller's alone. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/** Turns of each key for itself; a key is kept no longer than its work lasts. */
export class KeyedTurns {
  readonly #running = new Map<string, { readonly turns: Turns; waiting: number }>();

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#running.get(key) ?? { turns: new Turns(), waiting: 0 };
    this.#running.set(key, queue);
    queue.waiting++;
    try {
      return await queue.turns.take(work);
    } finally {
      if (--queue.waiting === 0) this.#running.delete(key);
    }
  }
}
