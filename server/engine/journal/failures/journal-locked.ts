/** Another process, or another part of this one, has the folder open. */
export class JournalLocked extends Error {
  readonly code = 'ENGINE_JOURNAL_LOCKED';
  readonly folder: string;

  constructor(folder: string) {
    super(`The journal folder ${folder} is in use: only one server may open it. Stop the other one first.`);
    this.name = 'JournalLocked';
    this.folder = folder;
  }
}
