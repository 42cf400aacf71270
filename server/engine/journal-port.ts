/** An append-only log of binary records, numbered 1, 2, 3 … without gaps. The truth of a venue. */
export interface Journal {
  /** Number of the last appended record (durable or not); 0 when empty. */
  readonly lastSequence: number;
  /** Number of the last record known to be on disk. */
  readonly durableSequence: number;
  /** Buffers a record and returns its number. Throws after `close` or a failed write: the venue must stop. */
  append(record: Uint8Array): number;
  /** Resolves when everything appended before the call is durable. Calls made while a write is under way share the next one (group commit). */
  commit(): Promise<void>;
  /** Reads durable records from `sequence` on. */
  readFrom(sequence: number): AsyncIterable<JournalRecord>;
  close(): Promise<void>;
}

export interface JournalRecord {
  readonly sequence: number;
  readonly record: Uint8Array;
}
