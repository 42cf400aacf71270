import { join } from 'node:path';
import { JournalCorrupt } from '../failures/journal-corrupt.ts';
import { JournalFailed } from '../failures/journal-failed.ts';
import { UnknownFormat } from '../failures/unknown-format.ts';
import { type EngineLogger, silentLogger } from '../logger.ts';
import type { JournalSegment } from '../segments/journal-segment.ts';
import { SegmentDraft } from '../segments/segment-draft.ts';
import {
  decodeSegmentHeader,
  segmentHeaderBytes,
  segmentName,
  segmentVersion,
  sequenceOfName,
  versionOffset,
} from '../segments/segment-header.ts';
import { SegmentScan } from '../segments/segment-scan.ts';
import { judgeTail } from '../segments/segment-tail.ts';
import { FileJournal } from './file-journal.ts';
import type { FileSystem, OpenFile } from './file-system.ts';
import { lockFolder } from './folder-lock.ts';
import { HeadMark, type Schedule } from './head-mark.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { findShortStart } from './short-start.ts';

export interface FileJournalOptions {
  readonly folder: string;
  /** A segment that would grow beyond this is closed and the next one begun. Default 64 MiB. */
  readonly segmentBytes?: number;
  /** `all` (default) reads every record of every segment; `needed` only the last segment, the others when they are replayed. */
  readonly verify?: 'all' | 'needed';
  /** Last sequence that somebody is known to have read from the disk: a record up to it was acknowledged, and its damage is no torn end. */
  readonly storedThrough?: number;
  readonly logger?: EngineLogger;
  readonly fileSystem?: FileSystem;
  /** For what need not be written at each commit; without one it is. */
  readonly schedule?: Schedule;
}

interface Folder {
  readonly path: string;
  readonly fileSystem: FileSystem;
  readonly logger: EngineLogger;
  readonly storedThrough: number;
}

/**
 * Opens a venue's journal, alone. What a crash leaves is repaired and logged: a torn last batch is cut off, a torn last header removed.
 * Any other damage throws `JournalCorrupt` and a format of another version of the product `UnknownFormat`, both with file and byte offset; a folder
 * in use throws `JournalLocked`.
 */
export const openFileJournal = async (options: FileJournalOptions): Promise<FileJournal> => {
  const { folder, segmentBytes = 64 * 1024 * 1024, verify = 'all', storedThrough = 0 } = options;
  const { logger = silentLogger, fileSystem = nodeFileSystem } = options;
  await fileSystem.makeFolder(folder);
  const unlock = await lockFolder(folder);
  let journal: FileJournal;
  const opened: { close(): Promise<void> }[] = [];
  try {
    const place: Folder = { path: folder, fileSystem, logger, storedThrough };
    const segments = await readHeaders(place);
    const head = await HeadMark.open(fileSystem, folder, logger, options.schedule);
    opened.push(head);
    const tail = await openTail(place, segments, head.found?.sequence ?? 0);
    opened.push(tail.active);
    const shortStart = await findShortStart(fileSystem, folder, head, tail.lastSequence, logger);
    journal = new FileJournal({ folder, fileSystem, logger, segmentBytes, segments, head, shortStart, unlock, ...tail });
  } catch (error) {
    for (const file of opened) await file.close();
    await unlock();
    throw error;
  }
  try {
    if (verify === 'all') await journal.verifyBefore(journal.lastSequence + 1);
    return journal;
  } catch (error) {
    await journal.close();
    throw error;
  }
};

