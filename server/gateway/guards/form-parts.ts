import { createWriteStream, type WriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { BusboyFileStream } from '@fastify/busboy';
import { type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Upload } from '../../../schemas/wire/route.ts';
import { isUnstorable } from '../../store/sql/unstorable.ts';
import { UploadedFile } from './uploaded-file.ts';

/** Of all fields together. */
export const mostFieldBytes = 256 * 1024;
export const mostFields = 50;

/** Fields and file of a form while they come, and the first thing that is wrong with them. */
export class FormParts {
  readonly fields: Record<string, string> = Object.create(null);
  readonly #terms: Upload;
  readonly #path: string;
  /** Resolves once with the end of the form or the first refusal; rejects when the disk fails. */
  readonly ended: Promise<Outcome<null>>;
  settle: (outcome: Outcome<null>) => void = () => undefined;
  #broken: (error: unknown) => void = () => undefined;
  #fieldBytes = 0;
  #file: { readonly name: string; readonly stream: BusboyFileStream; readonly disk: WriteStream; readonly written: Promise<void> } | null =
    null;

  constructor(terms: Upload, path: string) {
    this.#terms = terms;
    this.#path = path;
    this.ended = new Promise((resolve, reject) => {
      this.settle = resolve;
      this.#broken = reject;
    });
  }

  takeField(name: string, value: string, isCut: boolean): void {
    this.#fieldBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (isUnstorable(name)) this.settle(invalid('', 'must be text without null characters'));
    else if (Object.hasOwn(this.fields, name)) this.settle(invalid(name, 'must not be repeated'));
    else if (isUnstorable(value)) this.settle(invalid(name, 'must be text without null characters'));
    else if (isCut || this.#fieldBytes > mostFieldBytes) this.settle(refused('REQUEST_TOO_LARGE', { limit: mostFieldBytes }));
    else this.fields[name] = value;
  }

  takeFile(field: string, stream: BusboyFileStream, name: string): void {
    if (field !== this.#terms.file || this.#file !== null) {
      stream.resume();
      this.settle(invalid(field, this.#file === null ? 'must be text' : 'must not be repeated'));
      return;
    }
    const tooLarge: Outcome<null> = refused('REQUEST_TOO_LARGE', { limit: this.#terms.mostBytes });
    stream.once('limit', () => this.settle(tooLarge));
    const disk = createWriteStream(this.#path, { flags: 'wx', mode: 0o600 });
    const written = pipeline(stream as Readable, disk);
    // What the disk says is a failure of ours; whatever else ends the stream is a form that is none.
    written.catch((error: unknown) => (isOfDisk(error) ? this.#broken(error) : this.settle(notWhole)));
    this.#file = { name, stream, disk, written };
  }

  /** The file, once all of it is written. A form that is sent with no file chosen has one without a name. */
  async file(): Promise<UploadedFile | null> {
    if (this.#file === null) return null;
    const { name, stream, written } = this.#file;
    await written;
    return name === '' && stream.bytesRead === 0 ? null : new UploadedFile(name, stream.bytesRead, this.#path);
  }

  /** Nothing more is written. */
  async stop(): Promise<void> {
    if (this.#file === null) return;
    const { stream, disk } = this.#file;
    // Ended before its time, a stream of the parser tells its pipeline nothing: the file is closed by itself.
    stream.destroy();
    disk.destroy();
    await finished(disk).catch(() => undefined);
  }
}

function invalid(field: string, rule: string): Outcome<never> {
  return refused('REQUEST_INVALID', { field: field.slice(0, 80), rule });
}

export const notWhole: Outcome<never> = invalid('', 'must be a whole form as multipart/form-data');

const isOfDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
