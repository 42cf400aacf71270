import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDataFolder } from './data-folder.ts';
import { masterKeyOf } from './secrets/master-key.ts';
import { SettingError } from './settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('makes the data folder with those above it, and takes one that is there', () => {
  const deep = join(folder, 'a', 'b');
  openDataFolder(deep);
  openDataFolder(deep);
  expect(existsSync(deep)).toBe(true);
});

it('names the setting when the data folder cannot be one, and why', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => openDataFolder(file)).toThrow(new SettingError('TESSERA_DATA', `${file} cannot hold the data: it is a file`));
  expect(() => openDataFolder(join(file, 'below'))).toThrow(/^TESSERA_DATA: .*file\/below cannot hold the data: ENOTDIR/);
});

it.runIf(process.platform === 'linux')('does not wait for a folder that can never be made', () => {
  expect(() => openDataFolder('/proc/nope/deeper')).toThrow(/^TESSERA_DATA: \/proc\/nope\/deeper cannot hold the data: ENOENT/);
});

it('names the setting when the master key cannot be written', () => {
  mkdirSync(join(folder, 'gone'));
  rmSync(join(folder, 'gone'), { recursive: true });
  expect(() => masterKeyOf({ dataFolder: join(folder, 'gone'), masterKey: null, masterKeyFile: null, masterKeyCommand: null })).toThrow(
    /^TESSERA_DATA: .*gone cannot hold the data: ENOENT/,
  );
});
