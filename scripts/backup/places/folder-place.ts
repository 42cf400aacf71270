import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { BackupProblem } from '../backup-problem.ts';
import type { BackupPlace } from './backup-place.ts';

const draftPrefix = '.unfinished-';
/** One that a kill left is nobody's by then. */
const abandonedMs = 24 * 60 * 60_000;

/** Backups in a folder: each is put together under another name and renamed when it is whole and on the disk. */
export class FolderPlace implements BackupPlace {
  readonly shown: string;

  constructor(folder: string) {
    this.shown = folder;
  }

  async draftFolder(): Promise<string> {
    await removeAbandoned(this.shown, draftPrefix);
    return mkdtemp(join(this.shown, draftPrefix));
  }

  async list(prefix: string, suffix: string): Promise<readonly string[]> {
    const names = await readdir(join(this.shown, prefix), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names
      .filter((name) => name.endsWith(suffix) && !name.startsWith(draftPrefix))
      .map((name) => prefix + name)
      .toSorted();
  }

  async read(name: string): Promise<Readable> {
    const handle = await open(join(this.shown, name), 'r').catch((error: NodeJS.ErrnoException) => {
      throw new BackupProblem(error.code === 'ENOENT' ? `${name} is missing in ${this.shown}` : `${name} cannot be read: ${error.message}`);
    });
    return createReadStream('', { fd: handle });
  }

  async publish(folder: string, name: string): Promise<void> {
    await syncTree(folder);
    const path = join(this.shown, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(folder, path);
    await syncPath(dirname(path));
  }

  async remove(name: string, manifest: string): Promise<void> {
    await rm(join(this.shown, name, manifest), { force: true });
    await rm(join(this.shown, name), { recursive: true, force: true });
  }
}

/** Makes a folder unless it is there, and deletes what a kill left in it a day ago. */
export async function removeAbandoned(folder: string, prefix: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.startsWith(prefix) && Date.now() - (await stat(path)).mtimeMs > abandonedMs) await rm(path, { recursive: true, force: true });
  }
}

/** Makes all that lies in a folder durable. */
export async function syncTree(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await syncTree(child);
    else if (entry.isFile()) await syncPath(child);
  }
  await syncPath(path);
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
