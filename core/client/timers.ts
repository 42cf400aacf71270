/** Time and waiting in the browser, injected so that tests own the clock. */
export interface Timers {
  /** Ms since the epoch, by the clock of the device, which may be set forward or back. */
  nowMs(): number;
  /** Ms since some moment, by a clock that is never set: for what comes at a pace. It may stand while the device sleeps. */
  steadyMs(): number;
  /** Runs `task` once; the returned function calls it off. */
  after(delayMs: number, task: () => void): () => void;
  every(everyMs: number, task: () => void): () => void;
  /** Runs `task` at the next animation frame, or within a second when the page is hidden and frames stop. */
  nextFrame(task: () => void): () => void;
}

const hiddenPageFrameMs = 1_000;

export const browserTimers: Timers = {
  nowMs: () => Date.now(),
  steadyMs: () => performance.now(),
  after(delayMs, task) {
    const handle = setTimeout(task, delayMs);
    return () => clearTimeout(handle);
  },
  every(everyMs, task) {
    const handle = setInterval(task, everyMs);
    return () => clearInterval(handle);
  },
  nextFrame(task) {
    const cancel = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(fallback);
    };
    const run = (): void => {
      cancel();
      task();
    };
    const frame = requestAnimationFrame(run);
    const fallback = setTimeout(run, hiddenPageFrameMs);
    return cancel;
  },
};

/** A number in [0, 1). */
export type Randomness = () => number;
