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
    const search = new URLSearchParams(query).toString();
    const response = await fetch(`${base}${path}${search === '' ? '' : `?${search}`}`);
    const { code, data, msg } = (await response.json()) as Envelope;
    if (code !== success) throw new Error(msg);
    return data as T;
  },
  every,
});

function every(ms: number, run: () => Promise<void>): Disposer {
  let stopped = false;
  let timer: number | undefined;
  const turn = async (): Promise<void> => {
    // What cannot be had now, the next run may have.
    if (!document.hidden) await run().catch(() => undefined);
    if (!stopped) timer = window.setTimeout(() => void turn(), ms);
  };
  void turn();
  return () => {
    stopped = true;
    window.clearTimeout(timer);
  };
}
