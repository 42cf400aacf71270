import { statfs } from 'node:fs/promises';
import type { Clock, Logger } from '../core/contract/server-services.ts';
import type { Disposer } from '../core/contract/token.ts';

interface DiskWatchParts {
  /** Any folder on the disk. */
  readonly folder: string;
  /** Below this the disk counts as full; 0: never. */
  readonly floorBytes: number;
  readonly clock: Pick<Clock, 'every'>;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  /** Bytes that the server may still write. Seam for tests. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

const lookEveryMs = 1_000;
/** Room again only from here on, as a part of the floor: a disk at its edge does not open and shut the market every second. */
const openAgain = 1.25;

/**
 * Looks at the room on the disk once a second. What the server has left below the floor is for what must go on: cancels, the journals
 * and the database's own books.
 */
export class DiskWatch {
  readonly #parts: DiskWatchParts;
  readonly #listeners = new Set<(hasRoom: boolean) => void>();
  #freeBytes = Number.POSITIVE_INFINITY;
  #hasRoom = true;
  #isBlind = false;

  constructor(parts: DiskWatchParts) {
    this.#parts = parts;
  }

  /** As of the last look. */
  get freeBytes(): number {
    return this.#freeBytes;
  }

  readonly hasRoom = (): boolean => this.#hasRoom;

  /** Told after each change. */
  onChange(listener: (hasRoom: boolean) => void): Disposer {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Looks once, and from then on every second. */
  async start(): Promise<Disposer> {
    await this.#look();
    return this.#parts.clock.every(lookEveryMs, () => this.#look());
  }

  async #look(): Promise<void> {
    const { folder, floorBytes, logger, freeBytes = freeOf } = this.#parts;
    try {
      this.#freeBytes = await freeBytes(folder);
      this.#isBlind = false;
    } catch (error) {
      if (!this.#isBlind) logger.error({ err: error, folder }, 'the room on the disk cannot be learnt; what was known last goes on');
      this.#isBlind = true;
      return;
    }
    const hasRoom = this.#freeBytes >= floorBytes * (this.#hasRoom ? 1 : openAgain);
    if (hasRoom === this.#hasRoom) return;
    this.#hasRoom = hasRoom;
    const fields = { folder, freeBytes: this.#freeBytes, floorBytes };
    if (hasRoom) logger.info(fields, 'the disk has room again; new orders are taken');
    else logger.error(fields, 'the disk is nearly full: new orders are refused until there is room, cancels go on');
    for (const listener of this.#listeners) listener(hasRoom);
  }
}

const freeOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
