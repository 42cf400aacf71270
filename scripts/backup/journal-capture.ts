import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenFile } from '../../server/engine/journal/files/file-system.ts';
import { headMarkName, newestNote } from '../../server/engine/journal/files/head-mark.ts';
import { nodeFileSystem } from '../../server/engine/journal/files/node-file-system.ts';
import type { RecordVisitor } from '../../server/engine/journal/journal-port.ts';
import { recordHeaderBytes } from '../../server/engine/journal/segments/record-format.ts';
import { segmentHeaderBytes, sequenceOfName } from '../../server/engine/journal/segments/segment-header.ts';
import { SegmentScan } from '../../server/engine/journal/segments/segment-scan.ts';
import { BackupProblem } from './backup-problem.ts';
import { bytesOf } from './draft-files.ts';

interface CapturedFile {
  readonly sequence: number;
  readonly path: string;
  readonly file: OpenFile;
}

/** A segment, or its beginning. */
interface SegmentPart {
  readonly firstSequence: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** An exchange's journal and snapshots at one moment, wherever they lie. */
export interface CapturedJournal {
  readonly exchange: string;
  readonly firstSequence: number;
  /** Last commands of the snapshots, ascending. */
  readonly snapshots: readonly number[];
  snapshotBytes(sequence: number): Promise<Uint8Array>;
  /** The last command that was certainly durable; `stored`: somebody is known to have read it. */
  durableEnd(stored: number): Promise<number>;
  /** The last one that can be read, durable or not. */
  lastReadable(): Promise<number>;
  /** Reads the commands from one number through another. Throws {@link BackupProblem} where one is missing or cannot be read. */
  replay(from: number, through: number, visit: RecordVisitor): Promise<void>;
  /** All of it as segment files through a command. */
  segments(through: number): AsyncIterable<SegmentPart>;
}

const snapshotName = /^(\d{16})\.snapshot$/;

/**
 * An exchange's journal and snapshots while the exchange goes on: files that are open here stay readable when the exchange deletes them.
 * Nothing is locked and nothing is changed.
 */
export class JournalCapture implements CapturedJournal {
  readonly exchange: string;
  readonly #folder: string;
  readonly #segments: CapturedFile[] = [];
  readonly #snapshots: CapturedFile[] = [];
  #noted: number | null = null;

  private constructor(exchange: string, folder: string) {
    this.exchange = exchange;
    this.#folder = folder;
  }

  /** `folder`: the exchange's own, with `journal` and `snapshots` in it. */
  static async open(exchange: string, folder: string): Promise<JournalCapture> {
    const capture = new JournalCapture(exchange, folder);
    await capture.#hold('snapshots', (name) => Number(snapshotName.exec(name)?.[1] ?? Number.NaN), capture.#snapshots);
    await capture.lookAgain();
    return capture;
  }

  /** Takes in what has been begun since, and how far the journal is known to be on the disk. */
  async lookAgain(): Promise<void> {
    await this.#hold('journal', (name) => sequenceOfName(name) ?? Number.NaN, this.#segments);
    const mark = join(this.#folder, 'journal', headMarkName);
    this.#noted = existsSync(mark) ? (newestNote(await readFile(mark, 'latin1'))?.end.sequence ?? null) : null;
  }

  async #hold(folder: string, sequenceOf: (name: string) => number, into: CapturedFile[]): Promise<void> {
    const path = join(this.#folder, folder);
    const names = existsSync(path) ? await readdir(path) : [];
    for (const name of names.toSorted()) {
      const sequence = sequenceOf(name);
      if (Number.isNaN(sequence) || into.some((known) => known.sequence === sequence)) continue;
      // One that was deleted a moment ago is covered by newer ones.
      const file = await nodeFileSystem.open(join(path, name), 'read').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (file !== null) into.push({ sequence, path: join(path, name), file });
    }
    into.sort((a, b) => a.sequence - b.sequence);
  }

  get firstSequence(): number {
    return this.#segments[0]?.sequence ?? 1;
  }

  /** Ascending. */
  get snapshots(): readonly number[] {
    return this.#snapshots.map(({ sequence }) => sequence);
  }

  async snapshotBytes(sequence: number): Promise<Uint8Array> {
    const found = this.#snapshots.find((snapshot) => snapshot.sequence === sequence);
    if (found === undefined) throw new Error(`no snapshot ${sequence} was captured`);
    const bytes = new Uint8Array(await found.file.size());
    return bytes.subarray(0, await found.file.read(bytes, 0, bytes.length, 0));
  }

  /**
   * The last command that was certainly on the disk: what was written and not yet synced may be gone after a power cut, and another command
   * may then have its number. Without a note of it, the last one that can be read.
   */
  async durableEnd(stored = 0): Promise<number> {
    if (this.#noted === null) return this.lastReadable();
    return Math.max(this.#noted, stored, this.snapshots.at(-1) ?? 0);
  }

  async lastReadable(): Promise<number> {
    const last = this.#segments.at(-1);
    if (last === undefined) return 0;
    const scan = new SegmentScan(last.file, last.sequence, await last.file.size());
    await scan.readAll(null);
    return scan.nextSequence - 1;
  }

  /** Reads the commands from one number through another. Throws {@link BackupProblem} where one is missing or cannot be read. */
  async replay(from: number, through: number, visit: RecordVisitor): Promise<void> {
    for await (const part of this.#parts(from, through, visit)) void part;
  }

  async *segments(through: number): AsyncIterable<SegmentPart> {
    for await (const { firstSequence, file, bytes } of this.#parts(this.firstSequence, through, () => undefined))
      yield { firstSequence, chunks: bytesOf(file, bytes) };
  }

  /** The segments through a command, each with the bytes up to the last of these. */
  ends(through: number): AsyncIterable<{ readonly firstSequence: number; readonly bytes: number }> {
    return this.#parts(this.firstSequence, through, () => undefined);
  }

  /** The segments with commands from one number through another, each with the bytes up to the last of them, and their checksums computed. */
  async *#parts(from: number, through: number, visit: RecordVisitor) {
    if (from > through) return;
    if (from < this.firstSequence)
      throw new BackupProblem(`${this.exchange}: the journal begins with command ${this.firstSequence}, and ${from} is needed`);
    for (const [index, { sequence: firstSequence, file, path }] of this.#segments.entries()) {
      const next = this.#segments[index + 1]?.sequence ?? Number.POSITIVE_INFINITY;
      if (next <= from || firstSequence > through) continue;
      let bytes = segmentHeaderBytes;
      let last = firstSequence - 1;
      const scan = new SegmentScan(file, firstSequence, await file.size());
      const visitOne: RecordVisitor = (sequence, buffer, start, end) => {
        if (sequence > through) return undefined;
        last = sequence;
        bytes += end - start + recordHeaderBytes;
        return sequence < from ? undefined : visit(sequence, buffer, start, end);
      };
      while (last < through && (await scan.readChunk(visitOne)));
      if (last < Math.min(through, next - 1))
        throw new BackupProblem(`${this.exchange}: command ${last + 1} cannot be read in ${path} at byte ${bytes}`);
      yield { firstSequence, file, bytes };
    }
  }

  async close(): Promise<void> {
    for (const { file } of [...this.#segments, ...this.#snapshots]) await file.close();
  }
}
