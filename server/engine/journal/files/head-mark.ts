import { join } from 'node:path';
import type { EngineLogger } from '../logger.ts';
import { crc32 } from '../segments/crc32.ts';
import type { FileSystem, OpenFile } from './file-system.ts';

/** Where the journal ended when somebody last noted it. */
export interface JournalEnd {
  readonly sequence: number;
  /** First sequence of the segment, which names its file. */
  readonly segment: number;
  /** Bytes of that segment up to the end. */
  readonly bytes: number;
}

export const headMarkName = 'head.mark';
/** Two lines, written in turn: one that a crash tears leaves the other. */
const slotBytes = 96;

/** Longest time that the note is behind the journal while nothing fails: a note at each commit would cost a busy venue a fifth of its work. */
const noteEveryMs = 20;

/** Runs `callback` once after `delayMs`; returns the disposer. */
export type Schedule = (callback: () => void, delayMs: number) => () => void;

/**
 * The journal's end, noted beside it soon after a commit: a last file that is gone, or cut where a record ends, looks like a shorter
 * journal and nothing else would tell. The note follows the commit that made the records durable, so it is never ahead of the journal
 * unless something was lost. It is written without waiting and without a sync of its own: after a kill it lags behind by some 20 ms, after a
 * power cut by more.
 */
export class HeadMark {
  /** As it was found; null when there was none that can be read. */
  readonly found: JournalEnd | null;
  /** Notes written so far, in all lives of the journal. */
  #count: number;
  readonly #file: OpenFile;
  readonly #folder: string;
  readonly #logger: EngineLogger;
  readonly #schedule: Schedule | null;
  #next: JournalEnd | null = null;
  #cancelTimer: (() => void) | null = null;
  #writing: Promise<void> | null = null;
  #failed = false;
  readonly #line = Buffer.alloc(slotBytes);

  private constructor(folder: string, file: OpenFile, newest: Note | null, logger: EngineLogger, schedule: Schedule | null) {
    this.#folder = folder;
    this.#schedule = schedule;
    this.#file = file;
    this.found = newest?.end ?? null;
    this.#count = newest?.count ?? 0;
    this.#logger = logger;
  }

  /** Opens or creates the file; its name is durable with the folder's next sync. Without a `schedule` every end is noted at once. */
  static async open(fileSystem: FileSystem, folder: string, logger: EngineLogger, schedule: Schedule | null = null): Promise<HeadMark> {
    const path = join(folder, headMarkName);
    const exists = (await fileSystem.list(folder)).includes(headMarkName);
    const file = await fileSystem.open(path, exists ? 'edit' : 'create');
    const bytes = new Uint8Array(slotBytes * 2);
    const count = await file.read(bytes, 0, bytes.length, 0);
    return new HeadMark(folder, file, newestNote(new TextDecoder().decode(bytes.subarray(0, count))), logger, schedule);
  }

  /** Returns at once; of notes that come faster than they are written the newest counts. */
  note(end: JournalEnd): void {
    if (this.#failed) return;
    this.#next = end;
    if (this.#schedule === null) this.#begin();
    else
      this.#cancelTimer ??= this.#schedule(() => {
        this.#cancelTimer = null;
        this.#begin();
      }, noteEveryMs);
  }

  /** The write that is under way takes along what comes meanwhile: then there is nothing left to begin. */
  #begin(): void {
    if (this.#writing === null && this.#next !== null) this.#writing = this.#write();
  }

  /** Makes the last note durable. A note is a help, not the truth: that it cannot be written is logged and stops nothing. */
  async close(): Promise<void> {
    this.#cancelTimer?.();
    await this.#writing;
    await this.#write();
    try {
      if (!this.#failed) await this.#file.datasync();
    } catch (error) {
      this.#fail(error);
    } finally {
      await this.#file.close();
    }
  }

  async #write(): Promise<void> {
    try {
      for (let end = this.#next; end !== null && !this.#failed; end = this.#next) {
        this.#next = null;
        this.#count += 1;
        await this.#file.write(encodeNote({ count: this.#count, end }, this.#line), slotBytes, (this.#count % 2) * slotBytes);
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#writing = null;
    }
  }

  #fail(error: unknown): void {
    this.#failed = true;
    this.#logger.warn(
      { folder: this.#folder, err: error },
      'the end of the journal can no longer be noted; whether a later start is shorter will not be known',
    );
  }
}

interface Note {
  readonly count: number;
  readonly end: JournalEnd;
}

/** `count sequence segment bytes checksum`, padded: a person can read it too. Into a line that is there already: it is done at each commit. */
export const encodeNote = ({ count, end: { sequence, segment, bytes } }: Note, line = Buffer.alloc(slotBytes)): Uint8Array => {
  const length = line.write(`${count} ${sequence} ${segment} ${bytes}`, 'latin1');
  const checked = line.write(` ${crc32(line, 0, length).toString(16)}`, length, 'latin1');
  line.fill(' ', length + checked).write('\n', slotBytes - 1);
  return line;
};

/** The newest of the lines that are whole; one that was never written is zeros. A start that found less notes a smaller sequence, so the count decides. */
export const newestNote = (lines: string): Note | null => {
  const notes = lines.split('\n').flatMap((line) => {
    const match = /^\0*((\d+) (\d+) (\d+) (\d+)) ([0-9a-f]+) *$/.exec(line);
    if (match === null || checksumOf(match[1] as string) !== match[6]) return [];
    return [{ count: Number(match[2]), end: { sequence: Number(match[3]), segment: Number(match[4]), bytes: Number(match[5]) } }];
  });
  return notes.sort((a, b) => b.count - a.count)[0] ?? null;
};

const checksumOf = (text: string): string => {
  const bytes = new TextEncoder().encode(text);
  return crc32(bytes, 0, bytes.length).toString(16);
};
