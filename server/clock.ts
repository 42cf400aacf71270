import type { Clock, Logger } from '../core/contract/server-services.ts';

/** The machine's clock. A task that fails is logged and runs again at its next turn. */
export class SystemClock implements Clock {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  nowMs(): number {
    return Date.now();
  }

  every(everyMs: number, task: () => void | Promise<void>): () => void {
    let running = false;
    const timer = setInterval(() => {
      if (running) return;
      running = true;
      void this.#run(task).finally(() => {
        running = false;
      });
    }, everyMs);
    return () => clearInterval(timer);
  }

  after(delayMs: number, task: () => void | Promise<void>): () => void {
    const timer = setTimeout(() => void this.#run(task), delayMs);
    return () => clearTimeout(timer);
  }

  async #run(task: () => void | Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#logger.error({ err: error }, 'a timed task failed');
    }
  }
}
