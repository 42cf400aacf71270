import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { Store } from '../store/store.ts';

const dayMs = 24 * 60 * 60_000;
/** How long a sign-in stays in the log. */
export const loginLogKeptMs = 180 * dayMs;
export const pruneEveryMs = 60 * 60_000;
/** After a start: not among everything else that a start has to do. */
const firstAfterMs = 60_000;

export interface SessionRetentionParts {
  readonly store: {
    readonly sessions: Pick<Store['sessions'], 'deleteExpired'>;
    readonly loginLog: Pick<Store['loginLog'], 'deleteOlder'>;
  };
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Deletes what nobody can use any more: expired sessions and old lines of the sign-in log. */
export function startSessionRetention({ store, clock, logger }: SessionRetentionParts): Disposer {
  const prune = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    const sessions = await store.sessions.deleteExpired(nowMs);
    const logins = await store.loginLog.deleteOlder(nowMs - loginLogKeptMs);
    if (sessions + logins > 0) logger.info({ sessions, logins }, 'deleted expired sessions and old sign-ins');
  };
  const stopFirst = clock.after(firstAfterMs, prune);
  const stopEvery = clock.every(pruneEveryMs, prune);
  return () => {
    stopFirst();
    stopEvery();
  };
}
