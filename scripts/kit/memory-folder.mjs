import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const needed = 4 * 2 ** 30;
const prefix = 'tessera-test-';
const oldMs = 24 * 3_600_000;

/**
 * A temp folder in memory for a run that makes and removes hundreds of small databases, which costs a disk more than the tests that use
 * them; gone with the process. Null where the system has none, or not enough room.
 */
export function memoryFolder(place = '/dev/shm') {
  if (!existsSync(place) || freemem() < 2 * needed) return null;
  const { bavail, bsize } = statfsSync(place);
  if (bavail * bsize < needed) return null;
  // Of a run that was killed, the folder is still there.
  for (const name of readdirSync(place).filter((one) => one.startsWith(prefix))) if (isOld(join(place, name))) remove(join(place, name));
  const folder = mkdtempSync(join(place, prefix));
  // A database that root starts runs as a user of its own, who must come through to its folder.
  chmodSync(folder, 0o711);
  process.on('exit', () => remove(folder));
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])
    process.on(signal, () => process.exit(code));
  return folder;
}

const isOld = (path) => Date.now() - statSync(path).mtimeMs > oldMs;
/** What a killed test has mounted there stays, and is no failure of the run. */
const remove = (path) => {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    console.error(`${path} stays: ${error.message}`);
  }
};
