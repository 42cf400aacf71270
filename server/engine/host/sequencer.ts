import { ByteWriter } from '../codec/byte-writer.ts';
import { writeCommand } from '../codec/command-codec.ts';
import type { Command } from '../command.ts';
import type { EnginePort } from '../engine-port.ts';
import type { Journal } from '../journal/journal-port.ts';
import type { EngineLogger } from '../journal/logger.ts';
import type { EngineOrder } from '../sink.ts';
import { commandResult } from './command-result.ts';
import type { CommandResult, CommittedBatch, CommittedCommand } from './committed-batch.ts';
import type { EngineEvent } from './engine-event.ts';
import type { EngineHost, EngineHostOptions, EngineView, RecoveryReport, SubmitOptions } from './host-port.ts';
import { NoRoom } from './no-room.ts';
import { copyOrder, RecordingSink } from './recording-sink.ts';
import type { RecoveredEngine } from './recover-engine.ts';
import type { SnapshotKeeper } from './snapshot-keeper.ts';
import { VenueStopped } from './venue-stopped.ts';

interface SequencerParts {
  readonly recovered: RecoveredEngine;
  readonly journal: Journal;
  readonly snapshots: SnapshotKeeper;
  readonly logger: EngineLogger;
  readonly options: EngineHostOptions;
  readonly lazyCommitMs: number;
  readonly maxInFlightCommands: number;
  readonly schedule: (callback: () => void, delayMs: number) => () => void;
}

/** One deferred answer for all commands of a batch: each adds only a `then`, which is lighter than a promise with its own resolvers. */
interface OpenBatch {
  readonly commands: CommittedCommand[];
  readonly published: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (cause: VenueStopped) => void;
}

/**
 * Commands run through four stations: applied and appended at once, in the order of `submit`; then committed to disk together with all
 * that came in meanwhile; then published; then answered. While one batch is at the disk the next one gathers.
 */
export class Sequencer implements EngineHost {
  readonly recovery: RecoveryReport;
  readonly #engine: EnginePort;
  readonly #journal: Journal;
  readonly #snapshots: SnapshotKeeper;
  readonly #logger: EngineLogger;
  readonly #now: () => number;
  readonly #onCommitted: EngineHostOptions['onCommitted'];
  readonly #onStopped: (cause: Error) => void;
  readonly #hasRoom: () => boolean;
  readonly #schedule: SequencerParts['schedule'];
  readonly #lazyCommitMs: number;
  readonly #maxInFlightCommands: number;
  readonly #writer = new ByteWriter();
  readonly #sink = new RecordingSink();
  #lastTimeMs: number;
  #committedSequence: number;
  #open = newBatch();
  #inFlight: OpenBatch | null = null;
  /** A command of the open batch waits for a commit as soon as possible. */
  #urgent = false;
  #startQueued = false;
  #cancelLazyTimer: (() => void) | null = null;
  #closing: Promise<void> | null = null;
  #stopped: Error | null = null;
  #onIdle: (() => void) | null = null;

  constructor({ recovered, journal, snapshots, logger, options, lazyCommitMs, maxInFlightCommands, schedule }: SequencerParts) {
    this.recovery = recovered.report;
    this.#engine = recovered.engine;
    this.#lastTimeMs = recovered.report.lastTimeMs;
    this.#committedSequence = recovered.engine.sequence;
    this.#journal = journal;
    this.#snapshots = snapshots;
    this.#logger = logger;
    this.#now = options.now;
    this.#onCommitted = options.onCommitted;
    this.#onStopped = options.onStopped ?? (() => undefined);
    this.#hasRoom = options.hasRoom ?? (() => true);
    this.#lazyCommitMs = lazyCommitMs;
    this.#maxInFlightCommands = maxInFlightCommands;
    this.#schedule = schedule;
  }

  get engine(): EngineView {
    return this.#engine;
  }

  get sequence(): number {
    return this.#engine.sequence;
  }

  get committedSequence(): number {
    return this.#committedSequence;
  }

  get snapshotSequence(): number | null {
    return this.#snapshots.newest;
  }

  submit(command: Command, options?: SubmitOptions): Promise<CommandResult> {
    let committed: CommittedCommand;
    try {
      committed = this.#run(command);
    } catch (error) {
      return Promise.reject(error);
    }
    const repeatedOrder = this.#repeatedOrder(committed.events);
    const batch = this.#open;
    batch.commands.push(committed);
    if (options?.lazy === true) this.#startLazyTimer();
    else this.#commitSoon();
    return batch.published.then(() => commandResult(committed, repeatedOrder));
  }

  confirmProjected(sequence: number): void {
    this.#snapshots.projectedThrough = Math.max(this.#snapshots.projectedThrough, sequence);
  }

