import type { Recordings } from '../../../core/contract/server-services.ts';

/** Recordings that a test writes itself: lines by path. */
export class WrittenRecordings implements Recordings {
  readonly speed = 'max';
  readonly #files: ReadonlyMap<string, readonly string[]>;

  constructor(files: Readonly<Record<string, readonly string[]>>) {
    this.#files = new Map(Object.entries(files));
  }

  async list(folder: string): Promise<readonly string[]> {
    const inside = [...this.#files.keys()].filter((path) => path.startsWith(`${folder}/`));
    return [...new Set(inside.map((path) => path.slice(folder.length + 1).split('/')[0] as string))].sort();
  }

  async *lines(file: string): AsyncIterable<string> {
    const lines = this.#files.get(file);
    if (lines === undefined) throw new RangeError(`${file} was not written`);
    yield* lines;
  }
}
