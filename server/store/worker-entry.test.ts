import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workerEntry } from './worker-entry.ts';

describe('the file of the database thread', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-entry-'));
    mkdirSync(join(folder, 'chunks'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is the loader of the TypeScript file when run from source', () => {
    expect(workerEntry()).toBe(join(import.meta.dirname, 'pglite-worker-source.mjs'));
  });

  it('is found beside the main file of a build, from there and from a chunk', () => {
    const built = join(folder, 'pglite-worker.js');
    writeFileSync(built, '');
    expect(workerEntry(pathToFileURL(join(folder, 'main.js')).href)).toBe(built);
    expect(workerEntry(pathToFileURL(join(folder, 'chunks/store.js')).href)).toBe(built);
  });

  it('is missed with words when a build left it out', () => {
    expect(() => workerEntry(pathToFileURL(join(folder, 'main.js')).href)).toThrow('pglite-worker.js');
  });
});
