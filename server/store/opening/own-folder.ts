import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Rights of everybody but the owner. */
const others = 0o077;

/** Makes the folder for its owner alone; takes everybody else's rights from one that is there. */
export function ownFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  withdraw(path);
}

/** As {@link ownFolder} for all that lies in it: the embedded database is created with files that everybody may write. */
export function ownTree(folder: string): void {
  withdraw(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) ownTree(path);
    else if (entry.isFile()) withdraw(path);
  }
}

function withdraw(path: string): void {
  const { mode } = statSync(path);
  if ((mode & others) !== 0) chmodSync(path, mode & 0o7777 & ~others);
}