  async snapshotNow(): Promise<number> {
    this.#requireOpen();
    const sequence = this.#engine.sequence;
    const state = this.#engine.snapshot();
    const timeMs = this.#lastTimeMs;
    await this.#snapshots.write({ sequence, timeMs, state }, this.#journal.commit());
    return sequence;
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** Applies before it appends, in one turn: a command on which the engine breaks must not be there again at every start. */
  #run(command: Command): CommittedCommand {
    this.#requireOpen();
    if (!isRelief(command)) this.#requireRoom();
    const sequence = this.#engine.sequence + 1;
    if (sequence - this.#committedSequence > this.#maxInFlightCommands)
      throw new VenueStopped('NOT_TAKEN', 'too many commands wait for the disk');
    const timeMs = Math.max(this.#now(), this.#lastTimeMs);
    this.#writer.offset = 0;
    writeCommand(this.#writer, timeMs, command);
    this.#journal.requireRoom(this.#writer.offset);
    try {
      this.#engine.apply(sequence, timeMs, command, this.#sink);
      this.#journal.append(this.#writer.buffer, this.#writer.offset);
    } catch (error) {
      const cause = asError(error);
      this.#stop(cause);
      throw new VenueStopped('NOT_TAKEN', cause.message, cause);
    }
    this.#lastTimeMs = timeMs;
    return { sequence, timeMs, command, events: this.#sink.take() };
  }

  /** Read at once: later the engine may be ahead of what is durable. */
  #repeatedOrder(events: readonly EngineEvent[]): EngineOrder | null {
    const event = events[0];
    if (event?.type !== 'COMMAND_REPEATED') return null;
    const order = this.#engine.order(event.orderId);
    return order === undefined ? null : copyOrder(order);
  }

  #requireOpen(): void {
    if (this.#stopped !== null) {
      const reason = `it stopped (${this.#stopped.message}); the outcome of the commands in flight then is unknown until it restarts`;
      throw new VenueStopped('NOT_TAKEN', reason, this.#stopped);
    }
    if (this.#closing !== null) throw new VenueStopped('NOT_TAKEN', 'it is shutting down');
  }

  /** Asks before anything changes. A journal that was short looks again when the disk has room, and takes commands from then on. */
  #requireRoom(): void {
    const hasRoom = this.#hasRoom();
    if (hasRoom && !this.#journal.isShort) return;
    if (hasRoom) this.#journal.refill().catch((error: unknown) => this.#stop(asError(error)));
    throw new NoRoom();
  }

  /** One turn later, so that commands submitted together share the first write too. */
  #commitSoon(): void {
    this.#urgent = true;
    if (this.#startQueued || this.#inFlight !== null) return;
    this.#startQueued = true;
    queueMicrotask(() => {
      this.#startQueued = false;
      if (this.#inFlight === null) this.#startCommit();
    });
  }

  #startLazyTimer(): void {
    if (this.#urgent || this.#cancelLazyTimer !== null) return;
    this.#cancelLazyTimer = this.#schedule(() => {
      this.#cancelLazyTimer = null;
      this.#commitSoon();
    }, this.#lazyCommitMs);
  }

  #startCommit(): void {
    this.#cancelLazyTimer?.();
    this.#cancelLazyTimer = null;
    this.#urgent = false;
    const batch = this.#open;
    if (batch.commands.length === 0 || this.#stopped !== null) return;
    this.#open = newBatch();
    this.#inFlight = batch;
    this.#journal.commit().then(
      () => this.#committed(batch),
      (error: unknown) => this.#stop(asError(error)),
    );
  }

  #committed(batch: OpenBatch): void {
    if (this.#stopped !== null) return;
    this.#inFlight = null;
    // The disk works on the next batch while this one is published.
    if (this.#urgent) this.#startCommit();
    this.#publish(batch);
    if (this.#inFlight === null && this.#open.commands.length === 0) this.#onIdle?.();
  }

  #publish(published: OpenBatch): void {
    const { commands } = published;
    const firstSequence = (commands[0] as CommittedCommand).sequence;
    const lastSequence = (commands.at(-1) as CommittedCommand).sequence;
    const batch: CommittedBatch = { firstSequence, lastSequence, commands, replayed: false };
    try {
      this.#onCommitted(batch)?.catch((error: unknown) => this.#stop(asError(error)));
    } catch (error) {
      published.reject(unknownOutcome(asError(error)));
      this.#stop(asError(error));
      return;
    }
    this.#committedSequence = lastSequence;
    published.resolve();
    if (this.#snapshots.isDue(lastSequence)) this.#snapshotInBackground();
  }

  #snapshotInBackground(): void {
    if (this.#closing !== null || this.#stopped !== null) return;
    this.snapshotNow().catch((error: unknown) =>
      this.#logger.error({ err: error }, 'an automatic snapshot failed; the venue goes on with its journal'),
    );
  }

  /** The state in memory may be ahead of the disk or of the projection: nothing more is taken, nothing more is answered as done. */
  #stop(cause: Error): void {
    if (this.#stopped !== null) return;
    this.#stopped = cause;
    this.#logger.error({ err: cause, committedSequence: this.#committedSequence, sequence: this.sequence }, 'the venue has stopped');
    this.#cancelLazyTimer?.();
    this.#cancelLazyTimer = null;
    const outcome = unknownOutcome(cause);
    this.#inFlight?.reject(outcome);
    if (this.#open.commands.length > 0) this.#open.reject(outcome);
    this.#open = newBatch();
    this.#inFlight = null;
    this.#onIdle?.();
    this.#onStopped(cause);
  }

  async #end(): Promise<void> {
    if (this.#open.commands.length > 0) this.#commitSoon();
    if (this.#inFlight !== null || this.#open.commands.length > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    await this.#snapshots.settle();
    await this.#journal.close();
  }
}

/** What a full disk still takes, from the journal's reserve: it is small, and frees what others are held by. */
const isRelief = ({ type }: Command): boolean => type === 'CANCEL' || type === 'CANCEL_ALL';

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const unknownOutcome = (cause: Error): VenueStopped => new VenueStopped('UNKNOWN', cause.message, cause);

const newBatch = (): OpenBatch => {
  let resolve: () => void = () => undefined;
  let reject: (cause: VenueStopped) => void = () => undefined;
  const published = new Promise<void>((onPublished, onStopped) => {
    resolve = onPublished;
    reject = onStopped;
  });
  return { commands: [], published, resolve, reject };
};
