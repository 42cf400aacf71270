import { JournalCorrupt } from '../failures/journal-corrupt.ts';
import { JournalFailed } from '../failures/journal-failed.ts';
import { LeaseLost } from '../failures/lease-lost.ts';
import { type GatheredRecords, GroupCommit } from '../group-commit.ts';
import type { Journal, JournalRecord, RecordVisitor, StoredPlace } from '../journal-port.ts';
import type { EngineLogger } from '../logger.ts';
import { checkRecord, payloadLength, recordHeaderBytes } from '../segments/record-format.ts';
import type { JournalRows, RowBatch, RowExtent } from './journal-rows.ts';

export interface RowJournalOptions {
  /** In messages. */
  readonly venue: string;
  readonly rows: JournalRows;
  readonly logger: EngineLogger;
}

/** Batches that are read at once; bounds the reader's memory. */
const pageBatches = 200;

/**
 * The journal as rows of a database: what was gathered is one row, written in a transaction that also checks the lease. After a failure
 * the last row may be there or not; whoever opens the journal next reads what is.
 */
export class RowJournal implements Journal {
  readonly shortStart = null;
  /** The database refuses by itself what it has no room for. */
  readonly isShort = false;
  readonly #venue: string;
  readonly #rows: JournalRows;
  readonly #group: GroupCommit;
  #firstSequence: number;
  #closing: Promise<void> | null = null;

  private constructor({ venue, rows, logger }: RowJournalOptions, { firstSequence, lastSequence }: RowExtent) {
    this.#venue = venue;
    this.#rows = rows;
    this.#firstSequence = firstSequence;
    this.#group = new GroupCommit({
      lastSequence,
      write: (records) => this.#write(records),
      onFailed: ({ cause }) =>
        logger.error({ venue, err: cause, durableSequence: this.durableSequence }, 'the journal failed and takes no more records'),
    });
  }

  /** Claims the journal for the lease that `rows` write under. Throws {@link LeaseLost} when a later lease has claimed it. */
  static async open(options: RowJournalOptions): Promise<RowJournal> {
    const extent = await options.rows.claim();
    if (extent === null) throw new LeaseLost(options.venue);
    return new RowJournal(options, extent);
  }

  get firstSequence(): number {
    return this.#firstSequence;
  }

  get lastSequence(): number {
    return this.#group.lastSequence;
  }

  get durableSequence(): number {
    return this.#group.durableSequence;
  }

  requireRoom(length: number): void {
    this.#group.requireRoom(length);
  }

  append(record: Uint8Array, length = record.length): number {
    return this.#group.append(record, length);
  }

  commit(): Promise<void> {
    return this.#group.commit();
  }

  refill(): Promise<void> {
    return this.commit();
  }

  async *readFrom(sequence: number): AsyncIterable<JournalRecord> {
    for await (const batch of this.#batches(sequence, this.durableSequence)) {
      for (const { number, start, end } of recordsOf(this.#venue, batch)) {
        if (number >= sequence) yield { sequence: number, record: batch.records.slice(start, end) };
      }
    }
  }

  async replay(sequence: number, visit: RecordVisitor): Promise<void> {
    for await (const batch of this.#batches(sequence, this.durableSequence)) {
      for (const { number, start, end } of recordsOf(this.#venue, batch)) {
        const waiting = number < sequence ? undefined : visit(number, batch.records, start, end);
        if (waiting !== undefined) await waiting;
      }
    }
  }

  async whereIs(sequence: number): Promise<StoredPlace> {
    const [batch] = await this.#rows.batches(sequence, 1);
    if (batch === undefined) return { file: rowName(this.#venue, sequence), offset: 0 };
    const place = recordsOf(this.#venue, batch).find(({ number }) => number === sequence);
    return { file: rowName(this.#venue, batch.firstSequence), offset: (place?.start ?? recordHeaderBytes) - recordHeaderBytes };
  }

  async verifyBefore(sequence: number): Promise<void> {
    for await (const batch of this.#batches(this.#firstSequence, sequence - 1)) recordsOf(this.#venue, batch);
  }

  async dropThrough(sequence: number): Promise<void> {
    const first = await this.#rows.drop(sequence);
    if (first === null) throw new LeaseLost(this.#venue);
    this.#firstSequence = first;
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    const last = this.#group.hasFailed ? Promise.resolve() : this.commit();
    this.#group.end(new JournalFailed('it is closed'));
    await last;
  }

  async #write({ buffer, bytes, through }: GatheredRecords): Promise<() => void> {
    if (bytes > 0) {
      const batch = { firstSequence: this.durableSequence + 1, lastSequence: through, records: buffer.slice(0, bytes) };
      if (!(await this.#rows.append(batch))) throw new LeaseLost(this.#venue);
    }
    return () => undefined;
  }

  /** Batches with records from one number through another. Throws {@link JournalCorrupt} where one is missing. */
  async *#batches(from: number, through: number): AsyncIterable<RowBatch> {
    for (let next = from; next <= through; ) {
      const page = await this.#rows.batches(next, pageBatches);
      if (page.length === 0) throw new JournalCorrupt(rowName(this.#venue, next), 0, `record ${next} is missing`);
      for (const batch of page) {
        if (batch.firstSequence > next) throw new JournalCorrupt(rowName(this.#venue, next), 0, `record ${next} is missing`);
        // Written while this is read: it counts when it has been acknowledged.
        if (batch.firstSequence > through) return;
        yield batch;
        next = batch.lastSequence + 1;
      }
    }
  }
}

const rowName = (venue: string, sequence: number): string => `journal_batch (${venue}, ${sequence})`;

interface RecordPlace {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** Where the records of a batch are. Throws {@link JournalCorrupt} unless all of them are there and whole. */
function recordsOf(venue: string, { firstSequence, lastSequence, records }: RowBatch): readonly RecordPlace[] {
  const places: RecordPlace[] = [];
  let at = 0;
  for (let number = firstSequence; number <= lastSequence; number += 1) {
    if (checkRecord(records, at, records.length, number) !== 'valid') {
      throw new JournalCorrupt(rowName(venue, firstSequence), at, `record ${number} cannot be read`);
    }
    const start = at + recordHeaderBytes;
    at = start + payloadLength(records, at);
    places.push({ number, start, end: at });
  }
  if (at !== records.length) throw new JournalCorrupt(rowName(venue, firstSequence), at, `something follows record ${lastSequence}`);
  return places;
}
