import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { ProcessRecord } from '../store/leases/lease-store.ts';
import type { Store } from '../store/store.ts';
import { type HeldLease, holdLease } from './held-lease.ts';

/** Of the lease under which one process trades. */
export const tradingLeaseName = 'trading';

/** What a server is while another one trades. */
interface WaitingServer {
  /** Whom it points to; null: nobody trades yet. */
  follow(holder: ProcessRecord | null): void;
}

interface TradingLeaseParts {
  readonly logger: Logger;
  readonly store: Pick<Store, 'kind' | 'leases'>;
  readonly clock: Clock;
  readonly process: ProcessRecord;
  /** Whether this process could go on; asked before it takes the lease. */
  readonly mayTake: (() => Promise<boolean>) | undefined;
  /** Called once, when somebody else trades. */
  readonly openStandby: () => Promise<WaitingServer>;
  /** This process cannot go on. */
  readonly onLost: ((error: Error) => void) | undefined;
  /** Ends the waiting, with its reason. */
  readonly stop: AbortSignal | undefined;
}

/**
 * The lease under which one process of a database runs exchanges, strategies and jobs. While another one holds it, this one serves as a
 * standby. Rejects where it cannot even do that.
 */
export async function tradingLease({
  logger,
  store,
  clock,
  process,
  mayTake,
  openStandby,
  onLost,
  stop,
}: TradingLeaseParts): Promise<HeldLease> {
  let standby = null as WaitingServer | null;
  const lease = await holdLease(tradingLeaseName, {
    leases: store.leases,
    clock,
    logger,
    process,
    stop,
    // The embedded database belongs to one process, which the lock of its folder sees to.
    ...(store.kind === 'pglite' ? { patienceMs: 0 } : {}),
    ...(mayTake === undefined ? {} : { mayTake }),
    onWaiting: async (holder) => {
      if (holder === null) return standby?.follow(null);
      logger.info({ holder: holder.address }, 'another server holds the exchanges; this one stands by');
      standby ??= await openStandby();
      standby.follow(holder);
    },
    onLost: (error) => {
      logger.error({ err: error }, 'the exchanges and strategies are held by another server');
      onLost?.(error);
    },
  });
  standby?.follow(null);
  return lease;
}
