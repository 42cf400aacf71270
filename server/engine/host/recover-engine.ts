import { decodeCommand } from '../codec/command-codec.ts';
import { LentRecord, type TimedCommand } from '../codec/lent-record.ts';
import { UnknownStateVersion } from '../codec/state-migrations.ts';
import type { EnginePort } from '../engine-port.ts';
import { UnknownFormat } from '../journal/failures/unknown-format.ts';
import type { Journal, Snapshots } from '../journal/journal-port.ts';
import type { EngineLogger } from '../journal/logger.ts';
import { silentSink } from '../silent-sink.ts';
import type { CommittedBatch, CommittedCommand } from './committed-batch.ts';
import type { EngineFactory } from './engine-factory.ts';
import type { RecoveryReport } from './host-port.ts';
import { RecordingSink } from './recording-sink.ts';
import { RecoveryRefused } from './recovery-refused.ts';
import { snapshotHeadBytes } from './snapshot-format.ts';

interface RecoverySource {
  readonly journal: Journal;
  readonly snapshots: Snapshots;
  readonly factory: EngineFactory;
  readonly followers: readonly number[];
  readonly onCommitted: (batch: CommittedBatch) => void | Promise<void>;
  readonly logger: EngineLogger;
}

export interface RecoveredEngine {
  readonly engine: EnginePort;
  readonly report: RecoveryReport;
}

interface StartPoint {
  readonly engine: EnginePort;
  readonly sequence: number;
  readonly timeMs: number;
}

/** Commands in one batch for the projector at start; bounds memory. */
const catchUpCommands = 500;

/** The follower that is furthest behind has stored this; 0 when nobody follows. */
export const nearestOf = (followers: readonly number[]): number => (followers.length === 0 ? 0 : Math.min(...followers));

/** What followers, snapshots and the note of the journal's end know of must be in the journal. Throws RecoveryRefused. */
export const requireWholeJournal = ({
  journal,
  snapshots,
  followers,
}: Pick<RecoverySource, 'journal' | 'snapshots' | 'followers'>): void => {
  const { lastSequence: last, shortStart } = journal;
  const refuse = (what: string): never => {
    throw new RecoveryRefused(`${what}, but the journal ends with ${last}; it lost commands or belongs to another venue`);
  };
  const furthest = Math.max(0, ...followers);
  if (furthest > last) refuse(`the database has stored command ${furthest}`);
  const newest = snapshots.sequences.at(-1) ?? 0;
  if (newest > last) refuse(`a snapshot contains command ${newest}`);
  if (shortStart !== null)
    throw new RecoveryRefused(
      `command ${shortStart.notedSequence} was durable in ${shortStart.file}, but the journal was found to end with ${shortStart.lastSequence}; what came after ${shortStart.notedSequence} cannot be known`,
    );
};

/** Restores the newest state from which all followers can still be caught up, replays the rest and delivers what they have not stored. */
export const recoverEngine = async (source: RecoverySource): Promise<RecoveredEngine> => {
  const { journal, followers } = source;
  const projectedThrough = nearestOf(followers);
  const last = journal.lastSequence;
  const start = await findStart(source);
  const { deliveredCommands, lastTimeMs } = await replayKnown(source, start);
  const { engine } = start;
  if (engine.sequence !== last) throw new RecoveryRefused(`the replay ended with command ${engine.sequence} instead of ${last}`);
  const report: RecoveryReport = {
    snapshotSequence: start.sequence,
    replayedCommands: last - start.sequence,
    deliveredCommands,
    missedCommands: Math.max(0, start.sequence - projectedThrough),
    lastTimeMs,
  };
  if (report.missedCommands > 0) {
    source.logger.error(
      { ...report, projectedThrough },
      'the projection missed commands that are no longer in the journal; rebuild it from state',
    );
  }
  source.logger.info({ ...report, sequence: last }, 'the venue has recovered');
  return { engine, report };
};

