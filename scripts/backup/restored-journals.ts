import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { encodeSegmentHeader, segmentName, sequenceOfName } from '../../server/engine/journal/segments/segment-header.ts';
import { JournalCapture } from './journal-capture.ts';

/** A segment that is longer gets a next one rather than more records, as while an exchange runs. */
const segmentBytes = 64 * 1024 * 1024;

/** An exchange's folder that is put together again. */
export class RestoredJournal {
  readonly folder: string;
  readonly exchange: string;

  constructor(exchange: string, folder: string) {
    this.exchange = exchange;
    this.folder = folder;
  }

  /** Adds records as they stand in a segment, of which the first is `sequence`, from a compressed file. */
  async add(sequence: number, file: string): Promise<void> {
    const folder = join(this.folder, 'journal');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const last = (await readdir(folder))
      .filter((name) => sequenceOfName(name) !== null)
      .toSorted()
      .at(-1);
    let path = last === undefined ? null : join(folder, last);
    const bytes = path === null ? 0 : (await stat(path)).size;
    if (path === null || bytes > segmentBytes) {
      path = join(folder, segmentName(sequence));
      await appendFile(path, encodeSegmentHeader({ firstSequence: sequence, previousBytes: bytes }), { mode: 0o600 });
    }
    await pipeline(createReadStream(file), createGunzip(), createWriteStream(path, { flags: 'a' }));
  }

  capture(): Promise<JournalCapture> {
    return JournalCapture.open(this.exchange, this.folder);
  }

  /** Gives up what comes after a command, and the snapshots of it. */
  async cutAfter(sequence: number): Promise<void> {
    const capture = await this.capture();
    const ends = new Map<number, number>();
    try {
      for await (const { firstSequence, bytes } of capture.ends(sequence)) ends.set(firstSequence, bytes);
    } finally {
      await capture.close();
    }
    await this.#each('journal', async (path, name) => {
      const first = sequenceOfName(name);
      if (first === null) return;
      const bytes = ends.get(first);
      if (bytes === undefined) await rm(path);
      else await truncate(path, bytes);
    });
    await this.#each('snapshots', async (path, name) => {
      if (Number(/^\d+/.exec(name)?.[0]) > sequence) await rm(path);
    });
  }

  async #each(folder: string, work: (path: string, name: string) => Promise<void>): Promise<void> {
    const path = join(this.folder, folder);
    if (existsSync(path)) for (const name of await readdir(path)) await work(join(path, name), name);
  }
}
