/** One file of the journal. `bytes` counts what is durable. */
export interface JournalSegment {
  readonly path: string;
  readonly firstSequence: number;
  bytes: number;
  /** Up to this offset the checksums were found right when the journal was opened: a replay need not compute them again. */
  checkedTo: number;
}
