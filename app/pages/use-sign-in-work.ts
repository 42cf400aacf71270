import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiClient } from '../../core/client/connection/api-client.ts';
import type { Timers } from '../../core/client/timers.ts';
import { type AppError, accepted, type Outcome } from '../../core/contract/app-error.ts';
import type { SolveWork } from './solve-sign-in-work.ts';

/** Another challenge is asked for when the one at hand has less left than this. */
const leastLeftMs = 30_000;

interface WorkAnswer {
  readonly captcha_id: string;
  readonly captcha_value: string;
}

/** The browser cannot calculate here. */
export type WorkFailure = AppError | 'impossible';
type WorkOutcome = Outcome<WorkAnswer> | { readonly ok: false; readonly error: 'impossible' };

interface Work {
  readonly effort: number;
  readonly outcome: Promise<WorkOutcome>;
  readonly stop: () => void;
  expiresMs: number;
}

export type WorkState = { readonly kind: 'idle' | 'done' } | { readonly kind: 'running'; readonly effort: number; readonly share: number };

interface SignInWorkHook {
  readonly state: WorkState;
  /** Begins it behind the typing; nothing more while one is at hand. */
  readonly begin: () => void;
  /** An answer that is good for one try, of at least this effort. */
  readonly take: (effort: number) => Promise<WorkOutcome>;
}

/** The proof of work of the sign-in page: done while the user types, and again when it got too old or was not enough. */
export function useSignInWork(api: Pick<ApiClient, 'call'>, timers: Timers, solve: SolveWork): SignInWorkHook {
  const [state, setState] = useState<WorkState>({ kind: 'idle' });
  const current = useRef<Work | null>(null);

  const start = useCallback(
    (effort: number): Work => {
      const given = new AbortController();
      const show = (next: WorkState): void => {
        if (current.current === work) setState(next);
      };
      const carryOut = async (): Promise<WorkOutcome> => {
        const askedMs = timers.nowMs();
        const reply = await api.call('captchaGenerate', { query: effort === 0 ? {} : { effort } });
        if (!reply.ok) return reply;
        const { captcha_id, lifetime_ms, tries, challenge } = reply.value;
        work.expiresMs = askedMs + lifetime_ms;
        try {
          const onProgress = (share: number): void => show({ kind: 'running', effort, share });
          return accepted({ captcha_id, captcha_value: await solve({ challenge, tries }, onProgress, given.signal) });
        } catch {
          return { ok: false, error: 'impossible' };
        }
      };
      const work: Work = {
        effort,
        expiresMs: Number.POSITIVE_INFINITY,
        stop: () => given.abort(),
        // After `work` is there to be shown.
        outcome: Promise.resolve()
          .then(carryOut)
          .then((outcome) => {
            show({ kind: outcome.ok ? 'done' : 'idle' });
            if (!outcome.ok && current.current === work) current.current = null;
            return outcome;
          }),
      };
      current.current?.stop();
      current.current = work;
      setState({ kind: 'running', effort, share: 0 });
      return work;
    },
    [api, timers, solve],
  );

  const atHand = useCallback(
    (effort: number): Work => {
      const work = current.current;
      const isGood = work !== null && work.effort >= effort && timers.nowMs() < work.expiresMs - leastLeftMs;
      return isGood ? work : start(effort);
    },
    [timers, start],
  );

  const begin = useCallback(() => void atHand(0), [atHand]);
  const take = useCallback(
    async (effort: number): Promise<WorkOutcome> => {
      const work = atHand(effort);
      const outcome = await work.outcome;
      if (current.current === work) current.current = null;
      return outcome;
    },
    [atHand],
  );

  useEffect(
    () => () => {
      current.current?.stop();
      current.current = null;
    },
    [],
  );

  return { state, begin, take };
}
