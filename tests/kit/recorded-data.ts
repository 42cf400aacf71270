import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const defaultFolder = resolve(import.meta.dirname, '../../../shared/data');

/** Folder of the recorded data: TESSERA_SHARED_DATA, else `../shared/data` beside the repository. */
export const recordedDataFolder = (): string => process.env.TESSERA_SHARED_DATA ?? defaultFolder;

/** Path of a recorded file or folder. Throws when it is absent: a test that needs it must not pass without. */
export function recordedPath(...parts: readonly string[]): string {
  const path = join(recordedDataFolder(), ...parts);
  if (!existsSync(path)) throw new Error(`Recorded data not found: ${path}. Set TESSERA_SHARED_DATA to its folder.`);
  return path;
}
