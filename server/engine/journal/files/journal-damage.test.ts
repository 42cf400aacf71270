import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendTexts, readSegment, readTexts, segmentPath, temporaryFolder } from '../../../../tests/engine/journal-kit.ts';
import { JournalCorrupt } from '../failures/journal-corrupt.ts';
import type { EngineLogger } from '../logger.ts';
import type { FileSystem, OpenFile } from './file-system.ts';
import { encodeNote, headMarkName } from './head-mark.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { openFileJournal } from './open-file-journal.ts';
import { shortStartName } from './short-start.ts';

let folder: string;
let remove: () => Promise<void>;

beforeEach(async () => {
  ({ path: folder, remove } = await temporaryFolder());
});

afterEach(() => remove());

const texts = ['first record', 'second record', 'third record'];
const headerBytes = 32;
const recordBytes = (text: string): number => 20 + text.length;

/** Closed in order, with a note of its end. */
const writeNoted = async (segmentBytes?: number): Promise<void> => {
  const journal = await openFileJournal({ folder, ...(segmentBytes === undefined ? {} : { segmentBytes }) });
  for (const text of texts) await appendTexts(journal, [text]);
  await journal.close();
};

/** As a crash leaves it: the note of its end lags behind. */
const writeJournal = async (segmentBytes?: number): Promise<void> => {
  await writeNoted(segmentBytes);
  await letNoteLag();
};
const letNoteLag = (): Promise<void> =>
  writeFile(join(folder, headMarkName), encodeNote({ count: 1, end: { sequence: 0, segment: 1, bytes: headerBytes } }));

const offsetOf = (index: number): number => texts.slice(0, index).reduce((offset, text) => offset + recordBytes(text), headerBytes);

/** What a fresh open finds, with the log lines it wrote. */
const reopen = async (verify: 'all' | 'needed' = 'all'): Promise<{ found: string[]; warnings: string[] }> => {
  const warnings: string[] = [];
  const logger: EngineLogger = { info: () => undefined, warn: (_, message) => warnings.push(message), error: () => undefined };
  const journal = await openFileJournal({ folder, logger, verify });
  try {
    return { found: await readTexts(journal), warnings };
  } finally {
    await journal.close();
  }
};

const refusal = async (): Promise<JournalCorrupt> => {
  const error: unknown = await reopen().then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(JournalCorrupt);
  return error as JournalCorrupt;
};

test('A last record cut at any byte is dropped, logged, and its number used again', async () => {
  await writeJournal();
  const whole = await readSegment(folder, 1);
  for (let cut = offsetOf(2) + 1; cut < whole.length; cut += 1) {
    await writeFile(segmentPath(folder, 1), whole.subarray(0, cut));
    const { found, warnings } = await reopen();
    expect(found).toEqual(['1:first record', '2:second record']);
    expect(warnings).toHaveLength(1);
    expect((await readSegment(folder, 1)).length).toBe(offsetOf(2));
  }
  const journal = await openFileJournal({ folder });
  await appendTexts(journal, ['again']);
  expect(await readTexts(journal, 3)).toEqual(['3:again']);
  await journal.close();
});

test('A last record with any byte changed is dropped as torn', async () => {
  await writeJournal();
  const whole = await readSegment(folder, 1);
  for (let at = offsetOf(2); at < whole.length; at += 1) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] as number) ^ 0x41;
    await writeFile(segmentPath(folder, 1), damaged);
    expect((await reopen()).found).toEqual(['1:first record', '2:second record']);
  }
});

test('A last record that somebody has stored elsewhere is no torn end: its damage refuses the start and changes nothing', async () => {
  await writeJournal();
  const damaged = Buffer.from(await readSegment(folder, 1));
  damaged[damaged.length - 1] = (damaged.at(-1) as number) ^ 0x41;
  await writeFile(segmentPath(folder, 1), damaged);
  await expect(openFileJournal({ folder, storedThrough: 3 })).rejects.toMatchObject({
    code: 'ENGINE_JOURNAL_CORRUPT',
    offset: offsetOf(2),
  });
  expect(await readSegment(folder, 1)).toEqual(damaged);
  const journal = await openFileJournal({ folder, storedThrough: 2 });
  expect(await readTexts(journal)).toEqual(['1:first record', '2:second record']);
  await journal.close();
});

