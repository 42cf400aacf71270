import type { Timers } from './timers.ts';

/** Runs each scheduled task at most once per animation frame, however often it was asked for. */
export class FrameScheduler {
  readonly #timers: Timers;
  #tasks = new Set<() => void>();
  #cancelFrame: (() => void) | null = null;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  schedule(task: () => void): void {
    this.#tasks.add(task);
    this.#cancelFrame ??= this.#timers.nextFrame(() => this.#run());
  }

  cancel(task: () => void): void {
    this.#tasks.delete(task);
  }

  dispose(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = null;
    this.#tasks.clear();
  }

  #run(): void {
    this.#cancelFrame = null;
    const tasks = this.#tasks;
    this.#tasks = new Set();
    for (const task of tasks) {
      try {
        task();
      } catch (error) {
        // One broken panel must not stop the frame of the others; the browser reports it as uncaught.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
