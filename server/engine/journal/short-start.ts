import { join } from 'node:path';
import type { FileSystem } from './file-system.ts';
import { encodeNote, type HeadMark, newestNote } from './head-mark.ts';
import type { EngineLogger } from './logger.ts';
import { segmentName } from './segment-header.ts';

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

export const shortStartName = 'short-start';

/**
 * Compares what was found with what was noted, and says what is missing. The finding stays in a file, and is said again at every
 * start, until a person has looked at it and removes that file: the next commands take the missing numbers, and then nothing else tells.
 */
export const findShortStart = async (
  fileSystem: FileSystem,
  folder: string,
  mark: HeadMark,
  lastSequence: number,
  logger: EngineLogger,
): Promise<ShortStart | null> => {
  const path = join(folder, shortStartName);
  const { found } = mark;
  if (found === null && lastSequence > 0) {
    const text = 'the journal has no note of its end: whether its last records or files are missing cannot be known';
    logger.warn({ folder, lastSequence }, text);
  }
  const isKept = (await fileSystem.list(folder)).includes(shortStartName);
  if (found !== null && found.sequence > lastSequence && !isKept) {
    const file = await fileSystem.open(path, 'create');
    try {
      const lines = [found, { sequence: lastSequence, segment: 0, bytes: 0 }].map((end, count) => encodeNote({ count, end }));
      for (const [at, line] of lines.entries()) await file.write(line, line.length, at * line.length);
      await file.datasync();
    } finally {
      await file.close();
    }
    await fileSystem.syncFolder(folder);
  } else if (!isKept) return null;
  const shortStart = await readShortStart(fileSystem, folder, path);
  if (shortStart === null) return null;
  logger.warn(
    { folder, ...shortStart, keptIn: path },
    'the journal once ended later than it was found to end: acknowledged commands are missing, and any after the noted one cannot be known; remove the file that keeps this finding when it is settled',
  );
  return shortStart;
};

const readShortStart = async (fileSystem: FileSystem, folder: string, path: string): Promise<ShortStart | null> => {
  const file = await fileSystem.open(path, 'read');
  try {
    const bytes = new Uint8Array(await file.size());
    const count = await file.read(bytes, 0, bytes.length, 0);
    const lines = new TextDecoder().decode(bytes.subarray(0, count)).split('\n');
    const [noted, found] = [newestNote(lines[0] ?? '')?.end, newestNote(lines[1] ?? '')?.end];
    if (noted === undefined || found === undefined) return null;
    return {
      lastSequence: found.sequence,
      notedSequence: noted.sequence,
      file: join(folder, segmentName(noted.segment)),
      bytes: noted.bytes,
    };
  } finally {
    await file.close();
  }
};