test('Zeros or rubbish after the last record are cut off', async () => {
  await writeJournal();
  const whole = await readSegment(folder, 1);
  for (const rest of [Buffer.alloc(1), Buffer.alloc(5000), Buffer.alloc(3000, 0xa7), Buffer.alloc(2_500_000)]) {
    await writeFile(segmentPath(folder, 1), Buffer.concat([whole, rest]));
    expect((await reopen()).found).toHaveLength(3);
    expect((await readSegment(folder, 1)).length).toBe(whole.length);
  }
});

test('Any byte changed before the last record refuses the start and names file and record offset', async () => {
  await writeJournal();
  const whole = await readSegment(folder, 1);
  for (let at = headerBytes; at < offsetOf(2); at += 1) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] as number) ^ 0x10;
    await writeFile(segmentPath(folder, 1), damaged);
    const error = await refusal();
    expect(error.offset).toBe(at < offsetOf(1) ? headerBytes : offsetOf(1));
    expect(error.file).toBe(segmentPath(folder, 1));
    expect(error.message).toContain(`${segmentPath(folder, 1)} at byte ${error.offset}`);
    expect(await readSegment(folder, 1)).toEqual(damaged);
  }
});

test('A changed header refuses the start', async () => {
  await writeJournal();
  const whole = await readSegment(folder, 1);
  for (let at = 0; at < headerBytes; at += 1) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] as number) ^ 0x10;
    await writeFile(segmentPath(folder, 1), damaged);
    expect((await refusal()).offset).toBe(0);
  }
});

test('A hole far from the next valid record is still told from a torn tail', async () => {
  const journal = await openFileJournal({ folder });
  const long = 'x'.repeat(200_000);
  for (const text of ['first', long, long, long, long, long, long, long, 'last']) await appendTexts(journal, [text]);
  await journal.close();
  const damaged = await readSegment(folder, 1);
  damaged.fill(0, headerBytes + recordBytes('first'), damaged.length - recordBytes('last'));
  await writeFile(segmentPath(folder, 1), damaged);
  const error = await refusal();
  expect(error.offset).toBe(headerBytes + recordBytes('first'));
  expect(error.message).toContain(`byte ${damaged.length - recordBytes('last')}`);
});

test('The zeros reserved behind the last record are its end and no damage, torn or whole', async () => {
  const journal = await openFileJournal({ folder });
  for (const text of texts) await appendTexts(journal, [text]);
  const running = await readSegment(folder, 1);
  await journal.close();
  const end = offsetOf(3);
  expect(running.length).toBe(offsetOf(1) + 1024 * 1024);
  expect(running.subarray(end).every((byte) => byte === 0)).toBe(true);
  await writeFile(segmentPath(folder, 1), running);
  expect(await reopen()).toEqual({ found: texts.map((text, index) => `${index + 1}:${text}`), warnings: [] });
  await letNoteLag();
  for (let cut = offsetOf(2) + 1; cut < end; cut += 1) {
    await writeFile(segmentPath(folder, 1), Buffer.concat([running.subarray(0, cut), Buffer.alloc(20_000)]));
    const { found, warnings } = await reopen();
    expect(found).toEqual(['1:first record', '2:second record']);
    expect(warnings).toHaveLength(1);
  }
});

test('Damage in the last batch refuses the start too, its last record excepted', async () => {
  const journal = await openFileJournal({ folder });
  await appendTexts(journal, texts);
  await journal.close();
  const whole = await readSegment(folder, 1);
  for (let at = headerBytes; at < whole.length; at += 1) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] as number) ^ 0x10;
    await writeFile(segmentPath(folder, 1), damaged);
    if (at >= offsetOf(2)) expect((await reopen()).found).toHaveLength(2);
    else expect((await refusal()).offset).toBe(at < offsetOf(1) ? headerBytes : offsetOf(1));
  }
});

