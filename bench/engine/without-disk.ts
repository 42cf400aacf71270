import type { FileSystem } from '../../server/engine/journal/files/file-system.ts';
import { nodeFileSystem } from '../../server/engine/journal/files/node-file-system.ts';

const done = Promise.resolve();

/** Files that take everything at once and keep nothing. */
export const withoutDisk: FileSystem = {
  ...nodeFileSystem,
  open: async (path, mode) => {
    const file = await nodeFileSystem.open(path, mode);
    return {
      read: (buffer, offset, length, position) => file.read(buffer, offset, length, position),
      write: () => done,
      datasync: () => done,
      truncate: (length) => file.truncate(length),
      size: () => file.size(),
      close: () => file.close(),
    };
  },
};
