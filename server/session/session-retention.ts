import type { JobTerms } from '../../core/contract/server-contributions.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import { ownTraces } from '../store/opening/own-traces.ts';
import type { Store } from '../store/store.ts';

const dayMs = 24 * 60 * 60_000;
/** How long a sign-in stays in the log, and its network known after the last of them. */
export const loginLogKeptMs = 180 * dayMs;
/** How long a refused access is told of. */
export const refusedAccessKeptMs = 90 * dayMs;
/** How long the house tells what users did with their API keys and halts. */
export const ownTraceKeptMs = 180 * dayMs;
export const pruneEveryMs = 60 * 60_000;

interface SessionRetentionParts {
  readonly store: {
    readonly sessions: Pick<Store['sessions'], 'deleteExpired'>;
    readonly pendingSignIns: Pick<Store['pendingSignIns'], 'deleteExpired'>;
    readonly loginLog: Pick<Store['loginLog'], 'deleteOlder'>;
    readonly knownNetworks: Pick<Store['knownNetworks'], 'deleteOlder'>;
    readonly traces: Pick<Store['traces'], 'deleteOlder'>;
  };
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Logger;
}

/** Deletes what nobody can use any more: expired sessions, old lines of the sign-in log, networks long not seen, old refusals and traces of keys. */
export function sessionRetention({ store, clock, logger }: SessionRetentionParts): JobTerms {
  const run = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    const sessions = await store.sessions.deleteExpired(nowMs);
    await store.pendingSignIns.deleteExpired(nowMs);
    const logins = await store.loginLog.deleteOlder(nowMs - loginLogKeptMs);
    const networks = await store.knownNetworks.deleteOlder(nowMs - loginLogKeptMs);
    const refusals = await store.traces.deleteOlder(['access.refused'], nowMs - refusedAccessKeptMs);
    const traces = await store.traces.deleteOlder(ownTraces, nowMs - ownTraceKeptMs);
    if (sessions + logins + networks + refusals + traces > 0)
      logger.info({ sessions, logins, networks, refusals, traces }, 'deleted expired sessions and old traces of sign-ins');
  };
  return { id: 'session-retention', everyMs: pruneEveryMs, firstAfterMs: 60_000, run };
}
