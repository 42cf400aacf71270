import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  appendTexts,
  bytesOf,
  type FileHooks,
  hookedFileSystem,
  readTexts,
  segmentPath,
  temporaryFolder,
} from '../../../../tests/engine/journal-kit.ts';
import { type DiskFault, faultyFileSystem } from '../../../../tests/kit/disks/faulty-disk.ts';
import { DiskFailed } from '../failures/disk-failed.ts';
import { JournalFailed } from '../failures/journal-failed.ts';
import type { FileJournal } from './file-journal.ts';
import { headMarkName, newestNote } from './head-mark.ts';
import { type FileJournalOptions, openFileJournal } from './open-file-journal.ts';

let folder: string;
let remove: () => Promise<void>;
let journal: FileJournal | undefined;

beforeEach(async () => {
  ({ path: folder, remove } = await temporaryFolder());
});

afterEach(async () => {
  await journal?.close();
  journal = undefined;
  await remove();
});

const open = async (options: Partial<FileJournalOptions> = {}): Promise<FileJournal> => {
  journal = await openFileJournal({ folder, ...options });
  return journal;
};

const noSpace = (): Promise<never> => Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }));

const numbers = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, index) => `record ${from + index}`);

test('Records keep their numbers and bytes over a restart, and numbering goes on', async () => {
  const first = await open();
  await appendTexts(first, ['one', 'two']);
  expect(first.lastSequence).toBe(2);
  expect(first.durableSequence).toBe(2);
  await first.close();

  const second = await open();
  expect(second.lastSequence).toBe(2);
  await appendTexts(second, ['three']);
  expect(await readTexts(second)).toEqual(['1:one', '2:two', '3:three']);
  expect(await readTexts(second, 3)).toEqual(['3:three']);
});

test('Commits made while a write is under way share the next one', async () => {
  let syncs = 0;
  const beforeSync = async (): Promise<void> => {
    syncs += 1;
  };
  const opened = await open({ fileSystem: hookedFileSystem({ beforeSync }) });
  syncs = 0;
  const commits: Promise<void>[] = [];
  for (let index = 0; index < 1000; index += 1) {
    opened.append(bytesOf(`record ${index}`));
    commits.push(opened.commit());
  }
  await Promise.all(commits);
  expect(syncs).toBe(2);
  expect(opened.durableSequence).toBe(1000);
});

test('A commit resolves only after its sync, and later records do not count as durable with it', async () => {
  const hooks: FileHooks = {};
  const opened = await open({ fileSystem: hookedFileSystem(hooks) });
  let letSync: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    hooks.beforeSync = () => {
      resolve();
      return new Promise((go) => {
        letSync = go;
      });
    };
  });
  opened.append(bytesOf('one'));
  let committed = false;
  const commit = opened.commit().then(() => {
    committed = true;
  });
  await reached;
  opened.append(bytesOf('two'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(committed).toBe(false);
  expect(opened.durableSequence).toBe(0);
  expect(await readTexts(opened)).toEqual([]);
  delete hooks.beforeSync;
  letSync();
  await commit;
  expect(opened.durableSequence).toBe(1);
  expect(await readTexts(opened)).toEqual(['1:one']);
});

test('A commit with nothing new waits for the write under way', async () => {
  const opened = await open();
  opened.append(bytesOf('one'));
  void opened.commit();
  await opened.commit();
  expect(opened.durableSequence).toBe(1);
  await opened.commit();
});

test('Full segments are closed and the next one begun; reading goes across them from any record', async () => {
  const first = await open({ segmentBytes: 200 });
  for (const text of numbers(1, 40)) await appendTexts(first, [text]);
  expect((await readdir(folder)).length).toBeGreaterThan(4);
  await first.close();
  const second = await open({ segmentBytes: 200 });
  const all = numbers(1, 40).map((text, index) => `${index + 1}:${text}`);
  for (let from = 1; from <= 41; from += 1) expect(await readTexts(second, from)).toEqual(all.slice(from - 1));
  await appendTexts(second, ['more']);
  expect(await readTexts(second, 41)).toEqual(['41:more']);
});

test('Records larger than the read chunk boundary are read whole', async () => {
  const opened = await open();
  const texts = Array.from({ length: 40 }, (_, index) => String.fromCharCode(97 + (index % 26)).repeat(100_000 + index));
  await appendTexts(opened, texts);
  expect(await readTexts(opened)).toEqual(texts.map((text, index) => `${index + 1}:${text}`));
});

