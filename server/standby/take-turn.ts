import type { Disposer } from '../../core/contract/token.ts';
import { type HeldLease, watchLease } from '../leases/held-lease.ts';
import { tradingLease, tradingLeaseName } from '../leases/trading-lease.ts';
import type { RootLogger } from '../logger.ts';
import type { Settings } from '../settings.ts';
import { listenProblem } from '../start/listen-problem.ts';
import { shownAddress } from '../start/shown-address.ts';
import { JournalFolder } from './journal-folder.ts';
import { openStandby, type Standby, type StandbyParts } from './standby.ts';

interface TurnParts extends Omit<StandbyParts, 'logger'> {
  readonly settings: Pick<Settings, 'host' | 'port' | 'address' | 'roles' | 'journal' | 'dataFolder'>;
  readonly logger: RootLogger;
  /** Called once, when this server has to wait: for what makes its start shorter later. */
  readonly whileWaiting: () => void;
  readonly onLost: ((error: Error) => void) | undefined;
  /** Ends the waiting, with its reason. */
  readonly stop: AbortSignal | undefined;
}

/** It is this server's turn to trade. */
export interface Turn {
  readonly lease: HeldLease;
  /** By which other servers address this one; it stands in the database and nowhere else. */
  readonly processId: string;
  /** Ends serving as a standby, for the port to be taken over. */
  endStandby(): Promise<void>;
}

/** Waits until this server may trade, and serves as a standby meanwhile: for ever, where it is a gateway alone. */
export async function takeTurn(parts: TurnParts, started: Disposer[]): Promise<Turn> {
  const { settings, logger, store, clock, newId, onLost, stop } = parts;
  const { host, port, address } = settings;
  let standby: Standby | null = null;
  const endStandby = async (): Promise<void> => {
    const ending = standby;
    standby = null;
    await ending?.close();
  };
  started.push(endStandby);
  if (settings.roles === 'gateway') {
    const opening = openStandby(host, port, { ...parts, logger: logger.named('gateway') });
    const gateway = await opening.catch((error: unknown) => Promise.reject<never>(listenProblem(error, settings)));
    standby = gateway;
    logger.info({ host, port: gateway.port }, 'this server is a gateway beside the one that trades');
    return watchLease(tradingLeaseName, {
      ...{ leases: store.leases, clock, logger: logger.named('lease'), stop },
      onHolder: (holder) => gateway.follow(holder),
    });
  }
  const processId = newId();
  // The embedded database has a lock of its own on the folder, and journals in the database have the epoch.
  const journals =
    store.kind === 'pglite' || settings.journal !== 'file' ? null : new JournalFolder(settings.dataFolder, logger.named('lease'));
  started.push(async () => journals?.release());
  const lease = await tradingLease({
    logger: logger.named('lease'),
    store,
    clock,
    process: { processId, address: address ?? shownAddress(host, port) },
    mayTake: journals === null ? undefined : () => journals.claim(),
    openStandby: async () => {
      const opening = openStandby(host, port, { ...parts, logger: logger.named('gateway') });
      standby = await opening.catch((error: unknown) => Promise.reject<never>(listenProblem(error, settings)));
      parts.whileWaiting();
      return standby;
    },
    onLost,
    stop,
  });
  started.push(async () => {
    // Before the lease, so that who waits for that finds the folder free.
    await journals?.release();
    await lease.release();
  });
  return { lease, processId, endStandby };
}
