import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isKept, keepFolder } from './kept-folder.ts';
import { storedGzip } from './stored-gzip.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'tessera-kept-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** Writes in two halves with time between them, as long work does. */
const writer =
  (text: string) =>
  async (folder: string): Promise<void> => {
    writeFileSync(join(folder, 'first'), text);
    await new Promise((resolve) => setTimeout(resolve, 10));
    writeFileSync(join(folder, 'second'), text);
  };

const held = (folder: string): readonly string[] => ['first', 'second'].map((name) => readFileSync(join(folder, name), 'utf8'));

describe('a kept folder', () => {
  it('is made once, and anew for another stamp', async () => {
    const folder = join(parent, 'deep', 'folder');
    expect(await keepFolder(folder, '1', writer('one'))).toBe(true);
    expect(await keepFolder(folder, '1', writer('never'))).toBe(false);
    expect(held(folder)).toEqual(['one', 'one']);
    expect(await keepFolder(folder, '2', writer('two'))).toBe(true);
    expect(held(folder)).toEqual(['two', 'two']);
    expect(readdirSync(join(parent, 'deep'))).toEqual(['folder']);
  });

  it('is whole when several ask at once, also where an old one stands', async () => {
    const folder = join(parent, 'folder');
    await keepFolder(folder, '1', writer('old'));
    await Promise.all(['a', 'b', 'c'].map((text) => keepFolder(folder, '2', writer(text))));
    const [first, second] = held(folder);
    expect([first, isKept(folder, '2')]).toEqual([second, true]);
    expect(readdirSync(parent)).toEqual(['folder']);
  });

  it('stays as it was when the work fails, and is not taken for whole where somebody else began it', async () => {
    const folder = join(parent, 'folder');
    await keepFolder(folder, '1', writer('one'));
    await expect(keepFolder(folder, '2', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    expect(held(folder)).toEqual(['one', 'one']);
    expect(readdirSync(parent)).toEqual(['folder']);
    const begun = join(parent, 'begun');
    mkdirSync(begun);
    writeFileSync(join(begun, 'first'), 'half');
    expect(await keepFolder(begun, '1', writer('whole'))).toBe(true);
    expect(held(begun)).toEqual(['whole', 'whole']);
  });
});

it.each([0, 1, 65_535, 65_536, 200_000])('a stored gzip of %d bytes holds them', (length) => {
  const bytes = Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 31) % 251));
  expect(gunzipSync(storedGzip(bytes)).equals(bytes)).toBe(true);
});
