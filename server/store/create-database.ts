import { execFile } from 'node:child_process';
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { threadFile } from '../threads/thread-file.ts';

const run = promisify(execFile);

/**
 * Creates the database at `directory` unless it is there already; true when it was created.
 * It is made beside its place, synced and then renamed, so that a crash leaves either nothing or a whole database.
 */
export async function createDatabase(directory: string): Promise<boolean> {
  if (existsSync(directory)) return false;
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  const { file, argv } = threadFile('pglite-worker');
  await run(process.execPath, [file, ...argv, draft]);
  syncTree(draft);
  renameSync(draft, directory);
  syncPath(dirname(directory));
  return true;
}

function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) syncTree(child);
    else if (entry.isFile()) syncPath(child);
  }
  syncPath(path);
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
