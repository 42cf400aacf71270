import type { ErrorParams } from '../../../core/contract/app-error.ts';
import type { ErrorCode } from '../../../core/contract/error-catalogue.ts';
import type { MarketEvent, ParamsProblem, Subscription } from '../../../core/contract/strategy.ts';
import type { Balance } from '../../../core/contract/trading.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/instrument.ts';
import type { DriverSnapshot } from '../driver/driver-snapshot.ts';
import type { Effect } from '../driver/effect.ts';
import type { OrderReport } from '../driver/order-report.ts';
import type { BandZone } from '../driver/price-bands.ts';
import type { TradingLimits } from '../driver/trading-limits.ts';
import type { WorkingOrder } from '../driver/working-orders.ts';

/** What is said between the main thread and a thread that runs strategies. A request is answered by one reply with its id. */

/** One thing that happens to an instance. */
export type StepInput =
  | { readonly type: 'start' }
  | { readonly type: 'ring' }
  | { readonly type: 'stop' }
  | { readonly type: 'market'; readonly event: MarketEvent }
  | { readonly type: 'price'; readonly instrumentId: InstrumentId; readonly price: string }
  | { readonly type: 'order'; readonly report: OrderReport }
  | { readonly type: 'update'; readonly params: unknown };

/** What an instance begins with, or goes on from. */
export interface InstanceOpening {
  readonly strategyId: string;
  readonly params: unknown;
  readonly seed: number;
  /** JSON of the driver; null for an instance that has not started. */
  readonly snapshot: string | null;
}

/** The world as of a request. */
export interface StepWorld {
  readonly nowMs: number;
  readonly limits: TradingLimits;
  readonly lastPrices: Readonly<Record<InstrumentId, string>>;
  readonly balances: readonly Balance[];
}

export type WorkerRequest =
  | {
      readonly kind: 'step';
      readonly id: number;
      readonly instanceId: string;
      /** Given when the thread does not know the instance yet. */
      readonly opening: InstanceOpening | null;
      readonly inputs: readonly StepInput[];
      readonly world: StepWorld;
    }
  | { readonly kind: 'check'; readonly id: number; readonly strategyId: string; readonly params: unknown }
  | { readonly kind: 'forget'; readonly instanceId: string };

/** An order that was denied to the strategy or to one of its executors. */
export interface StepDenial {
  readonly tag: string;
  readonly code: ErrorCode;
  readonly params: ErrorParams;
}

export interface StepResult {
  readonly effects: readonly Effect[];
  readonly denials: readonly StepDenial[];
  /** The strategy's work is over; it was stopped in this step. */
  readonly isFinished: boolean;
  /** JSON of {@link DriverSnapshot}. */
  readonly snapshot: string;
  readonly orders: readonly WorkingOrder[];
  readonly account: Pick<DriverSnapshot, 'flows' | 'orderTimes' | 'day'>;
  /** What the instance listens to, and the zones of its bands; null when that has not changed. */
  readonly listening: Listening | null;
  /** Null without timers. */
  readonly nextTimerMs: number | null;
  /** Time that the request took the thread. */
  readonly busyMs: number;
}

export interface Listening {
  readonly subscriptions: readonly Subscription[];
  /** Of the `band` subscriptions, in their order. */
  readonly zones: readonly (BandZone | null)[];
}

/** How a strategy broke the contract; `problem` is for people. */
export interface FaultNotice {
  readonly hook: string;
  readonly problem: string;
}

export type WorkerReply =
  | { readonly kind: 'ready' }
  /** The strategies could not be loaded. */
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'stepped'; readonly id: number; readonly result: StepResult }
  | { readonly kind: 'checked'; readonly id: number; readonly problem: (ParamsProblem & { readonly params: ErrorParams }) | null }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: FaultNotice };

/** How a thread finds the plugin whose strategies it runs. */
export interface WorkerInput {
  readonly pluginId: string;
  /** Address of the plugin's server module; null: it is in the bundle. */
  readonly moduleUrl: string | null;
  readonly instruments: Readonly<Record<InstrumentId, Instrument>>;
}
