import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type HostBench, openHostBench, upTo } from '../../../tests/engine/host-bench.ts';
import { placeOrder } from '../../../tests/engine/resting-engine.ts';
import { encodeCommand } from '../codec/command-codec.ts';
import { currentEdition } from '../codec/edition.ts';
import { stateVersion } from '../codec/state-migrations.ts';
import { createEngine, restoreEngine } from '../engine.ts';
import { JournalCorrupt } from '../journal/failures/journal-corrupt.ts';
import { JournalLocked } from '../journal/failures/journal-locked.ts';
import { UnknownFormat } from '../journal/failures/unknown-format.ts';
import { openFileJournal } from '../journal/files/open-file-journal.ts';
import { crc32 } from '../journal/segments/crc32.ts';
import { recordHeaderBytes, writeU32 } from '../journal/segments/record-format.ts';
import { segmentHeaderBytes, segmentName, segmentVersion } from '../journal/segments/segment-header.ts';
import type { EngineHost } from './host-port.ts';
import { RecoveryRefused } from './recovery-refused.ts';
import { decodeSnapshot, encodeSnapshotHead } from './snapshot-format.ts';

let bench: HostBench;

beforeEach(async () => {
  bench = await openHostBench();
});

afterEach(() => bench.dispose());

const submitMany = async (host: EngineHost, count: number): Promise<void> => {
  await Promise.all(upTo(count).map((index) => host.submit(placeOrder(index % 7))));
};

const snapshotFolder = (): string => join(bench.folder, 'snapshots');
const snapshotPath = (sequence: number): string => join(snapshotFolder(), `${String(sequence).padStart(16, '0')}.snapshot`);

const damage = async (path: string): Promise<void> => {
  const bytes = await readFile(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] as number) ^ 1;
  await writeFile(path, bytes);
};

/** Ten commands, a snapshot, ten more, another one, five more. Returns the state hash. */
const writeVenue = async (): Promise<string> => {
  const host = await bench.open();
  await submitMany(host, 10);
  expect(await host.snapshotNow()).toBe(10);
  await submitMany(host, 10);
  expect(await host.snapshotNow()).toBe(20);
  await submitMany(host, 5);
  const hash = host.engine.stateHash();
  await host.close();
  bench.batches.length = 0;
  return hash;
};

test('Snapshot and tail give the state of the full replay', async () => {
  const hash = await writeVenue();
  for (const [projectedThrough, snapshotSequence] of [
    [25, 20],
    [20, 20],
    [19, 10],
    [10, 10],
    [9, 0],
    [0, 0],
  ] as const) {
    bench.batches.length = 0;
    const host = await bench.open({ followers: [projectedThrough] });
    expect(host.engine.stateHash()).toBe(hash);
    expect(host.recovery).toEqual({
      snapshotSequence,
      replayedCommands: 25 - snapshotSequence,
      deliveredCommands: 25 - projectedThrough,
      missedCommands: 0,
      lastTimeMs: expect.any(Number),
    });
    expect(bench.published).toEqual(upTo(25, projectedThrough + 1));
    await host.close();
  }
});

test('The projector gets each command exactly once over many restarts, in bounded batches, first as replayed', async () => {
  const host = await bench.open({ onCommitted: () => undefined });
  await submitMany(host, 1234);
  await host.close();
  let projected = 34;
  let running = 0;
  const seen: number[] = [];
  const options = {
    onCommitted: async ({ commands, replayed, firstSequence, lastSequence }: (typeof bench.batches)[number]) => {
      running += 1;
      expect(running).toBe(1);
      expect(firstSequence).toBe(projected + 1);
      if (replayed) expect(commands.length).toBeLessThanOrEqual(500);
      seen.push(...commands.map(({ sequence }) => sequence));
      projected = lastSequence;
      if (replayed) await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
    },
  };
  for (let round = 0; round < 3; round += 1) {
    const again = await bench.open({ ...options, followers: [projected] });
    await submitMany(again, 3);
    await again.close();
  }
  expect(seen).toEqual(upTo(1243, 35));
});

test('Replayed events equal those published live', async () => {
  const host = await bench.open();
  await submitMany(host, 50);
  await host.close();
  const live = bench.batches.flatMap(({ commands }) => commands);
  bench.batches.length = 0;
  await bench.open();
  expect(bench.batches.flatMap(({ commands }) => commands)).toEqual(live);
});

test('A damaged snapshot is set aside with a log line and an older one takes its place', async () => {
  const hash = await writeVenue();
  await damage(snapshotPath(20));
  const host = await bench.open({ followers: [25] });
  expect(host.recovery.snapshotSequence).toBe(10);
  expect(host.engine.stateHash()).toBe(hash);
  expect(bench.logLines.filter((line) => line.includes('damaged snapshot'))).toHaveLength(1);
  expect(await readdir(snapshotFolder())).toContain('0000000000000020.snapshot.damaged');
});

