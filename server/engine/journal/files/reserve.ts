import { isDiskFull } from '../failures/disk-failed.ts';
import type { EngineLogger } from '../logger.ts';
import type { OpenFile } from './file-system.ts';

/**
 * How far the disk's blocks are written ahead of the records. A sync into blocks that exist has no metadata to write and takes half
 * the time. What is left of them is also what a full disk still takes: half of this holds more than five thousand cancels.
 */
const reserveBytes = 1024 * 1024;
const zeros = new Uint8Array(reserveBytes);

/** The blocks ahead of the records in the segment that is written. */
export class Reserve {
  readonly #folder: string;
  readonly #bytes: number;
  readonly #logger: EngineLogger;
  /** Offset up to which there are blocks. */
  #to = 0;
  #isShort = false;

  constructor(folder: string, segmentBytes: number, logger: EngineLogger) {
    this.#folder = folder;
    this.#bytes = Math.min(reserveBytes, segmentBytes);
    this.#logger = logger;
  }

  /** True from a time at which the disk had no room for it until it has: what is left is for what cannot be refused. */
  get isShort(): boolean {
    return this.#isShort;
  }

  /** Goes over to a new file that ends at `end`; false, and nothing changes, when the disk has no room for it there. */
  async moveTo(file: OpenFile, end: number): Promise<boolean> {
    try {
      await file.write(zeros, this.#bytes, end);
      this.#to = end + this.#bytes;
      return true;
    } catch (cause) {
      if (!isDiskFull(cause)) throw cause;
      this.#tell(true, cause);
      return false;
    }
  }

  /** True once half of it is used by records up to `end`. */
  isUsed(end: number): boolean {
    return this.#to - end < this.#bytes / 2;
  }

  /** Fills up. Comes after the records, which have the first right to the room. */
  async fill(file: OpenFile, end: number): Promise<void> {
    const from = Math.max(this.#to, end);
    try {
      await file.write(zeros, end + this.#bytes - from, from);
      this.#to = end + this.#bytes;
      this.#tell(false);
    } catch (cause) {
      if (!isDiskFull(cause)) throw cause;
      // Some of it may have found room.
      this.#to = Math.max(this.#to, end, await file.size());
      this.#tell(true, cause);
    }
  }

  #tell(isShort: boolean, err?: unknown): void {
    if (isShort === this.#isShort) return;
    this.#isShort = isShort;
    const folder = this.#folder;
    if (isShort)
      this.#logger.error({ folder, err }, 'the disk has no room to reserve for the journal; what is left of it is kept for cancels');
    else this.#logger.info({ folder }, 'the disk has room for the journal again');
  }
}
