import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Path of the file that runs the database, as a thread or a process: from source a loader for `pglite-worker.ts`, in a build
 * `pglite-worker.js` beside the main file, of which this module may be a chunk one folder below.
 */
export function workerEntry(moduleUrl = import.meta.url): string {
  const folder = dirname(fileURLToPath(moduleUrl));
  const candidates = [
    join(folder, 'pglite-worker-source.mjs'),
    join(folder, 'pglite-worker.js'),
    join(dirname(folder), 'pglite-worker.js'),
  ];
  const path = candidates.find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error(`pglite-worker.js is neither in ${folder} nor above it; add it to the server build's entries`);
  return path;
}
