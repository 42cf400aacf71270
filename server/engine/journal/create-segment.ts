import { join } from 'node:path';
import type { FileSystem, OpenFile } from './file-system.ts';
import type { JournalSegment } from './journal-segment.ts';
import { encodeSegmentHeader, type SegmentHeader, segmentHeaderBytes, segmentName } from './segment-header.ts';

/** Makes the file, its header and its name durable, in this order, before any record goes into it. */
export const createSegment = async (
  fileSystem: FileSystem,
  folder: string,
  header: SegmentHeader,
): Promise<{ readonly segment: JournalSegment; readonly file: OpenFile }> => {
  const path = join(folder, segmentName(header.firstSequence));
  const file = await fileSystem.open(path, 'create');
  try {
    await file.write(encodeSegmentHeader(header), segmentHeaderBytes, 0);
    await file.datasync();
    await fileSystem.syncFolder(folder);
  } catch (error) {
    await file.close();
    throw error;
  }
  return { segment: { path, firstSequence: header.firstSequence, bytes: segmentHeaderBytes, checkedTo: 0 }, file };
};
