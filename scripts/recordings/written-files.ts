import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { storedGzip } from './stored-gzip.ts';

/** Files of recordings in a folder, and what has been written so far. */
export class WrittenFiles {
  readonly #folder: string;
  readonly #written: { readonly path: string; readonly rows: number; readonly sha256: string }[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes lines as a `.gz` file; `path` is relative to the folder. */
  write(path: string, lines: readonly string[]): void {
    const bytes = storedGzip(Buffer.from(`${lines.join('\n')}\n`));
    mkdirSync(dirname(join(this.#folder, path)), { recursive: true });
    writeFileSync(join(this.#folder, path), bytes);
    this.#written.push({ path, rows: lines.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  }

  /** One record a file: lines, a header among them, and hash of its bytes. */
  writeManifest(): void {
    const files = [...this.#written].sort((a, b) => (a.path < b.path ? -1 : 1));
    writeFileSync(join(this.#folder, 'MANIFEST.json'), `${JSON.stringify(files, null, 1)}\n`);
  }
}
