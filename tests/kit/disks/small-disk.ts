import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real file system of a few megabytes, in memory. */
export class SmallDisk {
  readonly path: string;
  readonly #ballast: string;

  private constructor(path: string) {
    this.path = path;
    this.#ballast = join(path, 'ballast');
  }

  /** Null where this process may not mount one: not root, or in a container without that right. */
  static mount(megabytes: number): SmallDisk | null {
    const path = mkdtempSync(join(tmpdir(), 'tessera-small-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' });
      return new SmallDisk(path);
    } catch {
      rmSync(path, { recursive: true, force: true });
      return null;
    }
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.path);
    return bavail * bsize;
  }

  /** Somebody else fills the disk until only so much is left; 0: to the last byte. */
  fill(leftBytes = 0): void {
    const file = openSync(this.#ballast, 'a');
    const block = Buffer.alloc(4096, 1);
    try {
      while (this.freeBytes > leftBytes) writeSync(file, block);
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  /** And takes away what was filled in. */
  free(): void {
    rmSync(this.#ballast, { force: true });
  }

  unmount(): void {
    // Lazily: a server that was killed a moment ago may still be held by the kernel.
    execFileSync('umount', ['-l', this.path], { stdio: 'ignore' });
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Said by tests that have no such disk: what they leave out is covered with injected faults alone. */
export const noSmallDisk = 'no small file system can be mounted here; only the injected faults are tried';
