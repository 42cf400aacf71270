import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isKept } from './kept-folder.ts';

/** Goes up with everything that changes what is made; a test holds the bytes of each. */
const version = 1;
export const recordingsSeed = 1;
export const recordingsStamp = `version ${version}, seed ${recordingsSeed}\n`;

/** Where the recordings lie that this repository makes itself. */
const folder = fileURLToPath(new URL('../../.data/recordings', import.meta.url));
const maker = fileURLToPath(new URL('../recordings.ts', import.meta.url));

/** The folder of the made recordings, whether they are there or not. */
export const madeFolder: string = folder;

/** The folder of the made recordings; makes them first when they are missing, which takes some ten seconds. */
export function madeRecordings(): string {
  if (!isKept(folder, recordingsStamp))
    execFileSync(process.execPath, ['--import', 'tsx', maker], { stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}
