/** Records of a journal as they were committed together; each has its number and checksum as in a file. */
export interface JournalBatch {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly records: Uint8Array;
}

/** What a journal holds: an empty one begins one after its end. */
export interface JournalExtent {
  readonly firstSequence: number;
  readonly lastSequence: number;
}

/**
 * Journals and snapshots of venues as rows. Every write names the epoch of the lease under which its process holds the venue, and is
 * refused (false, null) once a later one has claimed the journal; the refusal and the write are one transaction.
 */
export interface Journals {
  /** Claims it: from now on nothing is written under an earlier epoch. The first claim makes the journal. */
  claim(venue: string, epoch: number): Promise<JournalExtent | null>;
  /** Follows the last record, else it is refused. */
  append(venue: string, epoch: number, batch: JournalBatch): Promise<boolean>;
  /** Batches with records from `sequence` on, in order, at most `limit`. */
  batches(venue: string, sequence: number, limit: number): Promise<readonly JournalBatch[]>;
  /** Deletes batches that hold nothing after `sequence`; gives where the journal begins then. */
  drop(venue: string, epoch: number, sequence: number): Promise<number | null>;
  /** Ascending, without those that were set aside. */
  snapshots(venue: string): Promise<readonly number[]>;
  snapshot(venue: string, sequence: number): Promise<Uint8Array | null>;
  /** Takes the place of one of the same sequence. */
  saveSnapshot(venue: string, epoch: number, sequence: number, snapshot: Uint8Array): Promise<boolean>;
  setSnapshotAside(venue: string, epoch: number, sequence: number, reason: string): Promise<void>;
  deleteSnapshots(venue: string, epoch: number, sequences: readonly number[]): Promise<void>;
}
