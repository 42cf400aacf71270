import { useEffect, useState } from 'react';
import type { ApiClient } from '../../../core/client/connection/api-client.ts';
import type { Timers } from '../../../core/client/timers.ts';
import { inviteProblem } from './account-draft.ts';

/** Nobody is asked while the next letter comes. */
const askedAfterMs = 500;

/** The code that nobody has, of those that were typed or came with the address; null while nothing speaks against what stands there. */
export function useUnknownInvite(code: string, api: Pick<ApiClient, 'call'>, timers: Timers): string | null {
  const [unknown, setUnknown] = useState<string | null>(null);
  const isAsked = code !== '' && code !== unknown && inviteProblem(code, false).invite === undefined;
  useEffect(() => {
    if (!isAsked) return;
    let left = false;
    const stop = timers.after(askedAfterMs, () => {
      // A server that does not answer is no verdict: registering asks again.
      void api.call('checkInviteCode', { query: { invite_code: code } } as never).then((reply) => {
        if (!left && reply.ok && (reply.value as unknown) === 0) setUnknown(code);
      });
    });
    return () => {
      left = true;
      stop();
    };
  }, [code, isAsked, api, timers]);
  return unknown;
}
