import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freshDataDir } from '../../../tests/kit/servers/data-folder.ts';
import { openStore } from '../open-store.ts';
import { ownFolder } from './own-folder.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const writableByOthers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => (modeOf(join(folder, path)) & 0o022) !== 0);

it('gives nobody but its owner a right to the data folder and the files of the database in it, also where an older start did', async () => {
  const dataDir = await freshDataDir();
  folders.push(dataDir);
  chmodSync(dataDir, 0o755);
  for (const path of ['database', 'database/base']) chmodSync(join(dataDir, path), 0o755);
  for (const path of ['database/PG_VERSION', 'database/global/1262']) chmodSync(join(dataDir, path), 0o666);
  const before = process.umask(0o022);
  try {
    const store = await openStore({ dataDir });
    const whileOpen = writableByOthers(dataDir);
    await store.close();
    expect([whileOpen, writableByOthers(dataDir)]).toEqual([[], []]);
    const modes = ['.', 'database', 'database/base', 'database/PG_VERSION'].map((path) => modeOf(join(dataDir, path)));
    expect(modes).toEqual([0o700, 0o700, 0o700, 0o600]);
  } finally {
    process.umask(before);
  }
}, 120_000);

it('makes a folder for its owner alone', () => {
  const parent = mkdtempSync(join(tmpdir(), 'tessera-own-'));
  folders.push(parent);
  ownFolder(join(parent, 'data'));
  mkdirSync(join(parent, 'old'));
  chmodSync(join(parent, 'old'), 0o2775);
  ownFolder(join(parent, 'old'));
  expect([modeOf(join(parent, 'data')), statSync(join(parent, 'old')).mode & 0o7777]).toEqual([0o700, 0o2700]);
});
