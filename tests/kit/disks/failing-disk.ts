import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (program: string, ...parts: string[]): string =>
  execFileSync(program, parts, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
/** What is left of the device: the file system's own head. */
const leftBytes = 2 ** 16;

/** A real file system on a device whose end can be taken away: every write beyond is then a real `EIO` of the kernel. */
export class FailingDisk {
  readonly path: string;
  readonly #folder: string;
  #device = '';

  private constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, 'disk');
  }

  /** Null where this process may not make one: not root, or without loop devices. */
  static mount(megabytes: number): FailingDisk | null {
    const disk = new FailingDisk(mkdtempSync(join(tmpdir(), 'tessera-failing-disk-')));
    try {
      mkdirSync(disk.path);
      run('truncate', '-s', `${megabytes}M`, disk.#image);
      run('mkfs.ext4', '-q', '-O', '^has_journal', disk.#image);
      disk.#attach();
      rmdirSync(join(disk.path, 'lost+found'));
      return disk;
    } catch {
      disk.unmount();
      return null;
    }
  }

  get #image(): string {
    return join(this.#folder, 'image');
  }

  /** From now on nothing that is written reaches it. */
  fail(): void {
    run('sync', '-f', this.path);
    copyFileSync(this.#image, `${this.#image}.kept`);
    truncateSync(this.#image, leftBytes);
    run('losetup', '-c', this.#device);
  }

  /** A new device with what the old one had when it failed. Nobody may have a file open there. */
  replace(): void {
    this.#detach();
    copyFileSync(`${this.#image}.kept`, this.#image);
    this.#attach();
  }

  unmount(): void {
    this.#detach();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #attach(): void {
    this.#device = run('losetup', '-f', '--show', this.#image);
    run('mount', this.#device, this.path);
  }

  #detach(): void {
    if (this.#device === '') return;
    const device = this.#device;
    this.#device = '';
    // Lazily: a server that was killed a moment ago may still be held by the kernel.
    spawnSync('umount', ['-l', this.path]);
    spawnSync('losetup', ['-d', device]);
  }
}

/** Said by tests that have no such disk. */
export const noFailingDisk = 'no device can be made here that fails; only the injected faults are tried';
