import { browserTimers } from '../../core/client/timers.ts';
import { houseOf, wireOf } from '../../core/client/wire/translate.ts';
import type { IslandContext } from '../../core/contract/site.ts';
import type { Disposer } from '../../core/contract/token.ts';

const base = '/sapi';

/** What the server sends around an answer. */
interface Envelope {
  readonly code: number;
  readonly data: unknown;
  readonly msg: string;
}
const success = 200;

/** Calls as a guest: a public page knows nothing of who is signed in. */
export const islandContext = (language: string): IslandContext => ({
  language,
  get: async <T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> => {
    const search = new URLSearchParams(wireOf(query) as Record<string, string>).toString();
    const response = await fetch(`${base}${path}${search === '' ? '' : `?${search}`}`);
    const { code, data, msg } = (await response.json()) as Envelope;
    if (code !== success) throw new Error(msg);
    return houseOf(data) as T;
  },
  every,
});

function every(ms: number, run: () => Promise<void>): Disposer {
  let stopped = false;
  let callOff = (): void => undefined;
  const turn = async (): Promise<void> => {
    // What cannot be had now, the next run may have.
    if (!document.hidden) await run().catch(() => undefined);
    if (!stopped) callOff = browserTimers.after(ms, () => void turn());
  };
  void turn();
  return () => {
    stopped = true;
    callOff();
  };
}
