import { basename, join } from 'node:path';
import { nodeFileSystem } from '../journal/files/node-file-system.ts';
import { openFileJournal } from '../journal/files/open-file-journal.ts';
import type { VenueStorage } from '../journal/journal-port.ts';
import { type EngineLogger, silentLogger } from '../journal/logger.ts';
import { RowJournal, type RowJournalOptions } from '../journal/rows/row-journal.ts';
import type { EngineFactory } from './engine-factory.ts';
import type { EngineHost, EngineHostOptions } from './host-port.ts';
import { nearestOf, recoverEngine, requireWholeJournal } from './recover-engine.ts';
import { RowSnapshots } from './row-snapshots.ts';
import { Sequencer } from './sequencer.ts';
import { SnapshotFiles } from './snapshot-files.ts';
import { SnapshotKeeper } from './snapshot-keeper.ts';

/** Opens a venue with an engine of the caller's making, wrapped or a test's own; `openEngineHost` takes the plain one. */
export const openHost = async (options: EngineHostOptions, factory: EngineFactory): Promise<EngineHost> => {
  const { followers, onCommitted, logger = silentLogger } = options;
  const { journal, snapshots: stored } = await openStorage(options, logger);
  try {
    requireWholeJournal({ journal, snapshots: stored, followers });
    const recovered = await recoverEngine({ journal, snapshots: stored, factory, followers, onCommitted, logger });
    if (options.verify !== 'needed') await journal.verifyBefore(recovered.report.snapshotSequence + 1);
    const policy = {
      everyCommands: options.snapshotEveryCommands ?? 50_000,
      keep: options.keepSnapshots ?? 3,
      retain: options.retain ?? 'all',
    };
    // Before the first command: a disk that is full by then takes cancels.
    await journal.refill();
    // Everything up to the journal's end was delivered, but only that is known to be stored by all of them.
    const snapshots = new SnapshotKeeper(stored, journal, policy, nearestOf(followers));
    return new Sequencer({
      recovered,
      journal,
      snapshots,
      logger,
      options,
      lazyCommitMs: options.lazyCommitMs ?? 20,
      maxInFlightCommands: options.maxInFlightCommands ?? 100_000,
      schedule: options.schedule ?? onTimer,
    });
  } catch (error) {
    await journal.close();
    throw error;
  }
};

const openStorage = (options: EngineHostOptions, logger: EngineLogger): Promise<VenueStorage> => {
  const { folder, rows } = options;
  return rows === undefined ? openFiles(options, logger) : openRows({ venue: basename(folder), rows, logger });
};

const openFiles = async (
  { folder, followers, segmentBytes, fileSystem = nodeFileSystem }: EngineHostOptions,
  logger: EngineLogger,
): Promise<VenueStorage> => {
  const journal = await openFileJournal({
    folder: join(folder, 'journal'),
    // The replay checks what it reads; the rest is checked after it, so that nothing is read twice.
    verify: 'needed',
    storedThrough: Math.max(0, ...followers),
    logger,
    fileSystem,
    schedule: onTimer,
    ...(segmentBytes === undefined ? {} : { segmentBytes }),
  });
  try {
    const snapshots = new SnapshotFiles(join(folder, 'snapshots'), fileSystem, logger);
    await snapshots.open();
    return { journal, snapshots };
  } catch (error) {
    await journal.close();
    throw error;
  }
};

const openRows = async (options: RowJournalOptions): Promise<VenueStorage> => {
  const journal = await RowJournal.open(options);
  return { journal, snapshots: await RowSnapshots.open(options) };
};

const onTimer = (callback: () => void, delayMs: number): (() => void) => {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
};
