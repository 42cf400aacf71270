import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it, vi } from 'vitest';
import { askForCopy, noteByServer } from '../../scripts/backup/door-call.ts';
import { openTestStore } from '../../tests/kit/store.ts';
import { SystemClock } from '../clock.ts';
import { openBackupDoor } from './backup-door.ts';

const work = mkdtempSync(join(tmpdir(), 'tessera-door-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
const { signal } = new AbortController();
const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

it('gives one copy after the other through a socket that only its owner reaches, however long the path, and takes each back', async () => {
  const dataFolder = join(work, 'a'.repeat(60), 'b'.repeat(60));
  mkdirSync(join(dataFolder, 'backup', 'copy-of-a-server-that-was-killed'), { recursive: true });
  mkdirSync(join(dataFolder, 'database'));
  writeFileSync(join(dataFolder, 'backup', 'door.sock'), 'left');
  const store = await openTestStore();
  let made = 0;
  const parts = { store, dataFolder, floorBytes: 0, clock: new SystemClock(logger), logger, newId: () => `${++made}` };
  expect(await askForCopy(dataFolder, { to: '/vault' }, signal)).toBeNull();
  const close = await openBackupDoor(parts);
  const folder = join(dataFolder, 'backup');
  expect(readdirSync(folder)).toEqual(['door.sock']);
  expect([folder, join(folder, 'door.sock')].map((path) => statSync(path).mode & 0o077)).toEqual([0, 0]);
  const first = await askForCopy(dataFolder, { to: '/vault' }, signal);
  const second = askForCopy(dataFolder, { to: '/other' }, signal);
  expect(readFileSync(join(first?.folder ?? '', 'database', 'PG_VERSION'), 'utf8')).toMatch(/^\d+/);
  first?.release();
  const other = await second;
  expect(other?.folder).toBe(join(folder, 'copy-2'));
  other?.release();
  expect(await noteByServer(dataFolder, { to: '/vault', taken: 'monday' }, signal)).toBe(true);
  expect(await noteByServer(dataFolder, { to: '/other', failed: 'no room' }, signal)).toBe(true);
  await vi.waitFor(() => expect(existsSync(first?.folder ?? '')).toBe(false));
  expect((await store.audit.page({ limit: 5 })).items.map(({ action, after }) => [action, after])).toEqual([
    ['backup.failed', { to: '/other', problem: 'no room' }],
    ['backup.taken', { to: '/vault', name: 'monday' }],
    ['backup.begun', { to: '/other' }],
    ['backup.begun', { to: '/vault' }],
  ]);
  await close();
  expect(readdirSync(folder)).toEqual([]);
  await store.close();
});

it('gives nothing to whoever does not say where it goes, and none for which the disk has no room', async () => {
  const dataFolder = join(work, 'full');
  mkdirSync(join(dataFolder, 'database'), { recursive: true });
  const store = await openTestStore();
  const close = await openBackupDoor({ store, dataFolder, floorBytes: 2 ** 60, clock: new SystemClock(logger), logger, newId: () => 'x' });
  const said = async (line: string): Promise<string> => {
    const socket = connect(join(dataFolder, 'backup', 'door.sock'));
    socket.write(line);
    return text(socket);
  };
  for (const line of ['\n', '{}\n', 'null\n', '{"to":7}\n', `${'x'.repeat(100_000)}\n`])
    expect(await said(line)).toContain('"refused":"to: must say where');
  await expect(askForCopy(dataFolder, { to: '/vault' }, signal)).rejects.toThrow(
    /the server refused: the disk of .* has no room for a copy of the database/,
  );
  expect(readdirSync(join(dataFolder, 'backup'))).toEqual(['door.sock']);
  await close();
  await store.close();
});
