import type { WatchedPrice } from '../../core/domain/orders/order.ts';
import type { Command } from './command.ts';
import type { EngineHold } from './money/holds.ts';
import type { EngineOrder, EngineSink } from './sink.ts';

export type IdMemory = number | 'FRESH' | 'UNSURE';

/**
 * The engine as its host sees it: a deterministic state machine. The same commands with the same sequence numbers and
 * times give the same calls on the sink and the same state hash, byte for byte.
 */
export interface EnginePort {
  /**
   * Runs one command to completion, triggers included. Never throws on bad input: it calls `sink.rejected`. A replay gives the
   * `edition` of the rules that the command's record tells; without one the present rules hold.
   */
  apply(sequence: number, timeMs: number, command: Command, sink: EngineSink, edition?: number): void;
  /** Sequence number of the last applied command; 0 at the start. */
  readonly sequence: number;
  /** Whole state as bytes; `restoreEngine` reads them back. */
  snapshot(): Uint8Array;
  /** Hex digest of the whole state, independent of how it was reached (replayed or restored). */
  stateHash(): string;
  order(orderId: number): EngineOrder | undefined;
  /** Wallet total and held part in minor units; zeros when the account never touched the asset. */
  balance(account: number, asset: number): { readonly total: bigint; readonly held: bigint };
  /** What is kept back from orders for transfers to come. */
  holds(): readonly EngineHold[];
  /** What is known of a client order id of the account: the order that has it, ended ones too for a while; `UNSURE` when it may have been used so long ago that it is forgotten. */
  recall(account: number, clientOrderId: string): IdMemory;
  /** Last trade price in ticks; 0 before the first trade. */
  lastPrice(instrument: number): number;
  /** A price that triggers may watch, in ticks; 0 while the engine was not told one. */
  referencePrice(instrument: number, watched: WatchedPrice): number;
  /** The moment through which a contract's funding is paid, in ms; 0 of what has none. */
  fundedMs(instrument: number): number;
  /** Orders that wait for that price. */
  waiting(instrument: number, watched: WatchedPrice): number;
  /** Levels from the best outwards as [price, qty] pairs flattened; at most `levels` pairs. */
  depth(instrument: number, side: 'BUY' | 'SELL', levels: number): number[];
}
