import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const stampFile = 'STAMP';

/** Whether the folder was made whole, by the maker of that stamp. */
export const isKept = (folder: string, stamp: string): boolean =>
  existsSync(join(folder, stampFile)) && readFileSync(join(folder, stampFile), 'utf8') === stamp;

/**
 * Makes a folder when it is missing or of another stamp; true when it was made. It appears whole or not at all, however many
 * processes ask at once: each makes its own beside it, and the first is kept.
 */
export async function keepFolder(folder: string, stamp: string, make: (folder: string) => Promise<void>): Promise<boolean> {
  if (isKept(folder, stamp)) return false;
  mkdirSync(dirname(folder), { recursive: true });
  const aside = mkdtempSync(join(dirname(folder), `${basename(folder)}-`));
  try {
    const made = join(aside, 'made');
    mkdirSync(made);
    await make(made);
    writeFileSync(join(made, stampFile), stamp);
    putInPlace(folder, stamp, aside);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return true;
}

/** Whoever comes first stays; only what another maker left is moved away. */
function putInPlace(folder: string, stamp: string, aside: string): void {
  while (!moved(join(aside, 'made'), folder)) {
    if (isKept(folder, stamp)) return;
    moved(folder, mkdtempSync(join(aside, 'former-')));
  }
}

/** False: there is nothing to move, or another process has put something there. */
function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(code)) return false;
    throw error;
  }
}
