import { join } from 'node:path';
import type { ShortStart } from '../journal-port.ts';
import type { EngineLogger } from '../logger.ts';
import { segmentName } from '../segments/segment-header.ts';
import type { FileSystem } from './file-system.ts';
import { encodeNote, type HeadMark, type JournalEnd, newestNote } from './head-mark.ts';

export const shortStartName = 'short-start';
/** The finding as it is written, before it has its name: a crash between the two leaves the older one whole. */
const unnamed = `${shortStartName}.new`;

/**
 * Compares what was found with what was noted, and says what is missing. The finding stays in a file, and is said again at every
 * start, until a person has looked at it and removes that file: the next commands take the missing numbers, and then nothing else
 * tells. A later loss is added to it. A file that cannot be read is a finding too.
 */
export const findShortStart = async (
  fileSystem: FileSystem,
  folder: string,
  mark: HeadMark,
  lastSequence: number,
  logger: EngineLogger,
): Promise<ShortStart | null> => {
  const { found } = mark;
  if (found === null && lastSequence > 0) {
    const text = 'the journal has no note of its end: whether its last records or files are missing cannot be known';
    logger.warn({ folder, lastSequence }, text);
  }
  const path = join(folder, shortStartName);
  const names = await fileSystem.list(folder);
  const kept = names.includes(shortStartName) ? await readText(fileSystem, path) : null;
  let findings = shortStartsIn(folder, kept ?? '');
  if (found !== null && found.sequence > lastSequence && !isKnown(findings.at(-1), found, lastSequence)) {
    if (names.includes(unnamed)) await fileSystem.remove(join(folder, unnamed));
    const text = linesOf(kept ?? '') + encodeFinding(found, lastSequence);
    await writeText(fileSystem, join(folder, unnamed), text);
    await fileSystem.rename(join(folder, unnamed), path);
    await fileSystem.syncFolder(folder);
    findings = shortStartsIn(folder, text);
  } else if (kept === null) return null;
  if (findings.length === 0) {
    const text = 'the journal once ended later than it was found to end, and what was found then can no longer be read';
    logger.warn({ folder, lastSequence, keptIn: path }, text);
    return { lastSequence, notedSequence: found?.sequence ?? lastSequence, file: path, bytes: kept?.length ?? 0 };
  }
  for (const finding of findings) {
    logger.warn(
      { folder, ...finding, keptIn: path },
      'the journal once ended later than it was found to end: acknowledged commands are missing, and any after the noted one cannot be known; remove the file that keeps this finding when it is settled',
    );
  }
  return findings.at(-1) ?? null;
};

/** A start that fails after it has kept its finding finds the same again. */
const isKnown = (last: ShortStart | undefined, noted: JournalEnd, lastSequence: number): boolean =>
  last !== undefined && last.notedSequence === noted.sequence && last.lastSequence === lastSequence;

/** Two lines each: what was noted, and what was found. */
const encodeFinding = (noted: JournalEnd, lastSequence: number): string =>
  [noted, { sequence: lastSequence, segment: 0, bytes: 0 }]
    .map((end, count) => new TextDecoder().decode(encodeNote({ count, end })))
    .join('');

/** Oldest first; lines that cannot be read are left out. */
const shortStartsIn = (folder: string, text: string): readonly ShortStart[] => {
  const notes = text.split('\n').map((line) => newestNote(line));
  return notes.flatMap((found, index) => {
    const noted = notes[index - 1];
    if (found?.count !== 1 || noted?.count !== 0) return [];
    const { sequence, segment, bytes } = noted.end;
    return [{ lastSequence: found.end.sequence, notedSequence: sequence, file: join(folder, segmentName(segment)), bytes }];
  });
};

const linesOf = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

const readText = async (fileSystem: FileSystem, path: string): Promise<string> => {
  const file = await fileSystem.open(path, 'read');
  try {
    const bytes = new Uint8Array(await file.size());
    const count = await file.read(bytes, 0, bytes.length, 0);
    return new TextDecoder().decode(bytes.subarray(0, count));
  } finally {
    await file.close();
  }
};

const writeText = async (fileSystem: FileSystem, path: string, text: string): Promise<void> => {
  const bytes = new TextEncoder().encode(text);
  const file = await fileSystem.open(path, 'create');
  try {
    await file.write(bytes, bytes.length, 0);
    await file.datasync();
  } finally {
    await file.close();
  }
};
