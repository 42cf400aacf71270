import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { LeaseSight, Leases, ProcessRecord } from '../store/leases/lease-store.ts';
import { askedTogether } from './asked-together.ts';
import { LostLease } from './lost-lease.ts';

/** Between two signs of life. */
export const beatMs = 500;
/** A holder that gave no sign of life for so long, by the clock of who waits, may be taken over. */
export const patienceMs = 2_000;
/** How long after it was asked the answer that this process holds the lease is good for what cannot wait for another. */
const sureForMs = patienceMs - beatMs;

interface LeaseParts {
  readonly leases: Leases;
  readonly clock: Pick<Clock, 'elapsedMs' | 'after' | 'every'>;
  readonly logger: Logger;
  readonly process: ProcessRecord;
  /** Default {@link patienceMs}; 0 where nobody else can be alive. */
  readonly patienceMs?: number;
  /** Told of each holder that is waited for, and null while that one is silent and cannot be followed yet; what it rejects with ends the waiting. */
  readonly onWaiting: (holder: ProcessRecord | null) => Promise<void>;
  /** Whether this process may go on where a holder ended; false: it waits on, and asks again. Default: at once. */
  readonly mayTake?: () => Promise<boolean>;
  /** Told once, when another process has taken the lease; writes are refused by then. */
  readonly onLost: (error: LostLease) => void;
  /** Ends the waiting, with its reason. */
  readonly stop?: AbortSignal | undefined;
}

/** Says of a lease whether it is still held, for what is written where no statement can check its epoch. */
export interface LeaseProof {
  /** Asks the database, after the call. Rejects where another process has it, and where nobody can say. */
  confirm(): Promise<void>;
  /** At once, for what cannot wait: whether the database said so lately, before anybody could have lost patience. */
  isSure(): boolean;
}

