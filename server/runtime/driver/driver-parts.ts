import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import type { Balance } from '../../../core/contract/trading.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { LimitDenial, TradingLimits } from './account/trading-limits.ts';
import type { DriverCall } from './driver-call.ts';
import type { ExecutorDefinition } from './executor.ts';
import type { KnownMarkets } from './watched/known-markets.ts';

export interface DriverParts {
  readonly definition: StrategyDefinition;
  readonly executors: Readonly<Record<string, ExecutorDefinition>>;
  /** Its own: what it learns there counts from the next call on, and goes into the snapshot. */
  readonly markets: KnownMarkets;
  /** Client order ids are this, a dash and a number that rises. */
  readonly idPrefix: string;
  readonly limits: () => TradingLimits;
  readonly lastPrice: (id: InstrumentId) => string | null;
  readonly balances: () => readonly Balance[];
  /** Told of every order, amendment and cancel that is not sent or was denied, whoever asked for it and whether or not he hears of it. */
  readonly onDenied?: (denial: DriverDenial) => void;
  /** Told after every hook of the strategy or of an executor. */
  readonly onCall?: (call: DriverCall) => void;
}

/** What was denied to a strategy or to one of its executors. */
export interface DriverDenial extends LimitDenial {
  readonly tag: string;
  /** Absent for an order. */
  readonly action?: 'amend' | 'cancel';
}
