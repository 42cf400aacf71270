import type { Outcome } from '../../core/contract/app-error.ts';

export interface Delays {
  after(delayMs: number, task: () => void): () => void;
}

const firstRetryMs = 5_000;
const longestRetryMs = 60_000;

/** Asks until there is an answer: after a failure again in five seconds, then in twice as long, at most in a minute. Gives the end of it. */
export function askUntilAnswered<T>(timers: Delays, ask: () => Promise<Outcome<T>>, onAnswer: (answer: T) => void): () => void {
  let stopped = false;
  let cancel: (() => void) | null = null;
  const attempt = async (retryMs: number): Promise<void> => {
    const reply = await ask();
    if (stopped) return;
    if (reply.ok) onAnswer(reply.value);
    else cancel = timers.after(retryMs, () => void attempt(Math.min(2 * retryMs, longestRetryMs)));
  };
  void attempt(firstRetryMs);
  return () => {
    stopped = true;
    cancel?.();
  };
}
