import type { ServerClock } from '../../server/clock.ts';

interface Timer {
  dueMs: number;
  readonly everyMs: number | null;
  readonly task: () => void | Promise<void>;
}

/** A clock that stands still until a test moves it; timers run in order of their due time. */
export class ManualClock implements ServerClock {
  readonly #startMs: number;
  #nowMs: number;
  readonly #timers = new Set<Timer>();

  constructor(nowMs: number) {
    this.#startMs = nowMs;
    this.#nowMs = nowMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  notBefore(ms: number): void {
    this.#nowMs = Math.max(this.#nowMs, ms);
  }

  elapsedMs(): number {
    return this.#nowMs - this.#startMs;
  }

  every(everyMs: number, task: () => void | Promise<void>): () => void {
    return this.#add({ dueMs: this.#nowMs + everyMs, everyMs, task });
  }

  after(delayMs: number, task: () => void | Promise<void>): () => void {
    return this.#add({ dueMs: this.#nowMs + delayMs, everyMs: null, task });
  }

  /** Runs everything that falls due within `ms`, waiting for tasks that return a promise. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    for (let timer = this.#next(endMs); timer !== null; timer = this.#next(endMs)) {
      this.#nowMs = timer.dueMs;
      if (timer.everyMs === null) this.#timers.delete(timer);
      else timer.dueMs += timer.everyMs;
      await timer.task();
    }
    this.#nowMs = endMs;
  }

  /** Timers still running: 0 after everything is disposed. */
  get timers(): number {
    return this.#timers.size;
  }

  #next(endMs: number): Timer | null {
    let next: Timer | null = null;
    for (const timer of this.#timers) if (timer.dueMs <= endMs && (next === null || timer.dueMs < next.dueMs)) next = timer;
    return next;
  }

  #add(timer: Timer): () => void {
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }
}
