export interface Waiting {
  after(delayMs: number, task: () => void): () => void;
}

const gatherMs = 200;

/** Does the task a moment after it was first wanted, once for all that wanted it meanwhile. */
export class Gathered {
  readonly #timers: Waiting;
  readonly #task: () => void;
  #cancel: (() => void) | null = null;

  constructor(timers: Waiting, task: () => void) {
    this.#timers = timers;
    this.#task = task;
  }

  want(): void {
    this.#cancel ??= this.#timers.after(gatherMs, () => {
      this.#cancel = null;
      this.#task();
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