/** A lease that this process holds until it gives it back, or another one takes it. */
export interface HeldLease extends LeaseProof {
  readonly name: string;
  /** Goes with every write, which is refused once a later one is there. */
  readonly epoch: number;
  /** Where people reach this process, once that is known. */
  moved(address: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Waits until the lease is free or its holder is silent, and takes it. How long somebody was silent only decides who tries: a holder that
 * was merely slow finds its writes refused by the epoch, whatever the clocks say.
 */
export async function holdLease(name: string, parts: LeaseParts): Promise<HeldLease> {
  const { leases, clock, logger, onLost } = parts;
  let { process } = parts;
  let holding: number | null = null;
  let sureMs = clock.elapsedMs();
  const lookAgain = async (): Promise<void> => {
    if (holding === null) throw new Error('this server does not hold the exchanges');
    const seen = await leases.look(name);
    if (seen?.epoch === holding) return;
    const lost = new LostLease(seen?.holder?.address ?? null);
    if (holding !== null) onLost(lost);
    holding = null;
    throw lost;
  };
  const giveSign = async (): Promise<void> => {
    const askedMs = clock.elapsedMs();
    // Both at once: over a slow line one after the other would take longer than others are patient.
    const signs = await Promise.allSettled([leases.beat(process), ...(holding === null ? [] : [lookAgain()])]);
    // Others are patient from the last sign that they have seen: what was read alone makes nobody sure.
    if (signs.every(({ status }) => status === 'fulfilled')) sureMs = askedMs;
    for (const sign of signs) {
      // Who has lost it is told by then. Without the database others see that we are silent, and what is sent elsewhere waits for it.
      if (sign.status === 'rejected' && !(sign.reason instanceof LostLease))
        logger.warn({ err: sign.reason }, 'could not give a sign of life');
    }
  };
  await leases.beat(process);
  let beating = Promise.resolve();
  const stop = clock.every(beatMs, () => {
    beating = giveSign();
    return beating;
  });
  const leave = async (): Promise<void> => {
    stop();
    holding = null;
    // A sign of life that comes after the leave would bring the process back, for ever.
    await beating;
    // Without the database others see by our silence that we are gone.
    await leases.leave(process.processId).catch((error: unknown) => logger.warn({ err: error }, 'could not give the lease back'));
  };
  try {
    holding = await take(name, parts);
  } catch (error) {
    await leave();
    throw error;
  }
  const epoch = holding;
  sureMs = clock.elapsedMs();
  // Where nobody waits nobody takes over.
  const isAlone = parts.patienceMs === 0;
  const confirm = askedTogether(lookAgain);
  return {
    name,
    epoch,
    confirm: async () => (isAlone ? undefined : await confirm()),
    isSure: () => isAlone || (holding !== null && clock.elapsedMs() - sureMs < sureForMs),
    moved: async (address) => {
      process = { ...process, address };
      await leases.beat(process);
    },
    release: leave,
  };
}

/** Rejects where the database never answered; once it has, its absences are waited out. */
async function take(name: string, parts: LeaseParts): Promise<number> {
  const { leases, clock, logger, process, onWaiting, stop, mayTake, patienceMs: patience = patienceMs } = parts;
  let last: LeaseSight | null = null;
  let followed: string | null = null;
  let hasLooked = false;
  let sinceMs = clock.elapsedMs();
  const pause = (): Promise<void> => new Promise((resolve) => clock.after(Math.min(beatMs / 2, patience), resolve));
  const away = async (error: unknown): Promise<void> => {
    logger.warn({ err: error }, 'the database does not say who holds the lease; this server goes on waiting');
    // The holder could give no sign of life either: its silence counts from when the database is back.
    sinceMs = clock.elapsedMs();
    await pause();
  };
  const strikeOff = async (holder: ProcessRecord | null | undefined): Promise<void> => {
    // A process that stays in the list harms nobody.
    if (holder)
      await leases.leave(holder.processId).catch((error: unknown) => logger.warn({ err: error }, 'could not strike a lost server off'));
  };
  for (;;) {
    stop?.throwIfAborted();
    let seen: LeaseSight | null;
    try {
      seen = await leases.look(name);
    } catch (error) {
      if (!hasLooked) throw error;
      await away(error);
      continue;
    }
    hasLooked = true;
    if (seen?.holder?.processId === process.processId) {
      // It was taken here, and the answer got lost.
      await strikeOff(last?.holder);
      return seen.epoch;
    }
    const isNews = last === null || !isSame(seen, last);
    if (isNews) sinceMs = clock.elapsedMs();
    if (isNews && seen?.holder && patience > 0 && seen.holder.processId !== followed) {
      followed = seen.holder.processId;
      await onWaiting(seen.holder);
    }
    last = seen;
    if (!seen?.holder || clock.elapsedMs() - sinceMs >= patience) {
      if (mayTake !== undefined && !(await mayTake())) {
        if (followed !== null) await onWaiting(null);
        followed = null;
        await pause();
        continue;
      }
      try {
        const epoch = await leases.take(name, seen, process.processId);
        if (epoch === null) continue;
        await strikeOff(seen?.holder);
        return epoch;
      } catch (error) {
        await away(error);
        continue;
      }
    }
    await pause();
  }
}

interface WatchParts extends Pick<LeaseParts, 'leases' | 'clock' | 'logger' | 'stop'> {
  /** Told at first, and whenever another process holds it or has moved; null: nobody, or somebody silent. */
  readonly onHolder: (holder: ProcessRecord | null) => void;
}

/** Follows who holds a lease without ever taking it, until it is stopped. */
export async function watchLease(name: string, { leases, clock, logger, stop, onHolder }: WatchParts): Promise<never> {
  let last: LeaseSight | null = null;
  let sinceMs = clock.elapsedMs();
  let told: string | null = null;
  for (;;) {
    stop?.throwIfAborted();
    try {
      const seen = await leases.look(name);
      if (last === null || !isSame(seen, last)) sinceMs = clock.elapsedMs();
      last = seen;
    } catch (error) {
      // Without the database nobody can tell; a holder that goes on silent is given up like any other.
      logger.warn({ err: error }, 'could not see who holds the lease');
    }
    const holder = clock.elapsedMs() - sinceMs < patienceMs ? (last?.holder ?? null) : null;
    const words = holder === null ? '' : `${holder.processId} ${holder.address}`;
    if (words !== told) onHolder(holder);
    told = words;
    await new Promise<void>((resolve) => clock.after(beatMs / 2, resolve));
  }
}

const isSame = (seen: LeaseSight | null, last: LeaseSight): boolean => seen?.epoch === last.epoch && seen.beat === last.beat;
