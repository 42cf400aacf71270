import type { Disposer } from '../contract/token.ts';

/** Listeners that are told at most once per turn of the event loop, however many changes it brought. */
export class Listeners<T extends readonly unknown[] = []> {
  readonly #listeners = new Set<(...args: T) => void>();
  #told: T | null = null;

  add(listener: (...args: T) => void): Disposer {
    const own = (...args: T): void => listener(...args);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  /** Tells the last arguments of this turn. */
  tell(...args: T): void {
    const planned = this.#told !== null;
    this.#told = args;
    if (!planned) queueMicrotask(() => this.#run());
  }

  clear(): void {
    this.#listeners.clear();
  }

  #run(): void {
    const args = this.#told;
    this.#told = null;
    if (args !== null) for (const listener of [...this.#listeners]) listener(...args);
  }
}
