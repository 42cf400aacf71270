import type { Command } from '../command.ts';
import type { EnginePort } from '../engine-port.ts';
import type { FileSystem } from '../journal/files/file-system.ts';
import type { EngineLogger } from '../journal/logger.ts';
import type { JournalRows } from '../journal/rows/journal-rows.ts';
import type { CommandResult, CommittedBatch } from './committed-batch.ts';

/** The engine for reading: balances, books, orders. It runs ahead of the disk by the commands in flight; do not publish from it. */
export type EngineView = Omit<EnginePort, 'apply'>;

/** The sequencer of one venue: numbers, stamps, journals, applies and publishes commands, one at a time. */
export interface EngineHost {
  /**
   * Resolves when the command is durable and its batch went to `onCommitted`; a refusal of the engine is a result, not an error.
   * Rejects with `VenueStopped`, whose `outcome` says whether the command may have happened, and with `NoRoom` while the disk is full.
   * The command object belongs to the host from here on: never change it. A command that cannot be written down (TypeError,
   * RangeError) is refused alone.
   * `lazy` commands (liquidity) force no disk sync: they ride with the next commit or the lazy timer.
   */
  submit(command: Command, options?: SubmitOptions): Promise<CommandResult>;
  readonly engine: EngineView;
  /** Number of the last applied command. */
  readonly sequence: number;
  /** Number of the last durable and published command. */
  readonly committedSequence: number;
  /** Number of the command after which the newest snapshot was taken; null without any. */
  readonly snapshotSequence: number | null;
  /** What the start found and did. */
  readonly recovery: RecoveryReport;
  /** The projector tells how far it has stored; snapshots and journal before that point may then go. */
  confirmProjected(sequence: number): void;
  /** Writes a snapshot of the applied state once that state is durable; resolves with its sequence. */
  snapshotNow(): Promise<number>;
  /** Refuses new commands, commits and publishes those in flight, then frees the folder. */
  close(): Promise<void>;
}

export interface SubmitOptions {
  readonly lazy?: boolean;
}

export interface RecoveryReport {
  /** Sequence of the snapshot that was restored; 0 when the journal was replayed from its beginning. */
  readonly snapshotSequence: number;
  readonly replayedCommands: number;
  /** Commands handed to `onCommitted` because the projector had not stored them. */
  readonly deliveredCommands: number;
  /** Commands after the smallest of `followers` that no longer can be delivered, as the journal before the oldest snapshot is gone; the projection must be rebuilt from state. */
  readonly missedCommands: number;
  /** Time of the last command, ms since 1970; 0 without any. */
  readonly lastTimeMs: number;
}

export interface EngineHostOptions {
  /** Holds `journal/` and `snapshots/`; one process at a time. Its last part names the venue. */
  readonly folder: string;
  /** Where journal and snapshots lie instead of the folder. */
  readonly rows?: JournalRows;
  /** Wall clock in ms; the host keeps it from running backwards. */
  readonly now: () => number;
  /** Last sequences that those who follow the venue have stored. Commands after the smallest are delivered again at start; none: all. */
  readonly followers: readonly number[];
  /**
   * Gets every durable batch, in order, before its waiters are answered. At start a returned promise is awaited; live it is not,
   * so the consumer queues for itself. Throwing or rejecting stops the venue: a projection with a hole is worse than none.
   */
  readonly onCommitted: (batch: CommittedBatch) => void | Promise<void>;
  /** Commands between two automatic snapshots, more of them for a large state; 0 for none. Default 50,000: replaying them takes a tenth of a second. */
  readonly snapshotEveryCommands?: number;
  /** False while the disk is so full that only what frees something (cancels) is taken; asked for each command. Default: there is room. */
  readonly hasRoom?: () => boolean;
  /** Longest time a lazy command waits for a commit. Default 20. */
  readonly lazyCommitMs?: number;
  /** Commands that may wait for the disk; beyond, `submit` rejects with outcome `NOT_TAKEN`, so that a stuck disk does not fill the memory. Default 100,000. */
  readonly maxInFlightCommands?: number;
  /** `since-snapshot` deletes journal segments that the oldest kept snapshot covers (simulated exchanges). Default `all`. */
  readonly retain?: 'all' | 'since-snapshot';
  /** Snapshots to keep beside those the projector needs. Default 3. */
  readonly keepSnapshots?: number;
  /** `all` (default) checks every record of the journal at start; `needed` only what the replay reads, for very long journals. */
  readonly verify?: 'all' | 'needed';
  readonly segmentBytes?: number;
  readonly logger?: EngineLogger;
  /** Runs `callback` once after `delayMs`; returns the disposer. Default `setTimeout`. */
  readonly schedule?: (callback: () => void, delayMs: number) => () => void;
  /** Seam for tests of slow and failing disks. */
  readonly fileSystem?: FileSystem;
  /** Told once when the venue stops by itself (journal or projector failed), so that its owner can restart or alarm. A cause with a `DiskFailed` or `LeaseLost` among its causes needs a new process. */
  readonly onStopped?: (cause: Error) => void;
}
