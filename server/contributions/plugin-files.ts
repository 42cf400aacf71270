import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Files, ReceivedFile } from '../../core/contract/files.ts';
import { UploadedFile } from '../gateway/guards/uploaded-file.ts';

const idPattern = /^[A-Za-z0-9-]{1,64}$/;

/** Files of one plugin: a folder, made with the first of them. */
export class PluginFiles implements Files {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async keep(id: string, file: ReceivedFile): Promise<void> {
    if (!(file instanceof UploadedFile)) throw new Error('only a file that came with a call can be kept');
    const path = this.#path(id);
    if (await isThere(path)) throw new Error(`there is a file "${id}" already`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await synced(file.path);
    await rename(file.path, path);
    await synced(this.#folder);
  }

  async read(id: string): Promise<AsyncIterable<Uint8Array> | null> {
    const path = this.#path(id);
    return (await isThere(path)) ? createReadStream(path) : null;
  }

  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  async ids(): Promise<readonly string[]> {
    return (await isThere(this.#folder)) ? readdir(this.#folder) : [];
  }

  #path(id: string): string {
    if (!idPattern.test(id)) throw new Error(`"${id}" is no id of a file: letters, digits and hyphens are`);
    return join(this.#folder, id);
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
