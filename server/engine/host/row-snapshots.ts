import { LeaseLost } from '../journal/failures/lease-lost.ts';
import type { Snapshot, Snapshots } from '../journal/journal-port.ts';
import type { EngineLogger } from '../journal/logger.ts';
import type { JournalRows } from '../journal/rows/journal-rows.ts';
import type { RowJournalOptions } from '../journal/rows/row-journal.ts';
import { droppedSnapshots } from './snapshot-files.ts';
import { decodeSnapshot, encodeSnapshotHead, snapshotHeadBytes } from './snapshot-format.ts';

/** A venue's snapshots as rows of a database, with the same bytes as in files. */
export class RowSnapshots implements Snapshots {
  readonly #venue: string;
  readonly #rows: JournalRows;
  readonly #logger: EngineLogger;
  /** Ascending. */
  #sequences: readonly number[];

  private constructor({ venue, rows, logger }: RowJournalOptions, sequences: readonly number[]) {
    this.#venue = venue;
    this.#rows = rows;
    this.#logger = logger;
    this.#sequences = sequences;
  }

  static async open(options: RowJournalOptions): Promise<RowSnapshots> {
    return new RowSnapshots(options, await options.rows.snapshots());
  }

  get sequences(): readonly number[] {
    return this.#sequences;
  }

  nameOf(sequence: number): string {
    return `journal_snapshot (${this.#venue}, ${sequence})`;
  }

  async write(snapshot: Snapshot): Promise<void> {
    const bytes = new Uint8Array(snapshotHeadBytes + snapshot.state.length);
    bytes.set(encodeSnapshotHead(snapshot));
    bytes.set(snapshot.state, snapshotHeadBytes);
    if (!(await this.#rows.saveSnapshot(snapshot.sequence, bytes))) throw new LeaseLost(this.#venue);
    this.#sequences = [...this.#sequences.filter((sequence) => sequence !== snapshot.sequence), snapshot.sequence].sort((a, b) => a - b);
  }

  async read(sequence: number): Promise<Snapshot | null> {
    const bytes = await this.#rows.snapshot(sequence);
    const snapshot = bytes === null ? null : decodeSnapshot(bytes, this.nameOf(sequence));
    if (snapshot?.sequence === sequence) return snapshot;
    await this.setAside(sequence, 'its checksum is wrong');
    return null;
  }

  async setAside(sequence: number, reason: string): Promise<void> {
    await this.#rows.setSnapshotAside(sequence, reason);
    this.#sequences = this.#sequences.filter((other) => other !== sequence);
    this.#logger.warn({ venue: this.#venue, sequence, reason }, 'skipped a damaged snapshot; an older one or the journal takes its place');
  }

  async prune(keep: number, projectedThrough: number): Promise<void> {
    const dropped = droppedSnapshots(this.#sequences, keep, projectedThrough);
    await this.#rows.deleteSnapshots(dropped);
    this.#sequences = this.#sequences.filter((sequence) => !dropped.includes(sequence));
  }
}
