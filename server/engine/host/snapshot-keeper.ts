import type { Journal, Snapshot, Snapshots } from '../journal/journal-port.ts';

/** What is beyond a megabyte may cost so many bytes for each command since the snapshot before: a large state is written more seldom. */
const bytesPerCommand = 20;
const smallBytes = 1024 * 1024;

interface SnapshotPolicy {
  /** At least; 0 for no automatic snapshots. */
  readonly everyCommands: number;
  readonly keep: number;
  readonly retain: 'all' | 'since-snapshot';
}

/** Decides when a snapshot is due, which ones stay and which journal segments go; writes one at a time. */
export class SnapshotKeeper {
  /** Last sequence that the projector is known to have stored. */
  projectedThrough: number;
  readonly #files: Snapshots;
  readonly #journal: Journal;
  readonly #policy: SnapshotPolicy;
  #dueAfter: number;
  #writing: Promise<void> = Promise.resolve();

  constructor(files: Snapshots, journal: Journal, policy: SnapshotPolicy, projectedThrough: number) {
    this.#files = files;
    this.#journal = journal;
    this.#policy = policy;
    this.projectedThrough = projectedThrough;
    this.#dueAfter = (files.sequences.at(-1) ?? 0) + policy.everyCommands;
  }

  /** Of the newest one; null without any. */
  get newest(): number | null {
    return this.#files.sequences.at(-1) ?? null;
  }

  /** True once for each interval, whether or not the write then succeeds: a full disk is not hammered. */
  isDue(sequence: number): boolean {
    if (this.#policy.everyCommands === 0 || sequence < this.#dueAfter) return false;
    this.#dueAfter = sequence + this.#policy.everyCommands;
    return true;
  }

  /** `durable` resolves when every command of the snapshot is on disk: a snapshot must never be ahead of its journal. */
  write(snapshot: Snapshot, durable: Promise<void>): Promise<void> {
    const written = Promise.all([this.#writing, durable]).then(() => this.#writeAndPrune(snapshot));
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** Resolves when no snapshot is being written. */
  settle(): Promise<void> {
    return this.#writing;
  }

  async #writeAndPrune(snapshot: Snapshot): Promise<void> {
    this.#dueAfter = Math.max(this.#dueAfter, snapshot.sequence + Math.ceil((snapshot.state.length - smallBytes) / bytesPerCommand));
    if (!this.#files.sequences.includes(snapshot.sequence)) await this.#files.write(snapshot);
    await this.#files.prune(this.#policy.keep, this.projectedThrough);
    const oldest = this.#files.sequences[0];
    // Without a snapshot that the projector has passed, it would be caught up from the journal's beginning: keep that.
    if (this.#policy.retain === 'since-snapshot' && oldest !== undefined && oldest <= this.projectedThrough)
      await this.#journal.dropThrough(oldest);
  }
}
