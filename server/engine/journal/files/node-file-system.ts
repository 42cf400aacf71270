import * as fs from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { FileSystem, OpenFile } from './file-system.ts';

const flags = { read: 'r', edit: 'r+', create: 'wx+' } as const;

/** Callback calls instead of file handles: a commit is on the path of every order, and they cost about half the CPU time. */
class DescriptorFile implements OpenFile {
  readonly #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  async read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<number> {
    let done = 0;
    while (done < length) {
      const count = await this.#readOnce(buffer, offset + done, length - done, position + done);
      if (count === 0) break;
      done += count;
    }
    return done;
  }

  async write(buffer: Uint8Array, length: number, position: number): Promise<void> {
    let done = 0;
    while (done < length) {
      const count = await this.#writeOnce(buffer, done, length - done, position + done);
      if (count === 0) throw new Error('the disk took no bytes');
      done += count;
    }
  }

  datasync(): Promise<void> {
    return new Promise((settle, reject) => fs.fdatasync(this.#descriptor, (error) => (error === null ? settle() : reject(error))));
  }

  truncate(length: number): Promise<void> {
    return new Promise((settle, reject) => fs.ftruncate(this.#descriptor, length, (error) => (error === null ? settle() : reject(error))));
  }

  size(): Promise<number> {
    return new Promise((settle, reject) =>
      fs.fstat(this.#descriptor, (error, stats) => (error === null ? settle(stats.size) : reject(error))),
    );
  }

  close(): Promise<void> {
    return new Promise((settle, reject) => fs.close(this.#descriptor, (error) => (error == null ? settle() : reject(error))));
  }

  #readOnce(buffer: Uint8Array, offset: number, length: number, position: number): Promise<number> {
    return new Promise((settle, reject) =>
      fs.read(this.#descriptor, buffer, offset, length, position, (error, count) => (error === null ? settle(count) : reject(error))),
    );
  }

  #writeOnce(buffer: Uint8Array, offset: number, length: number, position: number): Promise<number> {
    return new Promise((settle, reject) =>
      fs.write(this.#descriptor, buffer, offset, length, position, (error, count) => (error === null ? settle(count) : reject(error))),
    );
  }
}

const openDescriptor = (path: string, flag: string): Promise<number> =>
  new Promise((settle, reject) => fs.open(path, flag, 0o640, (error, descriptor) => (error === null ? settle(descriptor) : reject(error))));

const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot open a folder for syncing and orders its metadata by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

export const nodeFileSystem: FileSystem = {
  open: async (path, mode) => new DescriptorFile(await openDescriptor(path, flags[mode])),
  makeFolder: async (folder) => {
    const created = await mkdir(folder, { recursive: true });
    if (created === undefined) return;
    const top = dirname(resolve(created));
    for (let parent = dirname(resolve(folder)); ; parent = dirname(parent)) {
      await syncFolder(parent);
      if (parent === top || parent === dirname(parent)) return;
    }
  },
  list: (folder) => readdir(folder),
  rename: (from, to) => rename(from, to),
  remove: (path) => rm(path),
  syncFolder,
};
