import { join } from 'node:path';
import { isDiskFull } from '../failures/disk-failed.ts';
import type { FileSystem, OpenFile } from '../files/file-system.ts';
import type { JournalSegment } from './journal-segment.ts';
import { encodeSegmentHeader, type SegmentHeader, segmentHeaderBytes, segmentName } from './segment-header.ts';

const draftSuffix = '.draft';

/** A segment before it has its name: one that a crash or a full disk cuts short is nothing yet. */
export class SegmentDraft {
  /** Open for writing, also after it has its name. */
  readonly file: OpenFile;
  readonly #fileSystem: FileSystem;
  readonly #folder: string;
  readonly #firstSequence: number;

  private constructor(fileSystem: FileSystem, folder: string, firstSequence: number, file: OpenFile) {
    this.#fileSystem = fileSystem;
    this.#folder = folder;
    this.#firstSequence = firstSequence;
    this.file = file;
  }

  /** With its header written; null when the disk has no room for it. */
  static async create(fileSystem: FileSystem, folder: string, header: SegmentHeader): Promise<SegmentDraft | null> {
    await removeDrafts(fileSystem, folder);
    const draft = await SegmentDraft.#open(fileSystem, folder, header.firstSequence);
    try {
      await draft?.file.write(encodeSegmentHeader(header), segmentHeaderBytes, 0);
      return draft;
    } catch (cause) {
      await draft?.discard();
      if (isDiskFull(cause)) return null;
      throw cause;
    }
  }

  static async #open(fileSystem: FileSystem, folder: string, firstSequence: number): Promise<SegmentDraft | null> {
    try {
      const path = join(folder, segmentName(firstSequence)) + draftSuffix;
      return new SegmentDraft(fileSystem, folder, firstSequence, await fileSystem.open(path, 'create'));
    } catch (cause) {
      if (isDiskFull(cause)) return null;
      throw cause;
    }
  }

  /** Makes the content, and then the name, durable: from now on it is a part of the journal. */
  async name(): Promise<JournalSegment> {
    await this.file.datasync();
    const path = this.#path;
    await this.#fileSystem.rename(path + draftSuffix, path);
    await this.#fileSystem.syncFolder(this.#folder);
    return { path, firstSequence: this.#firstSequence, bytes: segmentHeaderBytes, checkedTo: 0 };
  }

  async discard(): Promise<void> {
    await this.file.close();
    await this.#fileSystem.remove(this.#path + draftSuffix);
  }

  get #path(): string {
    return join(this.#folder, segmentName(this.#firstSequence));
  }
}

/** What a crash left of making one. */
const removeDrafts = async (fileSystem: FileSystem, folder: string): Promise<void> => {
  for (const name of await fileSystem.list(folder)) if (name.endsWith(draftSuffix)) await fileSystem.remove(join(folder, name));
};