test('A power cut that kept any sector of the last batch from the disk drops the batch from there on', async () => {
  const journal = await openFileJournal({ folder });
  await appendTexts(journal, ['kept']);
  const batch = Array.from({ length: 8 }, (_, index) => String(index).repeat(700));
  await appendTexts(journal, batch);
  await journal.close();
  await letNoteLag();
  const whole = await readSegment(folder, 1);
  const start = headerBytes + recordBytes('kept');
  for (let sector = 0; sector < whole.length; sector += 512) {
    const torn = Buffer.from(whole);
    torn.fill(0, Math.max(sector, start), Math.min(sector + 512, whole.length));
    await writeFile(segmentPath(folder, 1), torn);
    const { found, warnings } = await reopen();
    const before = Math.floor((Math.max(sector, start) - start) / recordBytes(batch[0] as string));
    expect(found).toHaveLength(1 + before);
    expect(warnings).toHaveLength(1);
  }
});

test('The same loss before a later batch had been acknowledged and refuses the start', async () => {
  const journal = await openFileJournal({ folder });
  await appendTexts(journal, ['x'.repeat(2_000), 'y']);
  await appendTexts(journal, ['later', 'latest']);
  await journal.close();
  const damaged = await readSegment(folder, 1);
  damaged.fill(0, 512, 1024);
  await writeFile(segmentPath(folder, 1), damaged);
  expect((await refusal()).offset).toBe(headerBytes);
});

test('A closed segment knows no torn tail: cut or changed it refuses the start', async () => {
  await writeJournal(40);
  const first = await readSegment(folder, 1);
  await truncate(segmentPath(folder, 1), first.length - 1);
  expect((await refusal()).offset).toBe(first.length - 1);
  await writeFile(segmentPath(folder, 1), first);
  const damaged = Buffer.from(first);
  damaged[damaged.length - 1] = 0;
  await writeFile(segmentPath(folder, 1), damaged);
  expect((await refusal()).offset).toBe(headerBytes);
  await expect(reopen('needed')).rejects.toBeInstanceOf(JournalCorrupt);
  await writeFile(segmentPath(folder, 1), first);
  expect((await reopen()).found).toHaveLength(3);
});

test('A missing segment in the middle refuses the start', async () => {
  await writeJournal(40);
  expect((await readdir(folder)).filter((name) => name.endsWith('.journal'))).toHaveLength(3);
  await rm(segmentPath(folder, 2));
  await refusal();
});

test('A last segment whose creation was cut short at any byte is removed', async () => {
  await writeJournal(40);
  const last = await readSegment(folder, 3);
  for (let cut = 0; cut < headerBytes; cut += 1) {
    await writeFile(segmentPath(folder, 3), last.subarray(0, cut));
    expect((await reopen()).found).toEqual(['1:first record', '2:second record']);
    expect((await readdir(folder)).filter((name) => name.endsWith('.journal'))).toHaveLength(2);
  }
});

test('A first segment whose creation was cut short begins anew', async () => {
  await writeFile(segmentPath(folder, 1), 'TESS');
  expect((await reopen()).found).toEqual([]);
});

const shortStart = async (verify: 'all' | 'needed' = 'all') => {
  const warnings: string[] = [];
  const logger: EngineLogger = { info: () => undefined, warn: (_, message) => warnings.push(message), error: () => undefined };
  const journal = await openFileJournal({ folder, logger, verify });
  const { lastSequence } = journal;
  await journal.close();
  return { missing: journal.shortStart, lastSequence, warnings };
};

test('A journal cut where a record ends opens with what is left, and says what it once held', async () => {
  await writeNoted();
  const whole = await readSegment(folder, 1);
  await writeFile(segmentPath(folder, 1), whole.subarray(0, offsetOf(1)));
  const { missing, lastSequence, warnings } = await shortStart();
  expect(lastSequence).toBe(1);
  expect(missing).toEqual({ lastSequence: 1, notedSequence: 3, file: segmentPath(folder, 1), bytes: whole.length });
  expect(warnings).toEqual([expect.stringContaining('acknowledged commands are missing')]);
});

test('A last file that is gone is missed, and so are all of them', async () => {
  await writeNoted(1);
  await rm(segmentPath(folder, 3));
  expect((await shortStart('needed')).missing).toMatchObject({ lastSequence: 2, notedSequence: 3, file: segmentPath(folder, 3) });
  await rm(join(folder, shortStartName));
  for (const first of [1, 2]) await rm(segmentPath(folder, first));
  expect(await shortStart()).toMatchObject({ lastSequence: 0, missing: { lastSequence: 0, notedSequence: 2 } });
});

