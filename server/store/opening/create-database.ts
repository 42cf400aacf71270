import { execFile } from 'node:child_process';
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { threadFile } from '../../threads/thread-file.ts';
import { StoreError } from '../store-error.ts';

const run = promisify(execFile);

/**
 * Creates the database at `directory` unless it is there already; true when it was created.
 * It is made beside its place, synced and then renamed, so that a crash leaves either nothing or a whole database.
 * STORE_FAILED, with what to do, when it cannot be made; nothing is left then.
 */
export async function createDatabase(directory: string): Promise<boolean> {
  if (existsSync(directory)) return false;
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  const { file, argv } = threadFile('pglite-worker');
  await run(process.execPath, [file, ...argv, draft]).catch((error: unknown) => {
    rmSync(draft, { recursive: true, force: true });
    throw notMade(directory, error);
  });
  syncTree(draft);
  renameSync(draft, directory);
  syncPath(dirname(directory));
  return true;
}

/** How the process that makes it ended. */
interface ProcessEnd {
  readonly stderr?: string;
  readonly signal?: string | null;
  readonly code?: unknown;
}

function notMade(directory: string, error: unknown): StoreError {
  const { stderr = '', signal, code } = error as ProcessEnd;
  const isFull = /errno: 51\b|ENOSPC|No space left/.test(stderr);
  const line = stderr.split('\n').find((text) => /^(\w*Error\b|FATAL|PANIC)/.test(text.trim()));
  const reason = isFull
    ? 'the disk is full'
    : (line?.trim() ?? (signal == null ? `the process that makes it ended with ${String(code)}` : `it was ended by ${signal}`));
  const text = [
    `the database in ${directory} could not be made (${reason}). Nothing is left of it: see that the disk has 100 MB of room, the machine 1 GB of`,
    'memory for a moment, and that the folder may be written; then start again',
  ];
  return new StoreError('STORE_FAILED', text.join(' '), { cause: error });
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
