/** Records as they were committed together, each with its number and checksum as in a file. */
export interface RowBatch {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly records: Uint8Array;
}

export interface RowExtent {
  readonly firstSequence: number;
  readonly lastSequence: number;
}

/**
 * One venue's journal and snapshots as rows of a database, for the process that holds its lease. What writes gives `false` or null when
 * another process has claimed the journal since, and has then changed nothing.
 */
export interface JournalRows {
  /** From now on nobody writes under an earlier lease. Null: a later one has claimed it. */
  claim(): Promise<RowExtent | null>;
  append(batch: RowBatch): Promise<boolean>;
  /** Batches with records from `sequence` on, in order, at most `limit`. */
  batches(sequence: number, limit: number): Promise<readonly RowBatch[]>;
  /** Deletes batches that hold nothing after `sequence`; gives where the journal begins then. */
  drop(sequence: number): Promise<number | null>;
  /** Ascending, without those that were set aside. */
  snapshots(): Promise<readonly number[]>;
  snapshot(sequence: number): Promise<Uint8Array | null>;
  saveSnapshot(sequence: number, snapshot: Uint8Array): Promise<boolean>;
  setSnapshotAside(sequence: number, reason: string): Promise<void>;
  deleteSnapshots(sequences: readonly number[]): Promise<void>;
}
