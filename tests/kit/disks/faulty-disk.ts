import { existsSync, readFileSync } from 'node:fs';
import type { FileSystem } from '../../../server/engine/journal/files/file-system.ts';
import { nodeFileSystem } from '../../../server/engine/journal/files/node-file-system.ts';

/**
 * `ENOSPC`: no file can grow; what is there may be written over. `SHORT`: the same, with half of the write done. `EIO`: no sync works.
 * Nothing: the disk is well.
 */
export type DiskFault = 'ENOSPC' | 'SHORT' | 'EIO' | '';

/** The real file system with a fault that a test may change at any time; `of` tells it of a path. */
export const faultyFileSystem = (of: () => DiskFault): FileSystem => ({
  ...nodeFileSystem,
  open: async (path, mode) => {
    const file = await nodeFileSystem.open(path, mode);
    return {
      read: (buffer, offset, length, position) => file.read(buffer, offset, length, position),
      write: async (buffer, length, position) => {
        const fault = of();
        const isTooMuch = (fault === 'SHORT' || fault === 'ENOSPC') && position + length > (await file.size());
        if (!isTooMuch || fault === 'SHORT') await file.write(buffer, isTooMuch ? length >> 1 : length, position);
        if (isTooMuch) throw failure('ENOSPC', 'no space left on device, write');
      },
      datasync: async () => {
        if (of() === 'EIO') throw failure('EIO', 'i/o error, fdatasync');
        await file.datasync();
      },
      truncate: (length) => file.truncate(length),
      size: () => file.size(),
      close: () => file.close(),
    };
  },
});

/** The fault that a file names, for servers in a process of their own. */
export const faultIn =
  (file: string): (() => DiskFault) =>
  () =>
    existsSync(file) ? (readFileSync(file, 'utf8').trim() as DiskFault) : '';

const failure = (code: string, text: string): Error => Object.assign(new Error(`${code}: ${text}`), { code });
