import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { accepted, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Upload } from '../../../schemas/wire/route.ts';
import { FormUpload } from './form-upload.ts';

/** Bodies that may be larger come through a file. */
export const mostInMemory = 1024 * 1024;

/**
 * Large bodies on their way in: each goes into a file of its own as it comes, so that a slow line holds a few kilobytes of memory and not all
 * that it has sent, and is taken from there once it is whole. The files are gone afterwards, whatever happens.
 */
export class Uploads {
  readonly #folder: string;
  #count = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** The folder is this process's own; what a killed one has left there is removed. */
  static async open(folder: string): Promise<Uploads> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const left of await readdir(folder)) await rm(join(folder, left), { recursive: true });
    return new Uploads(folder);
  }

  /** A form with a file, which is not read yet. */
  form(request: IncomingMessage, terms: Upload): FormUpload {
    return new FormUpload(request, terms, this.#next());
  }

  /** REQUEST_TOO_LARGE as soon as more than `limit` bytes have come, REQUEST_NOT_JSON when the line breaks before the end. */
  async read(request: IncomingMessage, limit: number): Promise<Outcome<Buffer>> {
    if (Number(request.headers['content-length']) > limit) return refused('REQUEST_TOO_LARGE', { limit });
    const path = this.#next();
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    try {
      const written = await writeInto(file, request, limit);
      return written.ok ? accepted(await readFile(path)) : written;
    } finally {
      file.destroy();
      await finished(file).catch(() => undefined);
      await rm(path, { force: true });
    }
  }

  #next(): string {
    return join(this.#folder, String(++this.#count));
  }
}

/** Rejects when the file cannot be written. */
function writeInto(file: WriteStream, request: IncomingMessage, limit: number): Promise<Outcome<null>> {
  return new Promise((resolve, reject) => {
    let received = 0;
    const onData = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > limit) end(() => resolve(refused('REQUEST_TOO_LARGE', { limit })));
      else if (!file.write(chunk)) request.pause();
    };
    const onDrain = (): void => void request.resume();
    const onEnd = (): void => void file.end(() => end(() => resolve(accepted(null))));
    const onCut = (): void => {
      if (!request.complete) end(() => resolve(refused('REQUEST_NOT_JSON')));
    };
    const onFailure = (error: Error): void => end(() => reject(error));
    const end = (settle: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
      file.off('drain', onDrain);
      // What still comes is thrown away until the line is closed, so that the answer gets through.
      request.resume();
      settle();
    };
    // What it says after the end is of nobody's interest, but may not go unheard.
    file.on('error', onFailure).on('drain', onDrain);
    request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  });
}
