import type { RecordVisitor } from '../../server/engine/journal/journal-port.ts';
import { checkRecord, payloadLength, recordHeaderBytes } from '../../server/engine/journal/segments/record-format.ts';
import { encodeSegmentHeader } from '../../server/engine/journal/segments/segment-header.ts';
import type { DatabasePicture } from '../../server/store/copy/database-picture.ts';
import { BackupProblem } from './backup-problem.ts';
import type { CapturedJournal } from './journal-capture.ts';

/** A journal that lies in the database, as it is in a picture of that. */
export class RowCapture implements CapturedJournal {
  readonly exchange: string;
  readonly firstSequence: number;
  readonly snapshots: readonly number[];
  readonly #lastSequence: number;
  readonly #picture: DatabasePicture;

  private constructor(
    picture: DatabasePicture,
    exchange: string,
    firstSequence: number,
    lastSequence: number,
    snapshots: readonly number[],
  ) {
    this.#picture = picture;
    this.exchange = exchange;
    this.firstSequence = firstSequence;
    this.#lastSequence = lastSequence;
    this.snapshots = snapshots;
  }

  static async open(
    picture: DatabasePicture,
    exchange: string,
    extent: { readonly firstSequence: number; readonly lastSequence: number },
  ): Promise<RowCapture> {
    return new RowCapture(picture, exchange, extent.firstSequence, extent.lastSequence, await picture.snapshots(exchange));
  }

  snapshotBytes(sequence: number): Promise<Uint8Array> {
    return this.#picture.snapshot(this.exchange, sequence);
  }

  /** Whatever is a row was committed. */
  async durableEnd(): Promise<number> {
    return this.#lastSequence;
  }

  lastReadable(): Promise<number> {
    return this.durableEnd();
  }

  async replay(from: number, through: number, visit: RecordVisitor): Promise<void> {
    let next = from;
    for await (const { firstSequence, records } of this.#picture.batches(this.exchange, from)) {
      let sequence = firstSequence;
      for (let at = 0; at < records.length && next <= through; sequence += 1) {
        if (checkRecord(records, at, records.length, sequence) !== 'valid')
          throw new BackupProblem(`${this.exchange}: command ${sequence} cannot be read in journal_batch (${firstSequence}) at byte ${at}`);
        const start = at + recordHeaderBytes;
        at = start + payloadLength(records, at);
        if (sequence !== next) continue;
        await visit(sequence, records, start, at);
        next += 1;
      }
      if (next > through) break;
    }
    if (next <= through) throw new BackupProblem(`${this.exchange}: command ${next} is missing in the database`);
  }

  async *segments(): AsyncIterable<{ readonly firstSequence: number; readonly chunks: AsyncIterable<Uint8Array> }> {
    const { firstSequence } = this;
    const batches = this.#picture.batches(this.exchange, firstSequence);
    async function* chunks(): AsyncIterable<Uint8Array> {
      yield encodeSegmentHeader({ firstSequence, previousBytes: 0 });
      for await (const { records } of batches) yield records;
    }
    yield { firstSequence, chunks: chunks() };
  }
}
