import { createReadStream } from 'node:fs';
import type { ReceivedFile } from '../../../core/contract/files.ts';

/** A file of a call on the disk, until the call is answered. */
export class UploadedFile implements ReceivedFile {
  readonly name: string;
  readonly bytes: number;
  readonly path: string;

  constructor(name: string, bytes: number, path: string) {
    this.name = name;
    this.bytes = bytes;
    this.path = path;
  }

  read(): AsyncIterable<Uint8Array> {
    return createReadStream(this.path);
  }
}