test('Empty and oversized records are refused and leave no gap', async () => {
  const opened = await open();
  expect(() => opened.append(new Uint8Array(0))).toThrow(RangeError);
  expect(() => opened.append(new Uint8Array(300_000))).toThrow(RangeError);
  await appendTexts(opened, ['one']);
  expect(await readTexts(opened)).toEqual(['1:one']);
});

for (const broken of ['beforeWrite', 'beforeSync'] as const) {
  test(`A disk that fails in ${broken} ends the journal: nothing later is taken, nothing unsynced comes back`, async () => {
    const hooks: FileHooks = {};
    const opened = await open({ fileSystem: hookedFileSystem(hooks) });
    await appendTexts(opened, ['kept']);
    hooks[broken] = () => Promise.reject(new Error('ENOSPC: no space left on device'));
    opened.append(bytesOf('lost'));
    const commit = opened.commit();
    opened.append(bytesOf('lost too'));
    const next = opened.commit();
    await expect(commit).rejects.toThrow('ENOSPC');
    await expect(next).rejects.toBeInstanceOf(JournalFailed);
    delete hooks[broken];
    expect(() => opened.append(bytesOf('later'))).toThrow('ENOSPC');
    await expect(opened.commit()).rejects.toThrow('ENOSPC');
    expect(opened.durableSequence).toBe(1);
    await opened.close();
    expect(await readTexts(await open())).toEqual(['1:kept']);
  });
}

test('A segment that cannot be created ends the journal and leaves the old segments whole', async () => {
  const hooks: FileHooks = {};
  const opened = await open({ fileSystem: hookedFileSystem(hooks), segmentBytes: 100 });
  await appendTexts(opened, ['a'.repeat(60)]);
  hooks.beforeWrite = (path) => (path.startsWith(segmentPath(folder, 2)) ? Promise.reject(new Error('EIO')) : Promise.resolve());
  await expect(appendTexts(opened, ['b'.repeat(60)])).rejects.toThrow('EIO');
  await opened.close();
  const again = await open({ segmentBytes: 100 });
  await appendTexts(again, ['c']);
  expect(await readTexts(again)).toEqual([`1:${'a'.repeat(60)}`, '2:c']);
});

test('Blocks are reserved ahead of the records once half of them is used, and given back when the segment is closed', async () => {
  const opened = await open({ segmentBytes: 3_000 });
  await appendTexts(opened, ['a'.repeat(1_000)]);
  expect((await stat(segmentPath(folder, 1))).size).toBe(32 + 1_020 + 3_000);
  await appendTexts(opened, ['b'.repeat(1_000)]);
  expect((await stat(segmentPath(folder, 1))).size).toBe(32 + 1_020 + 3_000);
  await appendTexts(opened, ['c'.repeat(1_000)]);
  expect((await stat(segmentPath(folder, 1))).size).toBe(32 + 2 * 1_020);
  expect((await stat(segmentPath(folder, 3))).size).toBe(32 + 3_000);
  await opened.close();
  expect((await stat(segmentPath(folder, 3))).size).toBe(32 + 1_020);
  expect(await readTexts(await open())).toHaveLength(3);
});

for (const full of ['ENOSPC', 'SHORT'] as const) {
  test(`A disk that fills up (${full}) is reported once; records go into the reserve, beyond the segment, and fail when that is used up`, async () => {
    const errors: string[] = [];
    const quiet = (): void => undefined;
    const logger = { info: quiet, warn: quiet, error: (_: object, message: string) => void errors.push(message) };
    let fault: DiskFault = '';
    const opened = await open({ fileSystem: faultyFileSystem(() => fault), segmentBytes: 1_000, logger });
    await appendTexts(opened, ['a'.repeat(400)]);
    fault = full;
    await appendTexts(opened, ['b'.repeat(600)]);
    expect(opened.isShort).toBe(true);
    await appendTexts(opened, ['c'.repeat(200)]);
    expect(errors).toEqual([expect.stringContaining('no room to reserve')]);
    expect((await readdir(folder)).filter((name) => name.endsWith('.journal'))).toHaveLength(1);
    await expect(appendTexts(opened, ['d'.repeat(900)])).rejects.toThrow('ENOSPC');
    fault = '';
    await opened.close();
    expect(await readTexts(await open({ segmentBytes: 1_000 }))).toHaveLength(3);
  });
}

