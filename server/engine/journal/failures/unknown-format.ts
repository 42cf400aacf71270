import type { StoredPlace } from '../journal-port.ts';

/** Something whole was written in a way that this version of the product does not know. The venue must not start: it would be misread. */
export class UnknownFormat extends Error {
  readonly code = 'ENGINE_UNKNOWN_FORMAT';
  readonly file: string;
  /** Byte offset of the record or head. */
  readonly offset: number;

  constructor({ file, offset }: StoredPlace, what: string, cause?: Error) {
    super(`The venue cannot start: ${what}, in ${file} at byte ${offset}. A newer version of the product wrote it: start that one`, {
      cause,
    });
    this.name = 'UnknownFormat';
    this.file = file;
    this.offset = offset;
  }
}
