import type { MarketEvent, OrderEvent, StrategyAction } from '../../../core/contract/strategy.ts';

/** One hook of the strategy or of an executor, as it was called and what it answered. */
export interface DriverCall {
  /** The tag that an executor was started by; empty for the strategy. */
  readonly tag: string;
  readonly hook: string;
  /** What it was told: the event, or the name of a timer; null at start and stop. */
  readonly about: MarketEvent | OrderEvent | string | null;
  readonly actions: readonly StrategyAction[];
}
