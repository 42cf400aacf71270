import { readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendTexts, readSegment, readTexts, segmentPath, temporaryFolder } from '../../../tests/engine/journal-kit.ts';
import { JournalCorrupt } from './journal-corrupt.ts';
import type { EngineLogger } from './logger.ts';
import { openFileJournal } from './open-file-journal.ts';

let folder: string;
let remove: () => Promise<void>;

beforeEach(async () => {
  ({ path: folder, remove } = await temporaryFolder());
});

afterEach(() => remove());

const texts = ['first record', 'second record', 'third record'];
const headerBytes = 32;
const recordBytes = (text: string): number => 16 + text.length;

const writeJournal = async (segmentBytes?: number): Promise<void> => {
  const journal = await openFileJournal({ folder, ...(segmentBytes === undefined ? {} : { segmentBytes }) });
  for (const text of texts) await appendTexts(journal, [text]);
  await journal.close();
};

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
  await appendTexts(journal, ['first', long, long, long, long, long, long, long, 'last']);
  await journal.close();
  const damaged = await readSegment(folder, 1);
  damaged.fill(0, headerBytes + recordBytes('first'), damaged.length - recordBytes('last'));
  await writeFile(segmentPath(folder, 1), damaged);
  const error = await refusal();
  expect(error.offset).toBe(headerBytes + recordBytes('first'));
  expect(error.message).toContain(`byte ${damaged.length - recordBytes('last')}`);
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
  expect(await readdir(folder)).toHaveLength(3);
  await rm(segmentPath(folder, 2));
  await refusal();
});

test('A last segment whose creation was cut short at any byte is removed', async () => {
  await writeJournal(40);
  const last = await readSegment(folder, 3);
  for (let cut = 0; cut < headerBytes; cut += 1) {
    await writeFile(segmentPath(folder, 3), last.subarray(0, cut));
    expect((await reopen()).found).toEqual(['1:first record', '2:second record']);
    expect(await readdir(folder)).toHaveLength(2);
  }
});

test('A first segment whose creation was cut short begins anew', async () => {
  await writeFile(segmentPath(folder, 1), 'TESS');
  expect((await reopen()).found).toEqual([]);
});
