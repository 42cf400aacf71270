import type { LegProgress, StrategyDefinition } from '../../../core/contract/strategy.ts';
import type { ExecutionStatus } from '../../../core/domain/orders/execution-status.ts';

/** How far a parent has come. Quantities are sums over its children's fills. */
export interface ExecutionProgress {
  readonly status: ExecutionStatus;
  readonly filledQty: string;
  readonly filledQuote: string;
  /** Why it did not do all of its work: the code of a denial or a word of the exchange. */
  readonly cause?: string;
  /** Of an execution of several legs, in their order. */
  readonly legs?: readonly LegProgress[];
}

export type { LegProgress };

/**
 * Multi-step work that a strategy hands over: the same five hooks over a state of its own, with its config as params. Its
 * orders and timers have names of their own; `onStop` is a cancel. It ends when its progress is final.
 */
export interface ExecutorDefinition<C = unknown, S = unknown> extends StrategyDefinition<C, S> {
  progress(state: S, config: C): ExecutionProgress;
}

/** Keeps the types of config and state; adds nothing at run time. */
export const defineExecutor = <C, S>(definition: ExecutorDefinition<C, S>): ExecutorDefinition<C, S> => definition;

export const isExecutor = (definition: StrategyDefinition | ExecutorDefinition): definition is ExecutorDefinition =>
  'progress' in definition;
