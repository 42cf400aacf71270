import type { WorkChallenge } from '../../schemas/wire/work-task.ts';
import type { WorkNews, WorkOrder } from './sign-in-work-worker.ts';

interface SignInWork {
  readonly challenge: WorkChallenge;
  /** Counters that are tried at most. */
  readonly tries: number;
}

/** Gives what the server wants to hear; rejects where the browser cannot calculate, as on a page without https. `onProgress`: 0 to 1. */
export type SolveWork = (work: SignInWork, onProgress: (share: number) => void, signal: AbortSignal) => Promise<string>;

const reports = 50;

/** In a thread of its own, so that the page stays as quick as ever. */
export const solveInWorker: SolveWork = ({ challenge, tries }, onProgress, signal) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sign-in-work-worker.ts', import.meta.url), { type: 'module' });
    const end = (): void => worker.terminate();
    const fail = (why: string): void => {
      end();
      reject(new Error(why));
    };
    signal.addEventListener('abort', () => fail('given up'), { once: true });
    worker.addEventListener('error', (event) => fail(event.message));
    worker.addEventListener('message', ({ data }: MessageEvent<WorkNews>) => {
      if ('tried' in data) onProgress(Math.min(1, data.tried / tries));
      else if ('failure' in data) fail(data.failure);
      else {
        end();
        resolve(data.answer);
      }
    });
    const order: WorkOrder = { challenge, reportEvery: Math.max(1, Math.floor(tries / reports)) };
    worker.postMessage(order);
  });
