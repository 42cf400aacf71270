import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Path of the file that runs strategies in a thread: from source a loader for `server/strategy-worker.ts`, in a build
 * `strategy-worker.js` beside the main file, of which this module may be a chunk one folder below.
 */
export function workerFile(moduleUrl = import.meta.url): string {
  const folder = dirname(fileURLToPath(moduleUrl));
  const candidates = [
    join(folder, '..', '..', 'strategy-worker-source.mjs'),
    join(folder, 'strategy-worker.js'),
    join(dirname(folder), 'strategy-worker.js'),
  ];
  const path = candidates.find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error(`strategy-worker.js is neither in ${folder} nor above it; add it to the server build's entries`);
  return path;
}
