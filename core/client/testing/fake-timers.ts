import type { Timers } from '../timers.ts';

interface Entry {
  atMs: number;
  readonly everyMs: number | null;
  readonly task: () => void;
}

/** A clock that moves only when a test says so. A frame is 16 ms. */
export class FakeTimers implements Timers {
  #nowMs: number;
  /** By how much the clock of the device was set forward. */
  #setByMs = 0;
  readonly #entries = new Set<Entry>();

  constructor(nowMs = 1_700_000_000_000) {
    this.#nowMs = nowMs;
  }

  nowMs(): number {
    return this.#nowMs + this.#setByMs;
  }

  steadyMs(): number {
    return this.#nowMs;
  }

  /** Somebody sets the clock of the device, back when negative. */
  setClock(byMs: number): void {
    this.#setByMs += byMs;
  }

  after(delayMs: number, task: () => void): () => void {
    return this.#add({ atMs: this.#nowMs + delayMs, everyMs: null, task });
  }

  every(everyMs: number, task: () => void): () => void {
    return this.#add({ atMs: this.#nowMs + everyMs, everyMs, task });
  }

  nextFrame(task: () => void): () => void {
    return this.after(16, task);
  }

  /** Tasks that still wait: tests use it to find leaks. */
  get pending(): number {
    return this.#entries.size;
  }

  advance(byMs: number): void {
    const endMs = this.#nowMs + byMs;
    for (;;) {
      const due = [...this.#entries].filter((entry) => entry.atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (due === undefined) break;
      this.#nowMs = due.atMs;
      if (due.everyMs === null) this.#entries.delete(due);
      else due.atMs += due.everyMs;
      due.task();
    }
    this.#nowMs = endMs;
  }

  #add(entry: Entry): () => void {
    this.#entries.add(entry);
    return () => this.#entries.delete(entry);
  }
}
