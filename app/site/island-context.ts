import { browserTimers } from '../../core/client/timers.ts';
import { houseOf, wireOf } from '../../core/client/wire/translate.ts';
import type { ErrorParams } from '../../core/contract/app-error.ts';
import type { IslandContext, PostTerms } from '../../core/contract/site.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { postForm } from './island-post.ts';
import { solveWork } from './island-work.ts';

const base = '/sapi';

/** What the server sends around an answer. */
interface Envelope {
  readonly code: number;
  readonly data: unknown;
  readonly msg: string;
  readonly params?: ErrorParams;
}
const success = 200;

/** Calls as a guest: a public page knows nothing of who is signed in. */
export function islandContext(language: string): IslandContext {
  const get = async <T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> => {
    const response = await fetch(addressOf(path, wireOf(query) as Record<string, string>));
    const { code, data, msg } = (await response.json()) as Envelope;
    if (code !== success) throw new Error(msg);
    return houseOf(data) as T;
  };
  return {
    language,
    get,
    post: async <T>(path: string, fields: FormData | Readonly<Record<string, string>>, { query = {}, ...more }: PostTerms = {}) => {
      // Of no use to pages that only read. Before anything is sent: what comes later could be missing when the answer is there.
      const { errorCodeOf } = await import('../../core/contract/error-catalogue.ts');
      const { code, data, params = {} } = JSON.parse(await postForm(addressOf(path, query), fields, more)) as Envelope;
      if (code === success) return { ok: true, value: houseOf(data) as T };
      return { ok: false, code: errorCodeOf(code) ?? 'SERVER_FAILURE', params };
    },
    solve: async (path) => solveWork(await get(path), browserTimers),
    every,
  };
}

function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString();
  return `${base}${path}${search === '' ? '' : `?${search}`}`;
}

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
