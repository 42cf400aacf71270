/// A module of its own thread: tries counters until one solves the challenge, and tells how many it has tried.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { WorkChallenge } from '../../schemas/wire/work-task.ts';

export interface WorkOrder {
  readonly challenge: WorkChallenge;
  /** Tells after each so many. */
  readonly reportEvery: number;
}

export type WorkNews = { readonly tried: number } | { readonly answer: string } | { readonly failure: string };

addEventListener('message', (event: MessageEvent<WorkOrder>) => {
  const { challenge, reportEvery } = event.data;
  const tell = (news: WorkNews): void => postMessage(news);
  let tried = 0;
  const derive: typeof deriveKey = (...inputs) => {
    if (++tried % reportEvery === 0) tell({ tried });
    return deriveKey(...inputs);
  };
  // However long a slow phone takes: leaving the page ends it.
  solveChallenge({ challenge, deriveKey: derive, timeout: 0 }).then(
    (solution) => tell(solution === null ? { failure: 'no solution' } : { answer: `${solution.counter}.${solution.derivedKey}` }),
    (error: unknown) => tell({ failure: String(error) }),
  );
});
