import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SettingError } from './settings.ts';
import { ownFolder } from './store/opening/own-folder.ts';

const { R_OK, W_OK, X_OK } = constants;

/** Makes the folder when it is missing, and keeps it for its owner alone. Throws a {@link SettingError} when it cannot be used. */
export function openDataFolder(folder: string): void {
  try {
    const missing: string[] = [];
    for (let path = folder; !existsSync(path); path = dirname(path)) missing.unshift(path);
    // One by one: below /proc a recursive call never ends.
    for (const path of missing) mkdirSync(path, 0o700);
    if (!statSync(folder).isDirectory()) throw new Error('it is a file');
    accessSync(folder, R_OK | W_OK | X_OK);
    ownFolder(folder);
  } catch (error) {
    throw dataFolderProblem(folder, error);
  }
}

export function dataFolderProblem(folder: string, why: unknown): SettingError {
  return new SettingError('TESSERA_DATA', `${folder} cannot hold the data: ${why instanceof Error ? why.message : String(why)}`);
}