test('With every snapshot damaged the journal is replayed from its beginning', async () => {
  const hash = await writeVenue();
  await writeFile(snapshotPath(10), '');
  await damage(snapshotPath(20));
  const host = await bench.open({ followers: [25] });
  expect(host.recovery.snapshotSequence).toBe(0);
  expect(host.engine.stateHash()).toBe(hash);
});

test('With every snapshot damaged and the journal before them deleted the venue refuses to start, and says where it begins', async () => {
  const host = await bench.open({ snapshotEveryCommands: 20, keepSnapshots: 1, retain: 'since-snapshot', segmentBytes: 500 });
  for (let round = 0; round < 10; round += 1) {
    await submitMany(host, 10);
    host.confirmProjected(host.sequence);
  }
  await host.close();
  for (const name of await readdir(snapshotFolder())) await damage(join(snapshotFolder(), name));
  for (let start = 0; start < 2; start += 1)
    await expect(bench.open({ followers: [100], segmentBytes: 500 })).rejects.toThrow(
      /the journal begins with command \d+ and no valid snapshot leads up to it/,
    );
});

test('A half-written snapshot of a crash is removed', async () => {
  await writeVenue();
  await writeFile(`${snapshotPath(25)}.temporary`, 'half');
  await bench.open({ followers: [25] });
  expect(await readdir(snapshotFolder())).toEqual(['0000000000000010.snapshot', '0000000000000020.snapshot']);
});

test('A snapshot that cannot be written leaves the venue running and no rubbish', async () => {
  const host = await bench.open();
  await submitMany(host, 3);
  bench.hooks.beforeWrite = (path) => (path.includes('snapshots') ? Promise.reject(new Error('ENOSPC')) : Promise.resolve());
  await expect(host.snapshotNow()).rejects.toThrow('ENOSPC');
  delete bench.hooks.beforeWrite;
  expect(await readdir(snapshotFolder())).toEqual([]);
  await submitMany(host, 1);
  expect(await host.snapshotNow()).toBe(4);
});

test("Snapshots are taken by themselves; the newest and the projector's stay, and covered segments go", async () => {
  const host = await bench.open({ snapshotEveryCommands: 20, keepSnapshots: 2, retain: 'since-snapshot', segmentBytes: 500 });
  for (let round = 0; round < 10; round += 1) {
    await submitMany(host, 10);
    host.confirmProjected(Math.min(45, host.sequence));
  }
  await host.close();
  expect(await readdir(snapshotFolder())).toEqual(upTo(3).map((index) => `${String([40, 80, 100][index - 1]).padStart(16, '0')}.snapshot`));
  const segments = await readdir(join(bench.folder, 'journal'));
  const first = Number(segments.sort()[0]?.slice(0, 16));
  expect(first).toBeGreaterThan(20);
  expect(first).toBeLessThanOrEqual(41);
  bench.batches.length = 0;
  const again = await bench.open({ followers: [45], segmentBytes: 500 });
  expect(again.recovery).toMatchObject({ snapshotSequence: 40, deliveredCommands: 55, missedCommands: 0 });
  expect(bench.published).toEqual(upTo(100, 46));
});

test('The whole journal stays when the venue keeps it for ever', async () => {
  const host = await bench.open({ snapshotEveryCommands: 20, keepSnapshots: 1, segmentBytes: 500 });
  for (let round = 0; round < 10; round += 1) await submitMany(host, 10);
  host.confirmProjected(100);
  await host.snapshotNow();
  await host.close();
  expect((await readdir(join(bench.folder, 'journal'))).sort()[0]).toBe('0000000000000001.journal');
});

test('A projection that lost its place in a shortened journal is told how much it missed', async () => {
  const host = await bench.open({ keepSnapshots: 1, retain: 'since-snapshot', segmentBytes: 500 });
  await submitMany(host, 40);
  await submitMany(host, 40);
  host.confirmProjected(80);
  await host.snapshotNow();
  await submitMany(host, 5);
  const hash = host.engine.stateHash();
  await host.close();
  bench.batches.length = 0;
  const again = await bench.open({ followers: [] });
  expect(again.recovery).toMatchObject({ snapshotSequence: 80, deliveredCommands: 5, missedCommands: 80 });
  expect(again.engine.stateHash()).toBe(hash);
  expect(bench.logLines.some((line) => line.includes('missed'))).toBe(true);
});

test('A projection or a snapshot ahead of the journal refuses the start', async () => {
  await writeVenue();
  await expect(bench.open({ followers: [26] })).rejects.toThrow(RecoveryRefused);
  await writeFile(snapshotPath(30), await readFile(snapshotPath(20)));
  await expect(bench.open({ followers: [25] })).rejects.toThrow('a snapshot contains command 30');
});

test('A journal that is behind any of those who follow it refuses the start, however far back another one is', async () => {
  await writeVenue();
  await expect(bench.open({ followers: [3, 26] })).rejects.toThrow('the database has stored command 26, but the journal ends with 25');
});

