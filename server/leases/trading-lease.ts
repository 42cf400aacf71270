import type { Clock, Logger } from '../../core/contract/server-services.ts';
import { listenProblem } from '../listen-problem.ts';
import type { Settings } from '../settings.ts';
import { shownAddress } from '../shown-address.ts';
import type { Store } from '../store/store.ts';
import { type HeldLease, holdLease } from './held-lease.ts';
import { openStandby, type Standby } from './standby.ts';

export interface TradingLeaseParts {
  readonly settings: Pick<Settings, 'host' | 'port'>;
  readonly logger: Logger;
  readonly store: Pick<Store, 'kind' | 'leases'>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** This process cannot go on. */
  readonly onLost: ((error: Error) => void) | undefined;
}

/**
 * The lease under which one process of a database runs exchanges, strategies and jobs. While another one holds it, this one stands by and
 * says where that is. Rejects where it cannot even say that.
 */
export async function tradingLease({ settings, logger, store, clock, newId, onLost }: TradingLeaseParts): Promise<HeldLease> {
  const { host, port } = settings;
  let standby = null as Standby | null;
  try {
    return await holdLease('trading', {
      leases: store.leases,
      clock,
      logger,
      process: { processId: newId(), address: shownAddress(host, port) },
      // The embedded database belongs to one process, which the lock of its folder sees to.
      ...(store.kind === 'pglite' ? { patienceMs: 0 } : {}),
      onWaiting: async (holder) => {
        logger.info({ holder: holder.address }, 'another server holds the exchanges; this one stands by');
        standby ??= await openStandby(host, port).catch((error: unknown) => Promise.reject<never>(listenProblem(error, settings)));
        standby.follow(holder);
      },
      onLost: (error) => {
        logger.error({ err: error }, 'the exchanges and strategies are held by another server');
        onLost?.(error);
      },
    });
  } finally {
    await standby?.close();
  }
}
