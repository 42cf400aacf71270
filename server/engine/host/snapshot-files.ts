import { basename, join } from 'node:path';
import type { FileSystem } from '../journal/files/file-system.ts';
import type { Snapshot, Snapshots } from '../journal/journal-port.ts';
import type { EngineLogger } from '../journal/logger.ts';
import { decodeSnapshot, encodeSnapshotHead, snapshotHeadBytes } from './snapshot-format.ts';

const namePattern = /^(\d{16})\.snapshot$/;
const temporarySuffix = '.temporary';
const damagedSuffix = '.damaged';

/** A venue's snapshots, one file each, named after the last command they contain. A file under its final name is whole. */
export class SnapshotFiles implements Snapshots {
  readonly #folder: string;
  readonly #fileSystem: FileSystem;
  readonly #logger: EngineLogger;
  /** Ascending. */
  #sequences: number[] = [];

  constructor(folder: string, fileSystem: FileSystem, logger: EngineLogger) {
    this.#folder = folder;
    this.#fileSystem = fileSystem;
    this.#logger = logger;
  }

  /** Reads the folder and removes what a crash left half-written. Call it once, before anything else. */
  async open(): Promise<void> {
    await this.#fileSystem.makeFolder(this.#folder);
    for (const name of await this.#fileSystem.list(this.#folder)) {
      if (name.endsWith(temporarySuffix)) await this.#fileSystem.remove(join(this.#folder, name));
      const match = namePattern.exec(name);
      if (match !== null) this.#sequences.push(Number(match[1]));
    }
    this.#sequences.sort((left, right) => left - right);
  }

  /** Ascending sequences of the snapshots on disk, valid or not. */
  get sequences(): readonly number[] {
    return this.#sequences;
  }

  nameOf(sequence: number): string {
    return this.#path(sequence);
  }

  async write(snapshot: Snapshot): Promise<void> {
    const path = this.#path(snapshot.sequence);
    const temporary = path + temporarySuffix;
    try {
      await this.#writeWhole(temporary, snapshot);
      await this.#fileSystem.rename(temporary, path);
    } catch (error) {
      if ((await this.#fileSystem.list(this.#folder)).includes(basename(temporary))) await this.#fileSystem.remove(temporary);
      throw error;
    }
    await this.#fileSystem.syncFolder(this.#folder);
    this.#sequences = [...this.#sequences.filter((sequence) => sequence !== snapshot.sequence), snapshot.sequence].sort((a, b) => a - b);
  }

  /** The snapshot, or null when it is damaged; a damaged one is set aside with a log line and not offered again. */
  async read(sequence: number): Promise<Snapshot | null> {
    const path = this.#path(sequence);
    const file = await this.#fileSystem.open(path, 'read');
    let snapshot: Snapshot | null;
    try {
      const bytes = new Uint8Array(await file.size());
      const count = await file.read(bytes, 0, bytes.length, 0);
      snapshot = decodeSnapshot(bytes.subarray(0, count), path);
    } finally {
      await file.close();
    }
    if (snapshot?.sequence === sequence) return snapshot;
    await this.setAside(sequence, 'its checksum is wrong');
    return null;
  }

  /** Keeps the bytes of an unusable snapshot for inspection under a name that is not read. */
  async setAside(sequence: number, reason: string): Promise<void> {
    const path = this.#path(sequence);
    await this.#fileSystem.rename(path, path + damagedSuffix);
    await this.#fileSystem.syncFolder(this.#folder);
    this.#sequences = this.#sequences.filter((other) => other !== sequence);
    this.#logger.warn({ file: path, reason }, 'skipped a damaged snapshot; an older one or the journal takes its place');
  }

  async prune(keep: number, projectedThrough: number): Promise<void> {
    const dropped = droppedSnapshots(this.#sequences, keep, projectedThrough);
    for (const sequence of dropped) await this.#fileSystem.remove(this.#path(sequence));
    if (dropped.length === 0) return;
    await this.#fileSystem.syncFolder(this.#folder);
    this.#sequences = this.#sequences.filter((sequence) => !dropped.includes(sequence));
  }

  async #writeWhole(path: string, snapshot: Snapshot): Promise<void> {
    const file = await this.#fileSystem.open(path, 'create');
    try {
      await file.write(encodeSnapshotHead(snapshot), snapshotHeadBytes, 0);
      await file.write(snapshot.state, snapshot.state.length, snapshotHeadBytes);
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  #path(sequence: number): string {
    return join(this.#folder, `${String(sequence).padStart(16, '0')}.snapshot`);
  }
}

/** Those of ascending sequences that are neither among the newest `keep` nor the one from which the projector would be caught up. */
export const droppedSnapshots = (sequences: readonly number[], keep: number, projectedThrough: number): readonly number[] => {
  const needed = sequences.filter((sequence) => sequence <= projectedThrough).at(-1);
  const newest = sequences.slice(-Math.max(1, keep));
  return sequences.filter((sequence) => sequence !== needed && !newest.includes(sequence));
};
