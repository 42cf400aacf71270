import type { Timers } from './timers.ts';

/** Work of one frame beyond which the rest waits for the next: a quarter of a frame at 60 Hz, as the browser needs three times as long to paint it. */
export const frameBudgetMs = 4;

/**
 * Runs each scheduled task at most once per animation frame, however often it was asked for. Tasks run in the order in which
 * they were asked for; when a frame's budget is used up, those left over come first in the next.
 */
export class FrameScheduler {
  readonly #timers: Timers;
  readonly #tasks = new Set<() => void>();
  #cancelFrame: (() => void) | null = null;
  #next: 'ours' | 'left' = 'ours';
  #leftLast = false;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  schedule(task: () => void): void {
    this.#tasks.add(task);
    this.#cancelFrame ??= this.#timers.nextFrame(() => this.#run());
  }

  /**
   * The next frame belongs to something large that is drawn without a task, such as a chart of a library's: tasks wait for the frame
   * after it. Of two frames in a row only the first is left, so that tasks come at half the rate at least.
   */
  leaveNext(): void {
    if (this.#leftLast) return;
    this.#next = 'left';
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
    this.#leftLast = this.#next === 'left';
    this.#next = 'ours';
    if (this.#leftLast) {
      // Also without a task: the frame after this one has to be seen, for the rule of two in a row.
      this.#cancelFrame = this.#timers.nextFrame(() => this.#run());
      return;
    }
    const endMs = this.#timers.steadyMs() + frameBudgetMs;
    const ran = new Set<() => void>();
    // What a task asks for while it runs comes at the end of this frame: news are drawn in the frame that delivers them.
    for (const task of this.#tasks) {
      if (this.#timers.steadyMs() >= endMs) break;
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
    if (this.#tasks.size > 0) this.#cancelFrame ??= this.#timers.nextFrame(() => this.#run());
  }
}
