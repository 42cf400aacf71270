import { decodeCommand } from '../../server/engine/codec/command-codec.ts';
import { LentRecord } from '../../server/engine/codec/lent-record.ts';
import { createEngine, restoreEngine } from '../../server/engine/engine.ts';
import { decodeSnapshot } from '../../server/engine/host/snapshot-format.ts';
import { readU32, recordHeaderBytes } from '../../server/engine/journal/segments/record-format.ts';
import { silentSink } from '../../server/engine/silent-sink.ts';
import { TrackedEngineFactory } from '../../server/trading/engine/tracked-engine-factory.ts';
import { BackupProblem } from './backup-problem.ts';
import type { CapturedJournal } from './journal-capture.ts';

/** The engine's state after a command. */
export interface ProvedState {
  readonly timeMs: number;
  readonly stateHash: string;
}

/**
 * Runs the commands of a journal from the newest snapshot that leads up to the first of the given ones, and gives the state after each of
 * these, by number. Throws {@link BackupProblem} when nothing leads up to them.
 */
export async function proveStates(capture: CapturedJournal, sequences: readonly number[]): Promise<ReadonlyMap<number, ProvedState>> {
  const stops = [...new Set(sequences)].sort((a, b) => a - b);
  const [first, last] = [stops[0] ?? 0, stops.at(-1) ?? 0];
  const start = await startOf(capture, first);
  const { engine } = start;
  let { timeMs } = start;
  const proved = new Map<number, ProvedState>();
  if (last === 0) return proved;
  const note = (sequence: number): void => {
    if (stops.includes(sequence)) proved.set(sequence, { timeMs, stateHash: engine.stateHash() });
  };
  note(engine.sequence);
  const lent = new LentRecord();
  await capture.replay(engine.sequence + 1, last, (sequence, bytes, from, to) => {
    const { edition, timeMs: ms, command } = decodeCommand(bytes, from, to, lent);
    timeMs = ms;
    engine.apply(sequence, ms, command, silentSink, edition);
    note(sequence);
  });
  return proved;
}

/** As exchanges write their snapshots: with what the house knows of names before the engine's own state. */
const engines = new TrackedEngineFactory({ create: createEngine, restore: restoreEngine });

async function startOf(capture: CapturedJournal, sequence: number) {
  for (const candidate of capture.snapshots.toReversed()) {
    if (candidate > sequence || candidate + 1 < capture.firstSequence) continue;
    const snapshot = decodeSnapshot(await capture.snapshotBytes(candidate), `snapshot ${candidate} of ${capture.exchange}`);
    if (snapshot !== null) return { engine: engines.restore(snapshot.state), timeMs: snapshot.timeMs };
  }
  if (capture.firstSequence > 1)
    throw new BackupProblem(`${capture.exchange}: the journal begins with command ${capture.firstSequence} and no snapshot leads up to it`);
  return { engine: engines.create(), timeMs: 0 };
}

/** The last command not after a moment, from `from` on; `from - 1` when all are later. */
export async function lastCommandAt(capture: CapturedJournal, from: number, through: number, untilMs: number): Promise<number> {
  let last = from - 1;
  const lent = new LentRecord();
  await capture.replay(from, through, (sequence, bytes, start, end) => {
    if (decodeCommand(bytes, start, end, lent).timeMs <= untilMs) last = Math.max(last, sequence);
  });
  return last;
}

/** When a command was given; null when it is not here. */
export async function timeOfCommand(capture: CapturedJournal, sequence: number): Promise<number | null> {
  let timeMs: number | null = null;
  if (sequence >= capture.firstSequence)
    await capture.replay(sequence, sequence, (_number, bytes, start, end) => {
      timeMs = decodeCommand(bytes, start, end, null).timeMs;
    });
  return timeMs;
}

/** Checksum of a command's record; null when it is no longer here. */
export async function checksumOf(capture: CapturedJournal, sequence: number): Promise<number | null> {
  let checksum: number | null = null;
  if (sequence >= capture.firstSequence)
    await capture.replay(sequence, sequence, (_number, bytes, start) => {
      checksum = readU32(bytes, start - recordHeaderBytes);
    });
  return checksum;
}