test('Batches at the start end where each of the followers stands, so that nobody gets half of one again', async () => {
  const host = await bench.open();
  await submitMany(host, 30);
  await host.close();
  bench.batches.length = 0;
  await bench.open({ followers: [22, 4, 17] });
  expect(bench.batches.map(({ firstSequence, lastSequence }) => [firstSequence, lastSequence])).toEqual([
    [5, 17],
    [18, 22],
    [23, 30],
  ]);
});

test('Damage in a segment that a snapshot covers still refuses the start, unless only the needed part is checked', async () => {
  const host = await bench.open({ segmentBytes: 500 });
  await submitMany(host, 40);
  await submitMany(host, 40);
  await host.snapshotNow();
  await host.close();
  await damage(join(bench.folder, 'journal', '0000000000000001.journal'));
  await expect(bench.open({ followers: [80] })).rejects.toThrow(JournalCorrupt);
  await expect(bench.open({ followers: [], verify: 'needed' })).rejects.toThrow(JournalCorrupt);
  const again = await bench.open({ followers: [80], verify: 'needed' });
  expect(again.sequence).toBe(80);
});

test('A second host on the folder is refused until the first is closed', async () => {
  const host = await bench.open();
  await expect(bench.open()).rejects.toThrow(JournalLocked);
  await host.close();
  await bench.open();
});

const realEngine = { create: createEngine, restore: restoreEngine };

test('A command of a newer version stops the start, and the sentence names its file, its edition and its place', async () => {
  const host = await bench.open({}, realEngine);
  await host.submit({ type: 'ADD_ASSET', asset: 0, code: 'USDT', scale: 6 });
  await host.close();
  const folder = join(bench.folder, 'journal');
  const journal = await openFileJournal({ folder });
  const record = encodeCommand(1_000, { type: 'ADD_ASSET', asset: 1, code: 'BTC', scale: 8 });
  journal.append(Uint8Array.of(currentEdition + 1, ...record.subarray(1)));
  await journal.close();
  const first = encodeCommand(1_000, { type: 'ADD_ASSET', asset: 0, code: 'USDT', scale: 6 }).length;
  const refusal = await bench.open({}, realEngine).then(
    () => 'opened',
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(UnknownFormat);
  expect(refusal).toMatchObject({ file: join(folder, segmentName(1)), offset: segmentHeaderBytes + recordHeaderBytes + first });
  expect(String(refusal)).toMatch(new RegExp(`edition ${currentEdition + 1}, not 2 to ${currentEdition}\\), in .*journal at byte \\d+`));
});

test('A journal whose file is of a newer format stops the start, and is left as it is', async () => {
  const host = await bench.open({}, realEngine);
  await host.submit({ type: 'ADD_ASSET', asset: 0, code: 'USDT', scale: 6 });
  await host.close();
  const path = join(bench.folder, 'journal', segmentName(1));
  const file = Uint8Array.from(await readFile(path));
  writeU32(file, 8, segmentVersion + 1);
  writeU32(file, 28, crc32(file, 0, 28));
  await writeFile(path, file);
  await expect(bench.open({}, realEngine)).rejects.toMatchObject({
    code: 'ENGINE_UNKNOWN_FORMAT',
    file: path,
    offset: 8,
    message: expect.stringContaining(`has format ${segmentVersion + 1}, and format ${segmentVersion} is what can be read here`),
  });
  expect(Uint8Array.from(await readFile(path))).toEqual(file);
});

test('A snapshot of a newer version stops the start, and is not set aside as if it were damaged', async () => {
  const host = await bench.open({}, realEngine);
  await host.submit({ type: 'ADD_ASSET', asset: 0, code: 'USDT', scale: 6 });
  await host.snapshotNow();
  await host.close();
  const path = snapshotPath(1);
  const snapshot = decodeSnapshot(await readFile(path), path);
  const state = Uint8Array.from(snapshot?.state ?? []);
  state[0] = stateVersion + 1;
  await writeFile(path, [encodeSnapshotHead({ sequence: 1, timeMs: 1_000, state }), state]);
  await expect(bench.open({ followers: [1] }, realEngine)).rejects.toMatchObject({
    code: 'ENGINE_UNKNOWN_FORMAT',
    file: path,
    message: expect.stringMatching(new RegExp(`version ${stateVersion + 1}, not 2 to ${stateVersion}.*snapshot at byte 44`)),
  });
  expect(await readdir(snapshotFolder())).toEqual([basename(path)]);
  const head = encodeSnapshotHead({ sequence: 1, timeMs: 1_000, state });
  writeU32(head, 8, 2);
  writeU32(head, 40, crc32(head, 0, 40));
  await writeFile(path, [head, state]);
  await expect(bench.open({ followers: [1] }, realEngine)).rejects.toThrow(
    `a snapshot has format 2, and format 1 is what can be read here, in ${path} at byte 8`,
  );
});
