import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Files that run as a thread or a process of their own, from `server/`; each is an entry of the server's build. */
export const threadSources = {
  'pglite-worker': 'store/pglite/pglite-worker.ts',
  'strategy-worker': 'strategy-worker.ts',
  'backtest-worker': 'backtest-worker.ts',
} as const;
export type ThreadName = keyof typeof threadSources;

interface ThreadFile {
  readonly file: string;
  /** Arguments that come before the thread's own. */
  readonly argv: readonly string[];
}

/** Files that others have built of these sources. */
const builtElsewhere = new Map<ThreadName, string>();

/** From now on threads of these names start from a build of these sources in `folder`, null: from source. Most of what a start from source takes is its loader; tests alone do without, which start hundreds. */
export function startFromBuild(names: readonly ThreadName[], folder: string | null): void {
  for (const name of names) {
    if (folder === null) builtElsewhere.delete(name);
    else builtElsewhere.set(name, join(folder, `${name}.js`));
  }
}

/**
 * What to start a thread with: from source a loader with the TypeScript file as its argument, in a build `<name>.js` beside the
 * main file, of which this module may be a chunk one folder below.
 */
export function threadFile(name: ThreadName, moduleUrl = import.meta.url): ThreadFile {
  const elsewhere = builtElsewhere.get(name);
  if (elsewhere !== undefined && moduleUrl === import.meta.url) return { file: elsewhere, argv: [] };
  const folder = dirname(fileURLToPath(moduleUrl));
  const loader = join(folder, 'source-thread.mjs');
  if (existsSync(loader)) return { file: loader, argv: [pathToFileURL(join(folder, '..', threadSources[name])).href] };
  const built = [join(folder, `${name}.js`), join(dirname(folder), `${name}.js`)].find((path) => existsSync(path));
  if (built === undefined) throw new Error(`${name}.js is neither in ${folder} nor above it; add it to the server build's entries`);
  return { file: built, argv: [] };
}
