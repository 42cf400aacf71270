/** One file of the journal. `bytes` counts what is durable. */
export interface JournalSegment {
  readonly path: string;
  readonly firstSequence: number;
  bytes: number;
}
