/** Stored data is damaged where no crash can have damaged it. The venue must not start: a person decides (restore a copy, or cut). */
export class JournalCorrupt extends Error {
  readonly code = 'ENGINE_JOURNAL_CORRUPT';
  readonly file: string;
  /** Byte offset of the first record (or header) that cannot be read. */
  readonly offset: number;

  constructor(file: string, offset: number, what: string) {
    super(`The journal is corrupt in ${file} at byte ${offset}: ${what}`);
    this.name = 'JournalCorrupt';
    this.file = file;
    this.offset = offset;
  }
}
