import type { Command } from '../command.ts';
import type { EngineOrder, RejectReason, Shortage } from '../sink.ts';
import type { EngineEvent } from './engine-event.ts';

/** One durable command with everything it did. */
export interface CommittedCommand {
  readonly sequence: number;
  readonly timeMs: number;
  readonly command: Command;
  readonly events: readonly EngineEvent[];
}

/** Durable commands in sequence order, never empty and without gaps. A consumer that stores `lastSequence` sees each command exactly once. */
export interface CommittedBatch {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly commands: readonly CommittedCommand[];
  /** True while the host catches the projector up at start: state to store, not news to announce. */
  readonly replayed: boolean;
}

/** The durable answer to one submitted command. */
export interface CommandResult {
  readonly sequence: number;
  readonly timeMs: number;
  /** Set when the engine refused the command; nothing changed. */
  readonly rejected?: { readonly reason: RejectReason; readonly field: string; readonly limit: string; readonly shortage?: Shortage };
  /** Order id of the first submission when the command repeats an earlier one; nothing changed. `orders` holds that order while it is open; 0 and none for a transfer. */
  readonly repeated?: number;
  /** The command's own orders as they were when it ended, in the order they were first touched; other accounts' orders are left out. */
  readonly orders: readonly EngineOrder[];
}
