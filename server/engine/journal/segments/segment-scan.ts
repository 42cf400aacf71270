import type { OpenFile } from '../files/file-system.ts';
import type { RecordVisitor } from '../journal-port.ts';
import { checkRecord, payloadLength, type RecordCheck, recordHeaderBytes } from './record-format.ts';
import { segmentHeaderBytes } from './segment-header.ts';

/** Reader's memory: at least twice the largest record. */
const chunkBytes = 1024 * 1024;

/**
 * Reads a segment's records in order, up to `endOffset` or the first one that is not valid; checksums before `checkedTo` are not
 * computed again. Judging the damage is the caller's.
 */
export class SegmentScan {
  readonly #file: OpenFile;
  readonly #endOffset: number;
  readonly #checkedTo: number;
  readonly #buffer: Uint8Array;
  #nextSequence: number;
  /** File offset of the buffer's first byte. */
  #base = segmentHeaderBytes;
  #filled = 0;
  /** Place in the buffer of the next record, and what was found of it. */
  #at = 0;
  #check: RecordCheck = 'valid';
  #damaged = false;

  constructor(file: OpenFile, firstSequence: number, endOffset: number, checkedTo = 0) {
    this.#file = file;
    this.#endOffset = endOffset;
    this.#checkedTo = checkedTo;
    this.#nextSequence = firstSequence;
    this.#buffer = new Uint8Array(Math.min(chunkBytes, Math.max(0, endOffset - segmentHeaderBytes)));
  }

  /** Sequence that the next record has or would have. */
  get nextSequence(): number {
    return this.#nextSequence;
  }

  /** Byte offset after the last valid record. */
  get offset(): number {
    return this.#base;
  }

  /** True after the end when bytes remain that are no valid record. */
  get damaged(): boolean {
    return this.#damaged;
  }

  /** Visits the records of the next chunk, or only checks them; false at the end. */
  async readChunk(visit: RecordVisitor | null): Promise<boolean> {
    const buffer = this.#buffer;
    const wanted = Math.min(buffer.length - this.#filled, this.#endOffset - this.#base - this.#filled);
    const count = await this.#file.read(buffer, this.#filled, wanted, this.#base + this.#filled);
    const filled = this.#filled + count;
    this.#at = 0;
    for (let pending = this.#visit(filled, visit); pending !== undefined; pending = this.#visit(filled, visit)) await pending;
    const at = this.#at;
    const ended = this.#check === 'damaged' || count < wanted || this.#base + filled >= this.#endOffset;
    this.#damaged = ended && at < filled;
    buffer.copyWithin(0, at, filled);
    this.#base += at;
    this.#filled = filled - at;
    return !ended;
  }

  /**
   * Goes on to the first record that is not valid, or whose visitor is to be awaited. A loop of its own, which the runtime compiles
   * once for all chunks.
   */
  #visit(filled: number, visit: RecordVisitor | null): Promise<void> | undefined {
    const buffer = this.#buffer;
    const checkedTo = this.#checkedTo - this.#base;
    while (true) {
      const at = this.#at;
      const sequence = this.#nextSequence;
      this.#check = checkRecord(buffer, at, filled, sequence, at < checkedTo);
      if (this.#check !== 'valid') return undefined;
      const start = at + recordHeaderBytes;
      const end = start + payloadLength(buffer, at);
      this.#at = end;
      this.#nextSequence = sequence + 1;
      const pending = visit === null ? undefined : visit(sequence, buffer, start, end);
      if (pending !== undefined) return pending;
    }
  }

  async readAll(visit: RecordVisitor | null): Promise<void> {
    while (await this.readChunk(visit));
  }
}
