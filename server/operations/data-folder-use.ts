import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../core/contract/server-services.ts';
import type { DiskPart } from '../../core/domain/operation-words.ts';

const measureEveryMs = 5 * 60_000;
/** Of a folder that others fill as well, such as one with many recordings: what is beyond is not counted. */
const mostEntries = 100_000;

const partOf: Readonly<Record<string, DiskPart>> = { venues: 'journals', database: 'database', files: 'files', recordings: 'recordings' };

type Sizes = Record<DiskPart, number>;

/** How much of the disk the parts of the data folder take, measured anew when somebody asks and the last measuring is five minutes old. */
export class DataFolderUse {
  readonly #folder: string;
  readonly #clock: Pick<Clock, 'nowMs' | 'elapsedMs'>;
  #measured: { readonly parts: Readonly<Sizes>; readonly timeMs: number } | null = null;
  #askedMs = Number.NEGATIVE_INFINITY;
  #measuring: Promise<void> | null = null;

  constructor(folder: string, clock: Pick<Clock, 'nowMs' | 'elapsedMs'>) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** What was measured last; null before the first measuring, which this begins. */
  get last(): { readonly parts: Readonly<Sizes>; readonly timeMs: number } | null {
    if (this.#clock.elapsedMs() - this.#askedMs >= measureEveryMs) void this.measure();
    return this.#measured;
  }

  /** Resolves once it is measured; never rejects. */
  measure(): Promise<void> {
    this.#askedMs = this.#clock.elapsedMs();
    this.#measuring ??= this.#measure().finally(() => {
      this.#measuring = null;
    });
    return this.#measuring;
  }

  async #measure(): Promise<void> {
    const parts: Sizes = { journals: 0, database: 0, files: 0, recordings: 0, others: 0 };
    let left = mostEntries;
    const walk = async (folder: string, part: DiskPart | null): Promise<void> => {
      // What goes while it is looked at is not counted.
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        if (left-- <= 0) return;
        const path = join(folder, name);
        const found = await lstat(path).catch(() => null);
        if (found === null) continue;
        const own = part ?? partOf[name] ?? 'others';
        if (found.isDirectory()) await walk(path, own);
        // Files with holes take less than they are long, and journals are made ahead of their records.
        else parts[own] += found.blocks * 512;
      }
    };
    await walk(this.#folder, null);
    this.#measured = { parts, timeMs: this.#clock.nowMs() };
  }
}