/** Segments oldest first, with headers and the sizes of closed ones checked. */
const readHeaders = async (place: Folder): Promise<JournalSegment[]> => {
  const sequences = (await place.fileSystem.list(place.path)).map(sequenceOfName).filter((sequence) => sequence !== null);
  sequences.sort((left, right) => left - right);
  const segments: JournalSegment[] = [];
  for (const [index, firstSequence] of sequences.entries()) {
    const path = join(place.path, segmentName(firstSequence));
    const { header, bytes } = await readHeader(place.fileSystem, path);
    if (header === null && index === sequences.length - 1 && bytes <= segmentHeaderBytes && (index > 0 || firstSequence === 1)) {
      await place.fileSystem.remove(path);
      await place.fileSystem.syncFolder(place.path);
      place.logger.warn({ file: path, bytes }, 'removed a journal segment whose creation a crash cut short');
      break;
    }
    if (header !== null && header.version !== segmentVersion) {
      const what = `a journal segment has format ${header.version}, and format ${segmentVersion} is what can be read here`;
      throw new UnknownFormat({ file: path, offset: versionOffset }, what);
    }
    if (header === null || header.firstSequence !== firstSequence) throw new JournalCorrupt(path, 0, 'the segment header cannot be read');
    const before = segments.at(-1);
    if (before !== undefined && before.bytes !== header.previousBytes) {
      const offset = Math.min(before.bytes, header.previousBytes);
      throw new JournalCorrupt(before.path, offset, `the closed segment has ${before.bytes} bytes instead of ${header.previousBytes}`);
    }
    segments.push({ path, firstSequence, bytes, checkedTo: 0 });
  }
  return segments;
};

const readHeader = async (fileSystem: FileSystem, path: string) =>
  withFile(fileSystem, path, async (file) => {
    const head = new Uint8Array(segmentHeaderBytes);
    const count = await file.read(head, 0, segmentHeaderBytes, 0);
    return { header: decodeSegmentHeader(head, count), bytes: await file.size() };
  });

/** Opens the last segment for writing, or the first one ever; cuts off what follows the last record. */
const openTail = async (
  place: Folder,
  segments: JournalSegment[],
  notedThrough: number,
): Promise<{ active: OpenFile; lastSequence: number }> => {
  const last = segments.at(-1);
  if (last === undefined) {
    const first = await SegmentDraft.create(place.fileSystem, place.path, { firstSequence: 1, previousBytes: 0 });
    if (first === null) throw new JournalFailed('the disk has no room to begin it');
    segments.push(await first.name());
    return { active: first.file, lastSequence: 0 };
  }
  const active = await place.fileSystem.open(last.path, 'edit');
  try {
    const scan = new SegmentScan(active, last.firstSequence, last.bytes);
    await scan.readAll(null);
    if (scan.damaged) await cutTail(place, last, active, scan, notedThrough);
    last.checkedTo = scan.offset;
    // A killed process leaves records that are in the file but perhaps not on disk; they count as durable from here on.
    await active.datasync();
    await place.fileSystem.syncFolder(place.path);
    return { active, lastSequence: scan.nextSequence - 1 };
  } catch (error) {
    await active.close();
    throw error;
  }
};

const cutTail = async (place: Folder, segment: JournalSegment, file: OpenFile, scan: SegmentScan, notedThrough: number): Promise<void> => {
  const { offset, nextSequence } = scan;
  const tail = await judgeTail(file, offset, segment.bytes, nextSequence);
  if (tail.kind === 'damaged') {
    const what = `record ${nextSequence} cannot be read, but a valid record follows at byte ${tail.validAt}. Restore a backup of the data folder`;
    throw new JournalCorrupt(segment.path, offset, what);
  }
  if (tail.kind === 'torn' && nextSequence <= place.storedThrough) {
    const what = `record ${nextSequence} cannot be read, and it was acknowledged: the database has it. "npm run recover" says what is missing`;
    throw new JournalCorrupt(segment.path, offset, what);
  }
  await file.truncate(offset);
  if (tail.kind === 'torn') {
    place.logger.warn(
      { file: segment.path, offset, droppedBytes: segment.bytes - offset, sequence: nextSequence },
      nextSequence <= notedThrough
        ? 'cut off the end of the journal, which cannot be read though it was once durable'
        : 'cut off the end of the journal that a crash had torn; it was never acknowledged',
    );
  }
  segment.bytes = offset;
};

const withFile = async <Result>(fileSystem: FileSystem, path: string, use: (file: OpenFile) => Promise<Result>): Promise<Result> => {
  const file = await fileSystem.open(path, 'read');
  try {
    return await use(file);
  } finally {
    await file.close();
  }
};
