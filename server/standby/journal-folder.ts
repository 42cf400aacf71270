import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../../core/contract/server-services.ts';
import { JournalLocked } from '../engine/journal/failures/journal-locked.ts';
import { lockFolder } from '../engine/journal/files/folder-lock.ts';

/**
 * The journals in files of a data folder, for one process at a time. Whoever waits for the lease claims them first: a holder that merely stands still has
 * them until it dies, and who took its lease could open nothing, while it would end as soon as it goes on.
 */
export class JournalFolder {
  readonly #folder: string;
  readonly #logger: Pick<Logger, 'warn'>;
  #unlock: (() => Promise<void>) | null = null;
  #hasTold = false;

  constructor(dataFolder: string, logger: Pick<Logger, 'warn'>) {
    this.#folder = join(dataFolder, 'venues');
    this.#logger = logger;
  }

  /** False while another process has them. */
  async claim(): Promise<boolean> {
    if (this.#unlock !== null) return true;
    mkdirSync(this.#folder, { recursive: true });
    try {
      this.#unlock = await lockFolder(this.#folder);
      return true;
    } catch (error) {
      if (!(error instanceof JournalLocked)) throw error;
      if (!this.#hasTold)
        this.#logger.warn({ folder: this.#folder }, 'a silent server still has the journals open; this one waits for its end');
      this.#hasTold = true;
      return false;
    }
  }

  async release(): Promise<void> {
    const unlock = this.#unlock;
    this.#unlock = null;
    await unlock?.();
  }
}
