import type { Timers } from '../../core/client/timers.ts';
import type { SolvedWork } from '../../core/contract/site.ts';
import type { WorkTask } from '../../schemas/wire/work-task.ts';

/** An answer that has less left than this may be too old by the time that it arrives. */
const leastLeftMs = 30_000;

/**
 * Does a proof of work beside what the page does: the browser derives its keys in threads of its own, and the library that counts
 * through them is loaded only now.
 */
export async function solveWork({ captcha_id, lifetime_ms, challenge }: WorkTask, timers: Pick<Timers, 'nowMs'>): Promise<SolvedWork> {
  const goodUntilMs = timers.nowMs() + lifetime_ms - leastLeftMs;
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/web/pbkdf2')]);
  // However long a slow phone takes.
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 0 });
  if (solution === null) throw new Error('the proof of work has no solution');
  return {
    query: { captcha_id, captcha_value: `${solution.counter}.${solution.derivedKey}` },
    isFresh: () => timers.nowMs() < goodUntilMs,
  };
}
