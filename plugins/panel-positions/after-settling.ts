export interface Waiting {
  after(delayMs: number, task: () => void): () => void;
}

/** The server has a fill in its positions a moment after it told of it, a busy one some seconds after: it is asked twice. */
const settleMs = [700, 4_000] as const;

/** Runs the task once the server has stored what it just told. Gives a function that calls it off. */
export function afterSettling(timers: Waiting, task: () => void): () => void {
  const stops = settleMs.map((delayMs) => timers.after(delayMs, task));
  return () => {
    for (const stop of stops) stop();
  };
}
