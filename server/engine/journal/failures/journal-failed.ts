/** A write or sync failed, or the journal is closed. What was not yet committed has an unknown outcome until the folder is opened again. */
export class JournalFailed extends Error {
  readonly code = 'ENGINE_JOURNAL_FAILED';

  constructor(reason: string, cause?: Error) {
    super(`The journal takes no more records: ${reason}`, { cause });
    this.name = 'JournalFailed';
  }
}
