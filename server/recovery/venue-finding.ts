import { join } from 'node:path';
import type { ApiId } from '../../core/contract/trading.ts';
import { createEngine, restoreEngine } from '../engine/engine.ts';
import { recoverEngine } from '../engine/host/recover-engine.ts';
import { SnapshotFiles } from '../engine/host/snapshot-files.ts';
import { nodeFileSystem } from '../engine/journal/files/node-file-system.ts';
import { openFileJournal } from '../engine/journal/files/open-file-journal.ts';
import type { EngineLogger } from '../engine/journal/logger.ts';
import { StoredCandles } from '../market/candles/stored-candles.ts';
import type { JournalEndRecord, StoredAfter } from '../store/orders/trading-records.ts';
import type { Store } from '../store/store.ts';
import { accountRegister } from '../trading/accounts/account-register.ts';
import { missingAccounts, unknownAccounts } from '../trading/accounts/recovered-accounts.ts';
import { TrackedEngineFactory } from '../trading/engine/tracked-engine-factory.ts';

/** How the journal of an exchange and the database agree. */
export interface VenueFinding {
  readonly exchange: string;
  /** Last command of the journal, and its time. */
  readonly end: JournalEndRecord;
  /** First command that is still in it; later than 1 where older parts were given up. */
  readonly first: number;
  /** Last command known to have been durable when more was missing than is now; null when nothing is known to be missing. */
  readonly noted: number | null;
  /** Last command that the database has of orders and money, and of candles. */
  readonly stored: { readonly orders: number; readonly candles: number };
  /** Snapshots of a state that the journal no longer leads up to. */
  readonly snapshotsAhead: readonly number[];
  /** Stored of orders and money after the journal's end; all of it where the journal is not the one that it was copied from. */
  readonly lost: StoredAfter;
  /** Accounts that only the journal knows. */
  readonly unknown: readonly ApiId[];
  /** Accounts with money in the database that the journal does not know. */
  readonly missing: readonly ApiId[];
}

interface FindingParts {
  readonly store: Store;
  readonly dataFolder: string;
  readonly logger: EngineLogger;
}

/** True when the venue would start. */
export const isWhole = (finding: VenueFinding): boolean =>
  finding.noted === null && finding.snapshotsAhead.length === 0 && finding.unknown.length === 0 && !isBehind(finding);

/** True when the database has what the journal has not, so that its copy is to be made again. */
export const isBehind = ({ stored, end, missing }: VenueFinding): boolean =>
  Math.max(stored.orders, stored.candles) > end.sequence || missing.length > 0;

/** Before the first command. */
const beginning: JournalEndRecord = { sequence: 0, timeMs: 0 };

/** Reads a venue's journal to its end. Rejects with `JournalLocked` while it is in use, `JournalCorrupt` or `RecoveryRefused` when it cannot be read. */
export async function findVenue(exchange: string, { store, dataFolder, logger }: FindingParts): Promise<VenueFinding> {
  const folder = join(dataFolder, 'venues', exchange);
  const register = accountRegister(store);
  const journal = await openFileJournal({ folder: join(folder, 'journal'), verify: 'needed', logger });
  try {
    const snapshots = new SnapshotFiles(join(folder, 'snapshots'), nodeFileSystem, logger);
    await snapshots.open();
    const last = journal.lastSequence;
    const factory = new TrackedEngineFactory({ create: createEngine, restore: restoreEngine });
    // As for a follower that has everything: nothing is delivered.
    const { report } = await recoverEngine({
      journal,
      snapshots,
      factory,
      followers: [last],
      logger,
      onCommitted: () => undefined,
    });
    const end = { sequence: last, timeMs: report.lastTimeMs };
    const missing = await missingAccounts(exchange, factory.directory, register);
    return {
      exchange,
      end,
      first: journal.firstSequence,
      noted: journal.shortStart?.notedSequence ?? null,
      stored: { orders: await store.projections.position(exchange), candles: await new StoredCandles(store).position(exchange) },
      snapshotsAhead: snapshots.sequences.filter((sequence) => sequence > last),
      lost: await store.projections.after(exchange, missing.length > 0 ? beginning : end),
      unknown: await unknownAccounts(exchange, factory.directory.keys, register),
      missing,
    };
  } finally {
    await journal.close();
  }
}
