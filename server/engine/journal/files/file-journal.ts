import { DiskFailed, isBrokenDisk } from '../failures/disk-failed.ts';
import { JournalCorrupt } from '../failures/journal-corrupt.ts';
import { JournalFailed } from '../failures/journal-failed.ts';
import { type GatheredRecords, GroupCommit } from '../group-commit.ts';
import type { Journal, JournalRecord, RecordVisitor, ShortStart, StoredPlace } from '../journal-port.ts';
import type { EngineLogger } from '../logger.ts';
import type { JournalSegment } from '../segments/journal-segment.ts';
import { recordHeaderBytes } from '../segments/record-format.ts';
import { SegmentDraft } from '../segments/segment-draft.ts';
import { segmentHeaderBytes } from '../segments/segment-header.ts';
import { SegmentScan } from '../segments/segment-scan.ts';
import type { FileSystem, OpenFile } from './file-system.ts';
import type { HeadMark } from './head-mark.ts';
import { Reserve } from './reserve.ts';

/** What `openFileJournal` found and made ready; the last segment is open for writing and ends with its last record. */
interface FileJournalState {
  readonly folder: string;
  readonly fileSystem: FileSystem;
  readonly logger: EngineLogger;
  readonly segmentBytes: number;
  readonly segments: JournalSegment[];
  readonly active: OpenFile;
  readonly lastSequence: number;
  readonly head: HeadMark;
  /** What the start missed; null when it found all that is known of. */
  readonly shortStart: ShortStart | null;
  readonly unlock: () => Promise<void>;
}

/** The journal in append-only files: what was gathered is one write and one sync. A disk that lied once is not asked again. */
export class FileJournal implements Journal {
  readonly shortStart: ShortStart | null;
  readonly #head: HeadMark;
  readonly #folder: string;
  readonly #fileSystem: FileSystem;
  readonly #logger: EngineLogger;
  readonly #segmentBytes: number;
  readonly #segments: JournalSegment[];
  readonly #unlock: () => Promise<void>;
  #active: OpenFile;
  readonly #reserve: Reserve;
  readonly #group: GroupCommit;
  #ended: Promise<void> | null = null;
  /** Resolves when the clean-up after a failure is over. */
  #settled: Promise<void> = Promise.resolve();

