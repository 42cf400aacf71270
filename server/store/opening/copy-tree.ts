import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Files that are copied at once: as many as the system's threads take, and some that wait. */
const atOnce = 16;

/** Copies a folder whose files nobody writes meanwhile; shares their blocks where the disk can. Several times faster than `cp` of Node for many small files. */
export async function copyTree(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const placeOf = (folder: string, name: string): string => join(to, relative(from, join(folder, name)));
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of entries)
    if (entry.isDirectory()) await mkdir(placeOf(entry.parentPath, entry.name), { recursive: true, mode: 0o700 });
  const files = entries.filter((entry) => entry.isFile());
  const copySome = async (): Promise<void> => {
    for (let entry = files.pop(); entry !== undefined; entry = files.pop())
      await copyFile(join(entry.parentPath, entry.name), placeOf(entry.parentPath, entry.name), constants.COPYFILE_FICLONE);
  };
  await Promise.all(Array.from({ length: atOnce }, copySome));
}
