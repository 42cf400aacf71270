import { useCallback, useState } from 'react';
import { ApiClient } from '../../../core/client/connection/api-client.ts';
import type { RouteTable } from '../../../core/client/connection/route-table.ts';
import type { Timers } from '../../../core/client/timers.ts';
import { accepted, type Outcome } from '../../../core/contract/app-error.ts';
import type { SolveWork } from '../solve-sign-in-work.ts';
import { useSignInWork, type WorkFailure } from '../use-sign-in-work.ts';

/** Only what these pages need: the table of all calls belongs to the workbench. */
const accountRoutes: RouteTable = {
  // The task of whoever sends codes, which stands by another name than that of signing in.
  captchaGenerate: { method: 'GET', path: '/user/captcha/task', session: false },
  checkInviteCode: { method: 'GET', path: '/user/check/invitecode', session: false },
  captchaEmail: { method: 'GET', path: '/user/captcha/email', session: false },
  captchaPhone: { method: 'GET', path: '/user/captcha/phone', session: false },
  register: { method: 'POST', path: '/user/register', session: false },
  invitationLook: { method: 'POST', path: '/user/invitation/look', session: false },
  invitationAccept: { method: 'POST', path: '/user/invitation/accept', session: false },
  forgetPasswordEmail: { method: 'GET', path: '/user/forget/password/send/email', session: false },
  resetPasswordEmail: { method: 'POST', path: '/user/reset/password/email', session: false },
  resetPassword: { method: 'POST', path: '/user/reset/password', session: false },
};

/** Tasks that one call may take: one may be too old, or of a server that has started anew since. */
const mostTasks = 3;

type ProvenRoute = 'captchaEmail' | 'captchaPhone' | 'register' | 'invitationAccept' | 'forgetPasswordEmail';
export type CallProblem = WorkFailure | null;

interface AccountCalls {
  readonly api: Pick<ApiClient, 'call'>;
  /** Begins the calculation while somebody types. */
  readonly begin: () => void;
  /** With a proof of work; null: done. */
  readonly proven: (name: ProvenRoute, input: { readonly query?: object; readonly body?: object }) => Promise<CallProblem>;
}

/** Calls of guests, some of which need a proof of work: done behind the typing, and again when it got too old. */
export function useAccountCalls(timers: Timers, solve: SolveWork): AccountCalls {
  const [api] = useState(
    () => new ApiClient({ base: '/sapi', routes: accountRoutes, token: () => null, fetch: (...args) => fetch(...args) }),
  );
  const { begin, take } = useSignInWork(api, timers, solve);
  const proven = useCallback(
    async (name: ProvenRoute, { query = {}, body }: { readonly query?: object; readonly body?: object }): Promise<CallProblem> => {
      for (let task = 1; ; task++) {
        const work = await take(0);
        if (!work.ok) return work.error;
        const input = { query: { ...query, ...work.value }, ...(body === undefined ? {} : { body }) };
        const reply: Outcome<unknown> = await api.call(name, input as never);
        const outcome = reply.ok ? accepted(null) : reply;
        if (outcome.ok) return null;
        const isOld = outcome.error.code === 'LOGIN_CAPTCHA_EXPIRED' || outcome.error.code === 'LOGIN_CAPTCHA_WRONG';
        if (!isOld || task === mostTasks) return outcome.error;
      }
    },
    [api, take],
  );
  return { api, begin, proven };
}