  constructor(state: FileJournalState) {
    this.#folder = state.folder;
    this.#fileSystem = state.fileSystem;
    this.#logger = state.logger;
    this.#segmentBytes = state.segmentBytes;
    this.#segments = state.segments;
    this.#reserve = new Reserve(state.folder, state.segmentBytes, state.logger);
    this.#unlock = state.unlock;
    this.#head = state.head;
    this.shortStart = state.shortStart;
    this.#active = state.active;
    this.#group = new GroupCommit({
      lastSequence: state.lastSequence,
      write: (records) => this.#write(records),
      onFailed: (failure) => {
        this.#settled = this.#fail(failure);
      },
    });
    this.#noteEnd();
  }

  get lastSequence(): number {
    return this.#group.lastSequence;
  }

  get durableSequence(): number {
    return this.#group.durableSequence;
  }

  /** True while the disk has no room ahead of the records: what is left is for those that must not be refused. */
  get isShort(): boolean {
    return this.#reserve.isShort;
  }

  /** Number of the oldest record still kept; one more than the last when the journal is empty. */
  get firstSequence(): number {
    return (this.#segments[0] as JournalSegment).firstSequence;
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

  /** Asks the disk for the blocks ahead of the records, as every commit does; also without one, so that they are there before the first. */
  refill(): Promise<void> {
    return this.#group.nextWrite();
  }

  async *readFrom(sequence: number): AsyncIterable<JournalRecord> {
    const records: JournalRecord[] = [];
    const keep: RecordVisitor = (number, bytes, start, end) => {
      if (number >= sequence) records.push({ sequence: number, record: bytes.slice(start, end) });
    };
    for await (const scan of this.#scans((nextFirst) => nextFirst > sequence)) {
      for (let more = true; more; ) {
        more = await scan.readChunk(keep);
        yield* records;
        records.length = 0;
      }
    }
  }

  /** Does not check again what opening has checked. */
  async replay(sequence: number, visit: RecordVisitor): Promise<void> {
    const visitWanted: RecordVisitor = (number, bytes, start, end) => (number >= sequence ? visit(number, bytes, start, end) : undefined);
    for await (const scan of this.#scans((nextFirst) => nextFirst > sequence, true)) await scan.readAll(visitWanted);
  }

  async whereIs(sequence: number): Promise<StoredPlace> {
    let offset = segmentHeaderBytes;
    for await (const scan of this.#scans((nextFirst) => nextFirst > sequence, true)) {
      await scan.readAll((number, _bytes, start, end) => {
        if (number < sequence) offset += recordHeaderBytes + end - start;
      });
      break;
    }
    const segment = this.#segments.findLast(({ firstSequence }) => firstSequence <= sequence);
    return { file: (segment as JournalSegment).path, offset };
  }

  /** Reads every segment that ends before `sequence`, which a replay from there would not read. Throws `JournalCorrupt`. */
  async verifyBefore(sequence: number): Promise<void> {
    for await (const scan of this.#scans((nextFirst) => nextFirst <= sequence)) await scan.readAll(null);
  }

  /** Deletes closed segments that hold no record after `sequence`, oldest first, so that a crash half-way leaves no gap. */
  async dropThrough(sequence: number): Promise<void> {
    let dropped = 0;
    for (let next = this.#segments[1]; next !== undefined && next.firstSequence <= sequence + 1; next = this.#segments[1]) {
      const segment = this.#segments.shift() as JournalSegment;
      await this.#fileSystem.remove(segment.path);
      dropped += 1;
    }
    if (dropped === 0) return;
    await this.#fileSystem.syncFolder(this.#folder);
    this.#logger.info(
      { folder: this.#folder, dropped, firstSequence: this.firstSequence },
      'deleted journal segments that a snapshot covers',
    );
  }

  close(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #end(): Promise<void> {
    const last = this.#group.hasFailed ? Promise.resolve() : this.#finish();
    this.#group.end(new JournalFailed('it is closed'));
    try {
      await last;
    } finally {
      await this.#settled;
      await this.#head.close();
      await this.#active.close();
      await this.#unlock();
    }
  }

  async #finish(): Promise<void> {
    await this.commit();
    await this.#cutReserve();
  }

  /**
   * Scans of the durable part, one segment after the other; each must end without damage where the next one begins. `trusting` the
   * checksums that were found right when the journal was opened.
   */
  async *#scans(isWanted: (nextFirst: number) => boolean, trusting = false): AsyncIterable<SegmentScan> {
    const end = this.durableSequence + 1;
    const parts = this.#segments.map((segment) => ({ ...segment }));
    for (const [index, part] of parts.entries()) {
      const nextFirst = parts[index + 1]?.firstSequence ?? end;
      if (nextFirst === part.firstSequence || !isWanted(nextFirst)) continue;
      const file = await this.#fileSystem.open(part.path, 'read');
      try {
        const scan = new SegmentScan(file, part.firstSequence, part.bytes, trusting ? part.checkedTo : 0);
        yield scan;
        requireWhole(part.path, scan, nextFirst);
      } finally {
        await file.close();
      }
    }
  }

  async #write({ buffer, bytes }: GatheredRecords): Promise<() => void> {
    let segment = this.#segments.at(-1) as JournalSegment;
    try {
      const isFull = segment.bytes + bytes > this.#segmentBytes && segment.bytes > segmentHeaderBytes;
      if (isFull && !this.#reserve.isShort) segment = await this.#roll(segment);
      if (bytes > 0) await this.#active.write(buffer, bytes, segment.bytes);
      const end = segment.bytes + bytes;
      if (this.#reserve.isUsed(end)) await this.#reserve.fill(this.#active, end);
    } catch (cause) {
      throw isBrokenDisk(cause) ? new DiskFailed(segment.path, cause) : cause;
    }
    await this.#sync(segment.path);
    return () => {
      segment.bytes += bytes;
      this.#noteEnd();
    };
  }

  async #sync(path: string): Promise<void> {
    try {
      await this.#active.datasync();
    } catch (cause) {
      throw new DiskFailed(path, cause);
    }
  }

  #noteEnd(): void {
    const { firstSequence, bytes } = this.#segments.at(-1) as JournalSegment;
    this.#head.note({ sequence: this.durableSequence, segment: firstSequence, bytes });
  }

  /** Cuts off what follows the durable records. */
  #cutReserve(): Promise<void> {
    return this.#active.truncate((this.#segments.at(-1) as JournalSegment).bytes);
  }

  /**
   * The next segment is made whole beside its place, with its reserve: without room for both the old one goes on, beyond its size. A
   * closed segment ends with its last record, and does so durably before the next one can say that it does.
   */
  async #roll(old: JournalSegment): Promise<JournalSegment> {
    const header = { firstSequence: this.durableSequence + 1, previousBytes: old.bytes };
    const draft = await SegmentDraft.create(this.#fileSystem, this.#folder, header);
    if (draft === null || !(await this.#reserve.moveTo(draft.file, segmentHeaderBytes))) {
      await draft?.discard();
      return old;
    }
    await this.#cutReserve();
    await this.#sync(old.path);
    const segment = await draft.name();
    const closed = this.#active;
    this.#active = draft.file;
    this.#segments.push(segment);
    await closed.close();
    return segment;
  }

  /** Nothing after the last good sync was acknowledged; cutting it off keeps a restart from reading bytes that the disk never took. */
  async #fail({ cause }: JournalFailed): Promise<void> {
    this.#logger.error(
      { folder: this.#folder, err: cause, durableSequence: this.durableSequence },
      'the journal failed and takes no more records',
    );
    try {
      await this.#cutReserve();
    } catch (error) {
      this.#logger.warn({ folder: this.#folder, err: error }, 'the unsynced end of the journal could not be cut off');
    }
  }
}

/** Closed segments and the durable part of the last one have no torn tail: any damage in them is corruption. */
const requireWhole = (path: string, scan: SegmentScan, nextFirst: number): void => {
  if (!scan.damaged && scan.nextSequence === nextFirst) return;
  const what = scan.damaged
    ? `record ${scan.nextSequence} cannot be read`
    : `it ends with record ${scan.nextSequence - 1}, not ${nextFirst - 1}`;
  throw new JournalCorrupt(path, scan.offset, what);
};
