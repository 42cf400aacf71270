import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileSystem, OpenFile } from '../../server/engine/journal/files/file-system.ts';
import { nodeFileSystem } from '../../server/engine/journal/files/node-file-system.ts';
import type { Journal } from '../../server/engine/journal/journal-port.ts';
import { segmentName } from '../../server/engine/journal/segments/segment-header.ts';

/** A folder of its own and its disposer. */
export const temporaryFolder = async (): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'tessera-journal-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

export interface FileHooks {
  /** Runs before the real call; a rejection takes its place. */
  beforeWrite?: (path: string, length: number) => Promise<void>;
  beforeSync?: (path: string) => Promise<void>;
  /** Runs in the very turn in which the sync is over. */
  afterSync?: () => void;
}

/** The real file system with hooks that tests may set and change at any time, to slow it down or to break it. */
export const hookedFileSystem = (hooks: FileHooks): FileSystem => ({
  ...nodeFileSystem,
  open: async (path, mode) => hookedFile(await nodeFileSystem.open(path, mode), path, hooks),
});

const hookedFile = (file: OpenFile, path: string, hooks: FileHooks): OpenFile => ({
  read: (buffer, offset, length, position) => file.read(buffer, offset, length, position),
  write: async (buffer, length, position) => {
    await hooks.beforeWrite?.(path, length);
    await file.write(buffer, length, position);
  },
  datasync: async () => {
    await hooks.beforeSync?.(path);
    await file.datasync();
    hooks.afterSync?.();
  },
  truncate: (length) => file.truncate(length),
  size: () => file.size(),
  close: () => file.close(),
});

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export const appendTexts = async (journal: Journal, texts: readonly string[]): Promise<void> => {
  for (const text of texts) journal.append(bytesOf(text));
  await journal.commit();
};

/** Every record from `sequence` on as "number:text". */
export const readTexts = async (journal: Journal, sequence = 1): Promise<string[]> => {
  const texts: string[] = [];
  for await (const { sequence: number, record } of journal.readFrom(sequence)) texts.push(`${number}:${new TextDecoder().decode(record)}`);
  return texts;
};

export const segmentPath = (folder: string, firstSequence: number): string => join(folder, segmentName(firstSequence));

export const readSegment = (folder: string, firstSequence: number): Promise<Buffer> => readFile(segmentPath(folder, firstSequence));