test('What is missing is said at every start, whatever was written since, until somebody removes the finding', async () => {
  await writeNoted();
  await truncate(segmentPath(folder, 1), offsetOf(1));
  for (let start = 0; start < 3; start++) {
    const journal = await openFileJournal({ folder });
    expect(journal.shortStart).toMatchObject({ lastSequence: 1, notedSequence: 3 });
    await appendTexts(journal, ['instead', 'and more']);
    await journal.close();
  }
  await rm(join(folder, shortStartName));
  expect(await shortStart()).toMatchObject({ missing: null, lastSequence: 7, warnings: [] });
});

test('A second loss is found while the first is still unsettled, and both are said', async () => {
  await writeNoted();
  await truncate(segmentPath(folder, 1), offsetOf(1));
  const journal = await openFileJournal({ folder });
  await appendTexts(journal, texts);
  await journal.close();
  const kept = (await readSegment(folder, 1)).length;
  await truncate(segmentPath(folder, 1), kept - recordBytes('third record'));
  for (let start = 0; start < 2; start++) {
    const { missing, warnings } = await shortStart();
    expect(missing).toMatchObject({ lastSequence: 3, notedSequence: 4, bytes: kept });
    expect(warnings).toHaveLength(2);
  }
});

test('A finding that could not be written whole is found again by the next start', async () => {
  await writeNoted();
  await truncate(segmentPath(folder, 1), offsetOf(1));
  const full: FileSystem = {
    ...nodeFileSystem,
    open: async (path, mode) => {
      const file = await nodeFileSystem.open(path, mode);
      if (!basename(path).startsWith(shortStartName)) return file;
      return Object.assign(Object.create(file) as OpenFile, {
        write: async (buffer: Uint8Array) => {
          await file.write(buffer, 10, 0);
          throw new Error('ENOSPC: no space left on device');
        },
        close: () => file.close(),
      });
    },
  };
  await expect(openFileJournal({ folder, fileSystem: full })).rejects.toThrow('ENOSPC');
  expect((await shortStart()).missing).toMatchObject({ lastSequence: 1, notedSequence: 3 });
});

test('A finding that cannot be read is said, and never taken for none', async () => {
  await writeNoted();
  await writeFile(join(folder, shortStartName), '0 3 1');
  for (let start = 0; start < 2; start++) {
    const { missing, warnings } = await shortStart();
    expect(missing).toMatchObject({ lastSequence: 3, file: join(folder, shortStartName) });
    expect(warnings).toEqual([expect.stringContaining('can no longer be read')]);
  }
  await truncate(segmentPath(folder, 1), offsetOf(1));
  expect((await shortStart()).missing).toMatchObject({ lastSequence: 1, notedSequence: 3 });
});

test('A start after a crash, whose note lags behind the records, misses nothing', async () => {
  await writeNoted();
  const note = await readFile(join(folder, headMarkName));
  const journal = await openFileJournal({ folder });
  await appendTexts(journal, ['fourth']);
  await journal.close();
  await writeFile(join(folder, headMarkName), note);
  expect(await shortStart()).toMatchObject({ missing: null, lastSequence: 4, warnings: [] });
});

test('A note that is torn leaves the one before; without any it is said that nothing can be known', async () => {
  await writeNoted();
  const note = await readFile(join(folder, headMarkName));
  await truncate(segmentPath(folder, 1), offsetOf(1));
  const newest = note.toString().indexOf(' 3 1 ');
  note.fill(0x20, newest + 4, newest + 20);
  await writeFile(join(folder, headMarkName), note);
  expect((await shortStart()).missing).toMatchObject({ lastSequence: 1, notedSequence: 2 });
  await rm(join(folder, shortStartName));
  await rm(join(folder, headMarkName));
  expect(await shortStart()).toMatchObject({ missing: null, warnings: [expect.stringContaining('cannot be known')] });
});

test('An end that was noted as durable and is torn now is not called a crash', async () => {
  await writeNoted();
  await truncate(segmentPath(folder, 1), offsetOf(2) + 3);
  const { missing, warnings } = await shortStart();
  expect(missing).toMatchObject({ lastSequence: 2, notedSequence: 3 });
  expect(warnings[0]).toContain('once durable');
});
