import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type BackupFile, type Manifest, manifestName } from './manifest.ts';

/** Chunks of bytes or text, one after the other. */
type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/** Counts and hashes what goes through. */
export class Measure extends Transform {
  readonly #hash = createHash('sha256');
  bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/** The files of a backup while it is put together in a folder of its own. */
export class DraftFiles {
  readonly folder: string;
  readonly #signal: AbortSignal;
  readonly #files: BackupFile[] = [];

  constructor(folder: string, signal: AbortSignal) {
    this.folder = folder;
    this.#signal = signal;
  }

  /** Compressed, under the name with `.gz`. */
  async addCompressed(name: string, chunks: Chunks): Promise<void> {
    await this.#add(`${name}.gz`, Readable.from(chunks, { objectMode: false, highWaterMark: 1024 * 1024 }), true);
  }

  /** As it is. */
  async addFile(name: string, path: string): Promise<void> {
    await this.#add(name, createReadStream(path), false);
  }

  async #add(name: string, source: Readable, isCompressed: boolean): Promise<void> {
    const path = join(this.folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const measure = new Measure();
    const target = createWriteStream(path, { mode: 0o600 });
    const options = { signal: this.#signal };
    // Quick rather than small: the processor is shared with the server that goes on.
    if (isCompressed) await pipeline(source, createGzip({ level: 3 }), measure, target, options);
    else await pipeline(source, measure, target, options);
    this.#files.push({ name, bytes: measure.bytes, sha256: measure.sha256() });
  }

  /** Writes the manifest; gives it with all files, and their names with its own as the last. */
  async finish(manifest: Omit<Manifest, 'files'>): Promise<{ readonly manifest: Manifest; readonly names: readonly string[] }> {
    const whole: Manifest = { ...manifest, files: this.#files };
    await writeFile(join(this.folder, manifestName), `${JSON.stringify(whole, null, 1)}\n`, { mode: 0o600 });
    return { manifest: whole, names: [...this.#files.map(({ name }) => name), manifestName] };
  }
}

const chunkBytes = 1024 * 1024;

/** The first bytes of a file that is open. */
export async function* bytesOf(
  file: { read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<number> },
  bytes: number,
): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes; ) {
    const buffer = new Uint8Array(Math.min(chunkBytes, bytes - at));
    const count = await file.read(buffer, 0, buffer.length, at);
    if (count === 0) throw new Error('a file became shorter while it was read');
    yield buffer.subarray(0, count);
    at += count;
  }
}