const findStart = async (source: RecoverySource): Promise<StartPoint> => {
  const { journal, snapshots } = source;
  const projectedThrough = nearestOf(source.followers);
  const usable = snapshots.sequences.filter((sequence) => sequence + 1 >= journal.firstSequence);
  for (const sequence of usable.filter((other) => other <= projectedThrough).reverse()) {
    const start = await restore(source, sequence);
    if (start !== null) return start;
  }
  if (journal.firstSequence === 1) return { engine: source.factory.create(), sequence: 0, timeMs: 0 };
  for (const sequence of usable.filter((other) => other > projectedThrough)) {
    const start = await restore(source, sequence);
    if (start !== null) return start;
  }
  throw new RecoveryRefused(`the journal begins with command ${journal.firstSequence} and no valid snapshot leads up to it`);
};

/** Null when the snapshot is damaged; it is set aside with a log line. Throws UnknownFormat on one of another version of the product. */
const restore = async ({ snapshots, factory }: RecoverySource, sequence: number): Promise<StartPoint | null> => {
  const snapshot = await snapshots.read(sequence);
  if (snapshot === null) return null;
  try {
    const engine = factory.restore(snapshot.state);
    if (engine.sequence === sequence) return { engine, sequence, timeMs: snapshot.timeMs };
    await snapshots.setAside(sequence, `its state ends with command ${engine.sequence}`);
  } catch (error) {
    if (error instanceof UnknownStateVersion) {
      const place = { file: snapshots.nameOf(sequence), offset: snapshotHeadBytes };
      throw new UnknownFormat(place, `the snapshot of command ${sequence} cannot be read (${error.message})`, error);
    }
    await snapshots.setAside(sequence, `the engine cannot read it: ${String(error)}`);
  }
  return null;
};

interface Replayed {
  readonly deliveredCommands: number;
  readonly lastTimeMs: number;
}

/** Throws UnknownFormat, which says where, on a record of another version of the product. */
const replayKnown = async (source: RecoverySource, start: StartPoint): Promise<Replayed> => {
  try {
    return await replay(source, start);
  } catch (error) {
    if (!(error instanceof UnreadCommand)) throw error;
    const { sequence, cause } = error;
    throw new UnknownFormat(await source.journal.whereIs(sequence), `command ${sequence} cannot be read (${cause.message})`, cause);
  }
};

const replay = async (source: RecoverySource, start: StartPoint): Promise<Replayed> => {
  const { journal, followers, onCommitted } = source;
  const { engine } = start;
  const projectedThrough = nearestOf(followers);
  // Who stands there takes no batch twice, and none by halves.
  const ends = new Set(followers);
  const sink = new RecordingSink();
  const lent = new LentRecord();
  let lastTimeMs = start.timeMs;
  let deliveredCommands = 0;
  let commands: CommittedCommand[] = [];
  const deliver = async (): Promise<void> => {
    const batch = replayedBatch(commands);
    commands = [];
    deliveredCommands += batch.commands.length;
    await onCommitted(batch);
  };
  await journal.replay(start.sequence + 1, (sequence, bytes, from, to) => {
    const isProjected = sequence <= projectedThrough;
    const { edition, timeMs, command } = decode(sequence, bytes, from, to, isProjected ? lent : null);
    lastTimeMs = timeMs;
    if (isProjected) {
      engine.apply(sequence, timeMs, command, silentSink, edition);
      return;
    }
    engine.apply(sequence, timeMs, command, sink, edition);
    commands.push({ sequence, timeMs, command, events: sink.take() });
    return commands.length === catchUpCommands || ends.has(sequence) ? deliver() : undefined;
  });
  if (commands.length > 0) await deliver();
  return { deliveredCommands, lastTimeMs };
};

/** The checksum was right: the record was written by another version of the product, or by a bug. */
class UnreadCommand extends Error {
  readonly sequence: number;
  override readonly cause: Error;

  constructor(sequence: number, cause: Error) {
    super(`command ${sequence} cannot be read`);
    this.sequence = sequence;
    this.cause = cause;
  }
}

const decode = (sequence: number, bytes: Uint8Array, from: number, to: number, lent: LentRecord | null): TimedCommand => {
  try {
    return decodeCommand(bytes, from, to, lent);
  } catch (error) {
    throw new UnreadCommand(sequence, error instanceof Error ? error : new Error(String(error)));
  }
};

const replayedBatch = (commands: readonly CommittedCommand[]): CommittedBatch => ({
  firstSequence: (commands[0] as CommittedCommand).sequence,
  lastSequence: (commands.at(-1) as CommittedCommand).sequence,
  commands,
  replayed: true,
});
