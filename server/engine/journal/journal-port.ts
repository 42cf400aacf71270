/** A start that found less than the journal had held: commands that were acknowledged are gone. */
export interface ShortStart {
  /** Last command that was found. */
  readonly lastSequence: number;
  /** Last command that is known to have been durable; later ones may have been. */
  readonly notedSequence: number;
  /** The file that held the noted one, and how long it was then. */
  readonly file: string;
  readonly bytes: number;
}

/** Where something is stored: a file, or a row by its name, and the byte offset in it. */
export interface StoredPlace {
  readonly file: string;
  readonly offset: number;
}

/**
 * Gets a record, the bytes from `start` to `end`, valid only during the call; a returned promise is awaited before the next one.
 * No view of the record, because making one costs more than reading it.
 */
export type RecordVisitor = (sequence: number, bytes: Uint8Array, start: number, end: number) => void | Promise<void>;

/** An append-only log of binary records, numbered 1, 2, 3 … without gaps. The truth of a venue. */
export interface Journal {
  /** Number of the oldest record still kept; one more than the last when the journal is empty. */
  readonly firstSequence: number;
  /** Number of the last appended record (durable or not); 0 when empty. */
  readonly lastSequence: number;
  /** Number of the last record known to be durable. */
  readonly durableSequence: number;
  /** True while only what frees something may still be appended, for want of room. */
  readonly isShort: boolean;
  /** What the start missed; null when it found all that is known of. */
  readonly shortStart: ShortStart | null;
  /** Throws on a record length that `append` would not take. */
  requireRoom(length: number): void;
  /**
   * Buffers a record and returns its number; `length` saves a view when the record is the beginning of a larger buffer. Throws after
   * `close` or a failed write: the venue must stop.
   */
  append(record: Uint8Array, length?: number): number;
  /** Resolves when everything appended before the call is durable. Calls made while a write is under way share the next one (group commit). */
  commit(): Promise<void>;
  /** Looks for room ahead of the records; rejects where even that fails. */
  refill(): Promise<void>;
  /** Reads durable records from `sequence` on. */
  readFrom(sequence: number): AsyncIterable<JournalRecord>;
  /** Like `readFrom` without a promise or a copy for each record: the fast way at start. */
  replay(sequence: number, visit: RecordVisitor): Promise<void>;
  /** Where a durable record begins, for messages. Reads the file up to it. */
  whereIs(sequence: number): Promise<StoredPlace>;
  /** Checks what lies before `sequence`, which a replay from there would not read. */
  verifyBefore(sequence: number): Promise<void>;
  /** Gives up records through `sequence`, as far as that is possible without rewriting others. */
  dropThrough(sequence: number): Promise<void>;
  /** Commits what was appended, then lets the journal go. Rejects when that last commit fails; the journal is let go all the same. */
  close(): Promise<void>;
}

export interface JournalRecord {
  readonly sequence: number;
  readonly record: Uint8Array;
}

/** The engine's whole state after command `sequence`; `timeMs` is that command's time, so that time never runs backwards after a restore. */
export interface Snapshot {
  readonly sequence: number;
  readonly timeMs: number;
  readonly state: Uint8Array;
}

/** A venue's snapshots, each known by the last command that it contains. */
export interface Snapshots {
  /** Ascending, valid or not. */
  readonly sequences: readonly number[];
  write(snapshot: Snapshot): Promise<void>;
  /** The file or row that it is, for messages. */
  nameOf(sequence: number): string;
  /** Null when it is damaged: then it is set aside and not offered again. Throws UnknownFormat when it is whole and of another format. */
  read(sequence: number): Promise<Snapshot | null>;
  /** Keeps an unusable snapshot for inspection where it is not read. */
  setAside(sequence: number, reason: string): Promise<void>;
  /** Deletes all but the newest `keep` and the newest one that the projector has wholly stored, from which it would be caught up. */
  prune(keep: number, projectedThrough: number): Promise<void>;
}

/** Where one venue's truth lies. */
export interface VenueStorage {
  readonly journal: Journal;
  readonly snapshots: Snapshots;
}
