import type { Clock, Logger } from '../core/contract/server-services.ts';

/** Of the machine, in ms. */
export interface ClockSources {
  readonly wallMs: () => number;
  /** Never stepped. */
  readonly elapsedMs: () => number;
}

const machine: ClockSources = { wallMs: () => Date.now(), elapsedMs: () => performance.now() };
/** While it waits for a clock that was put back, so that no minute is told twice and none stands still. */
const pace = 0.5;
/** A correction of less is nothing to tell of. */
const toldStepMs = 1_000;
/** Of `setTimeout`: one that is longer would ring at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The clock of a server, which knows what was told before it began. */
export interface ServerClock extends Clock {
  /** From now on it is at least so late, as if the machine's clock had been put back from there: a server before this one has told that time. */
  notBefore(ms: number): void;
}

/** The machine's clock, made to run forwards only. A task that fails is logged and runs again at its next turn. */
export class SystemClock implements ServerClock {
  readonly #logger: Logger;
  readonly #sources: ClockSources;
  #toldMs = Number.NEGATIVE_INFINITY;
  #lookedMs: number;
  #isAhead = false;

  constructor(logger: Logger, sources = machine) {
    this.#logger = logger;
    this.#sources = sources;
    this.#lookedMs = sources.elapsedMs();
  }

  nowMs(): number {
    const [wallMs, elapsedMs] = [this.#sources.wallMs(), this.#sources.elapsedMs()];
    const slowMs = this.#toldMs + (elapsedMs - this.#lookedMs) * pace;
    this.#lookedMs = elapsedMs;
    this.#toldMs = Math.max(wallMs, slowMs);
    this.#note(this.#toldMs - wallMs);
    return Math.floor(this.#toldMs);
  }

  notBefore(ms: number): void {
    this.#toldMs = Math.max(this.nowMs(), ms);
  }

  elapsedMs(): number {
    return this.#sources.elapsedMs();
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
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number): void => {
      timer =
        leftMs > longestTimerMs
          ? setTimeout(() => wait(leftMs - longestTimerMs), longestTimerMs)
          : setTimeout(() => void this.#run(task), leftMs);
    };
    wait(delayMs);
    return () => clearTimeout(timer);
  }

  #note(aheadMs: number): void {
    if (this.#isAhead && aheadMs === 0) this.#isAhead = false;
    if (this.#isAhead || aheadMs < toldStepMs) return;
    this.#isAhead = true;
    this.#logger.warn({ aheadMs: Math.round(aheadMs) }, "the machine's clock was put back; time goes at half pace until it has caught up");
  }

  async #run(task: () => void | Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#logger.error({ err: error }, 'a timed task failed');
    }
  }
}
