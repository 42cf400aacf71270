import type { Candle } from '../../../core/contract/market.ts';
import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import type { FundingPayment } from '../../../core/simulation/clearing/clearing.ts';
import type { TradingLimits } from '../driver/account/trading-limits.ts';
import type { WantedHistory } from '../driver/actor.ts';
import type { DriverCall } from '../driver/driver-call.ts';
import type { DriverDenial } from '../driver/driver-parts.ts';
import type { Effect, PlotEffect } from '../driver/effect.ts';
import type { ExecutorDefinition } from '../driver/executor.ts';
import type { OrderReport } from '../driver/orders/order-report.ts';
import type { OrderLogLine } from './order-log.ts';
import type { SimulatedAccount, SimulatedMarketPart } from './simulated-exchanges.ts';

export interface SessionOptions {
  readonly definition: StrategyDefinition;
  readonly executors: Readonly<Record<string, ExecutorDefinition>>;
  readonly params: unknown;
  readonly seed: number;
  readonly markets: readonly SimulatedMarketPart[];
  /** Markets of other exchanges that are played for the indexes of pairs alone. */
  readonly indexSources?: readonly SimulatedMarketPart[];
  /** An index is wanted of a market whose pair too few exchanges play; absent: there is none then. */
  readonly onIndexMissing?: (instrument: Instrument) => void;
  readonly accounts: readonly SimulatedAccount[];
  readonly limits: TradingLimits;
  /** How long an order or a cancel takes to reach its exchange. What is sent at the close of a bar acts from the next one on in any case. */
  readonly latencyMs: number;
  readonly isOptimistic: boolean;
  /** Client order ids are this, a dash and a number. */
  readonly idPrefix: string;
  /** Until then it hears the market and nobody hears of it: what it orders is denied, as if the markets were closed. Default: from the start. */
  readonly tradesFromMs?: number;
  /** The newest `count` candles that had closed at a time, oldest first; absent: none is known, and none is told. */
  readonly history?: (wanted: WantedHistory, atMs: number) => readonly Candle[];
  readonly listener?: SessionListener;
}

/** Hears what the instance does, as it happens. */
export interface SessionListener {
  line?(line: OrderLogLine): void;
  report?(report: OrderReport, timeMs: number): void;
  /** An order or a change of one was denied. */
  denied?(denial: Pick<DriverDenial, 'code' | 'params'>): void;
  funding?(payment: FundingPayment): void;
  /** Slows a run down: ask for it only to show it. */
  call?(call: DriverCall, timeMs: number): void;
  /** What it shows on a chart. */
  plot?(plot: PlotEffect): void;
  note?(note: Extract<Effect, { readonly type: 'note' | 'finish' }>, timeMs: number): void;
}
