import { JournalFailed } from './failures/journal-failed.ts';
import { maxPayloadBytes, recordHeaderBytes, writeRecord } from './segments/record-format.ts';

/** What was gathered for one write: `bytes` of the buffer, whose last record has the number `through`; no bytes when only a write was asked for. */
export interface GatheredRecords {
  readonly buffer: Uint8Array;
  readonly bytes: number;
  readonly through: number;
}

interface GroupCommitParts {
  /** Number of the last record that is durable already. */
  readonly lastSequence: number;
  /** Makes records durable. What it resolves with runs in the very turn in which they begin to count as durable. */
  readonly write: (records: GatheredRecords) => Promise<() => void>;
  /** The first failed write ends the journal; told once. */
  readonly onFailed: (failure: JournalFailed) => void;
}

interface CommitBatch {
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (cause: Error) => void;
}

const startBufferBytes = 256 * 1024;

/**
 * Numbers records and gathers them in one of two buffers while the other one is written; so one write at a time serves everything that
 * came in meanwhile. The first failure ends it: what failed once is not asked again.
 */
export class GroupCommit {
  readonly #parts: GroupCommitParts;
  #buffer = new Uint8Array(startBufferBytes);
  #spare = new Uint8Array(startBufferBytes);
  #filled = 0;
  /** Records in the buffer: the next one's place in its batch. */
  #gathered = 0;
  #lastSequence: number;
  #durableSequence: number;
  #waiting: CommitBatch | null = null;
  #writing: CommitBatch | null = null;
  #failure: JournalFailed | null = null;

  constructor(parts: GroupCommitParts) {
    this.#parts = parts;
    this.#lastSequence = parts.lastSequence;
    this.#durableSequence = parts.lastSequence;
  }

  get lastSequence(): number {
    return this.#lastSequence;
  }

  get durableSequence(): number {
    return this.#durableSequence;
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** Throws on a record length that `append` would not take. */
  requireRoom(length: number): void {
    if (length === 0 || length > maxPayloadBytes) throw new RangeError(`a record has 1 to ${maxPayloadBytes} bytes`);
  }

  append(record: Uint8Array, length: number): number {
    if (this.#failure !== null) throw this.#failure;
    this.requireRoom(length);
    const end = this.#filled + recordHeaderBytes + length;
    if (end > this.#buffer.length) this.#grow(end);
    this.#lastSequence += 1;
    this.#filled = writeRecord(this.#buffer, this.#filled, this.#lastSequence, this.#gathered, record, length);
    this.#gathered += 1;
    return this.#lastSequence;
  }

  commit(): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    if (this.#filled === 0) return this.#writing === null ? Promise.resolve() : this.#writing.done;
    return this.nextWrite();
  }

  /** Resolves with the end of the next write, which is begun even if there is nothing to write. */
  nextWrite(): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    this.#waiting ??= newBatch();
    const batch = this.#waiting;
    if (this.#writing === null) void this.#write();
    return batch.done;
  }

  /** Takes nothing more from now on. */
  end(failure: JournalFailed): void {
    this.#failure ??= failure;
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
    larger.set(this.#buffer.subarray(0, this.#filled));
    this.#buffer = larger;
  }

  async #write(): Promise<void> {
    while (this.#waiting !== null) {
      const batch = this.#waiting;
      const buffer = this.#buffer;
      const records = { buffer, bytes: this.#filled, through: this.#lastSequence };
      this.#writing = batch;
      this.#waiting = null;
      this.#buffer = this.#spare;
      this.#filled = 0;
      this.#gathered = 0;
      try {
        const settle = await this.#parts.write(records);
        // Together, in one turn: a reader takes both.
        this.#durableSequence = records.through;
        settle();
      } catch (cause) {
        this.#spare = buffer;
        this.#fail(cause instanceof Error ? cause : new Error(String(cause)));
        return;
      }
      this.#spare = buffer;
      this.#writing = null;
      batch.resolve();
    }
  }

  #fail(cause: Error): void {
    const failure = new JournalFailed(cause.message, cause);
    this.#failure = failure;
    this.#filled = 0;
    const batches = [this.#writing, this.#waiting];
    this.#writing = null;
    this.#waiting = null;
    for (const batch of batches) batch?.reject(failure);
    this.#parts.onFailed(failure);
  }
}

const newBatch = (): CommitBatch => {
  let resolve: () => void = () => undefined;
  let reject: (cause: Error) => void = () => undefined;
  const done = new Promise<void>((onDone, onFailed) => {
    resolve = onDone;
    reject = onFailed;
  });
  return { done, resolve, reject };
};
