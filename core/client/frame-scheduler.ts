import type { Timers } from './timers.ts';

/** Work of one frame beyond which the rest waits for the next: half a frame at 60 Hz, the other half is the browser's to paint. */
export const frameBudgetMs = 8;
/** Up to so many large tasks have a turn each; more of them, such as sixteen charts, share these turns, so that none waits for long. */
const largeTurns = 4;

/**
 * Runs each scheduled task at most once per animation frame, however often it was asked for. Tasks run in the order in which
 * they were asked for; when a frame's budget is used up, those left over come first in the next.
 */
export class FrameScheduler {
  readonly #timers: Timers;
  readonly #tasks = new Set<() => void>();
  #cancelFrame: (() => void) | null = null;
  readonly #large = new Set<() => void>();
  /** The next frame is left to a large task. */
  #left = false;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  schedule(task: () => void): void {
    this.#tasks.add(task);
    this.#wait();
  }

  /**
   * Runs `task`, whose change takes much of a frame to draw, right after a frame, and leaves the next one to it: there no ordinary task
   * runs. Large tasks take turns with the frames of all others.
   */
  scheduleLarge(task: () => void): void {
    this.#large.add(task);
    this.#wait();
  }

  cancel(task: () => void): void {
    this.#tasks.delete(task);
    this.#large.delete(task);
  }

  dispose(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = null;
    this.#tasks.clear();
    this.#large.clear();
  }

  #wait(): void {
    this.#cancelFrame ??= this.#timers.nextFrame(() => this.#run());
  }

  #run(): void {
    this.#cancelFrame = null;
    if (this.#left) {
      this.#left = false;
      if (this.#tasks.size + this.#large.size > 0) this.#wait();
      return;
    }
    const endMs = this.#timers.nowMs() + frameBudgetMs;
    const ran = new Set<() => void>();
    // What a task asks for while it runs comes at the end of this frame: news are drawn in the frame that delivers them.
    for (const task of this.#tasks) {
      if (this.#timers.nowMs() >= endMs) break;
      // Asked for again: that is for the next frame.
      if (ran.has(task)) continue;
      ran.add(task);
      this.#tasks.delete(task);
      try {
        task();
      } catch (error) {
        // One broken panel must not stop the frame of the others; the browser reports it as uncaught.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
    this.#startLarge();
    if (this.#tasks.size > 0) this.#wait();
  }

  #startLarge(): void {
    const turn = [...this.#large].slice(0, Math.ceil(this.#large.size / largeTurns));
    if (turn.length === 0) return;
    this.#left = true;
    for (const task of turn) {
      this.#large.delete(task);
      this.#timers.after(0, task);
    }
    this.#wait();
  }
}