test('A refill finds the room that there is again', async () => {
  const hooks: FileHooks = {};
  const opened = await open({ fileSystem: hookedFileSystem(hooks), segmentBytes: 1_000 });
  hooks.beforeWrite = (_, length) => (length > 500 ? noSpace() : Promise.resolve());
  await appendTexts(opened, ['one']);
  expect(opened.isShort).toBe(true);
  await opened.refill();
  expect(opened.isShort).toBe(true);
  delete hooks.beforeWrite;
  await opened.refill();
  expect(opened.isShort).toBe(false);
  await opened.close();
  expect(await readTexts(await open())).toEqual(['1:one']);
});

test('A sync that fails, and a write that fails for want of a disk, say that only a new process may go on', async () => {
  const hooks: FileHooks = {};
  for (const [hook, code] of [
    ['beforeSync', 'ENOSPC'],
    ['beforeWrite', 'EIO'],
  ] as const) {
    const opened = await open({ fileSystem: hookedFileSystem(hooks) });
    hooks[hook] = () => Promise.reject(Object.assign(new Error(code), { code }));
    const error: unknown = await appendTexts(opened, ['one']).catch((cause: unknown) => cause);
    expect(DiskFailed.among(error)?.message).toContain(segmentPath(folder, 1));
    delete hooks[hook];
    await opened.close();
  }
});

test('A disk that fails otherwise while blocks are reserved ends the journal', async () => {
  const hooks: FileHooks = {};
  hooks.beforeWrite = (_, length) => (length >= 1024 * 1024 ? Promise.reject(new Error('EIO')) : Promise.resolve());
  const opened = await open({ fileSystem: hookedFileSystem(hooks) });
  await expect(appendTexts(opened, ['one'])).rejects.toThrow('EIO');
  expect(opened.durableSequence).toBe(0);
});

test('Segments before a sequence are deleted, never the one being written', async () => {
  const opened = await open({ segmentBytes: 100 });
  for (const text of numbers(1, 20)) await appendTexts(opened, [text]);
  await opened.dropThrough(10);
  expect(opened.firstSequence).toBeGreaterThan(1);
  expect(opened.firstSequence).toBeLessThanOrEqual(11);
  await opened.dropThrough(20);
  expect((await readdir(folder)).filter((name) => name.endsWith('.journal'))).toHaveLength(1);
  await opened.close();
  const again = await open({ segmentBytes: 100 });
  expect(again.lastSequence).toBe(20);
  expect((await readTexts(again)).at(-1)).toBe('20:record 20');
});

test('A reader that begins in any turn after a sync sees a whole beginning of the journal', async () => {
  const hooks: FileHooks = {};
  const opened = await open({ segmentBytes: 300, fileSystem: hookedFileSystem(hooks) });
  const reads: Promise<void>[] = [];
  const readAfter = async (turns: number): Promise<void> => {
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    const durable = opened.durableSequence;
    expect(await readTexts(opened)).toHaveLength(durable);
  };
  hooks.afterSync = () => reads.push(...[0, 1, 2, 3, 4, 5, 6].map(readAfter));
  for (const text of numbers(1, 30)) await appendTexts(opened, [text]);
  delete hooks.afterSync;
  await Promise.all(reads);
});

test('Closing commits what was appended and refuses what comes later', async () => {
  const opened = await open();
  opened.append(bytesOf('one'));
  const closed = Promise.all([opened.close(), opened.close()]);
  expect(() => opened.append(bytesOf('two'))).toThrow(JournalFailed);
  await closed;
  expect(() => opened.append(bytesOf('two'))).toThrow(JournalFailed);
  expect((await stat(segmentPath(folder, 1))).size).toBe(32 + 20 + 3);
});

test('The end of the journal is noted once for the commits of a while, and at its close', async () => {
  const waiting: (() => void)[] = [];
  const schedule = (callback: () => void) => {
    waiting.push(callback);
    return () => void waiting.splice(0);
  };
  const opened = await open({ schedule });
  const noted = async (): Promise<number | undefined> => newestNote(await readFile(join(folder, headMarkName), 'latin1'))?.end.sequence;
  waiting.shift()?.();
  await expect.poll(noted).toBe(0);
  await appendTexts(opened, ['one']);
  await appendTexts(opened, ['two', 'three']);
  expect([waiting.length, await noted()]).toEqual([1, 0]);
  waiting.shift()?.();
  await expect.poll(noted).toBe(3);
  await appendTexts(opened, ['four']);
  await opened.close();
  expect([waiting.length, await noted()]).toEqual([0, 4]);
});
