import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ThreadName, threadFile, threadSources } from './thread-file.ts';

const names = Object.keys(threadSources) as readonly ThreadName[];

describe('the file of a thread', () => {
  let build: string;
  beforeEach(() => {
    build = mkdtempSync(join(tmpdir(), 'tessera-threads-'));
    mkdirSync(join(build, 'chunks'));
  });
  afterEach(() => rmSync(build, { recursive: true, force: true }));
  const from = (name: ThreadName, ...path: readonly string[]) => threadFile(name, pathToFileURL(join(build, ...path)).href);

  it.each(names)('%s is TypeScript behind a loader when run from source', (name) => {
    const { file, argv } = threadFile(name);
    expect(file).toBe(join(import.meta.dirname, 'source-thread.mjs'));
    expect(argv.map((url) => existsSync(fileURLToPath(url)))).toEqual([true]);
  });

  it.each(names)('%s is found beside the main file of a build, from there and from a chunk', (name) => {
    const built = join(build, `${name}.js`);
    writeFileSync(built, '');
    expect(from(name, 'main.js')).toEqual({ file: built, argv: [] });
    expect(from(name, 'chunks', 'server.js')).toEqual({ file: built, argv: [] });
  });

  it.each(names)('%s is missed with words when a build left it out', (name) => {
    expect(() => from(name, 'main.js')).toThrow(`${name}.js`);
  });
});
