import type { ErrorParams } from '../../../core/contract/app-error.ts';
import type { MarketEvent, ParamsProblem, Subscription } from '../../../core/contract/strategy.ts';
import type {
  HistoryWish,
  PreviewContext,
  PreviewFigure,
  PreviewLine,
  SuggestContext,
  Suggestions,
} from '../../../core/contract/strategy-preview.ts';
import type { Balance } from '../../../core/contract/trading.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { TradingLimits } from '../driver/account/trading-limits.ts';
import type { DriverDenial } from '../driver/driver-parts.ts';
import type { DriverSnapshot } from '../driver/driver-snapshot.ts';
import type { Effect } from '../driver/effect.ts';
import type { OrderReport } from '../driver/orders/order-report.ts';
import type { WorkingOrder } from '../driver/orders/working-orders.ts';
import type { SavedCandleMarks } from '../driver/watched/candle-marks.ts';
import type { BandZone } from '../driver/watched/price-bands.ts';
import type { StateShape } from './state-shape.ts';

/** What is said between the main thread and a thread that runs strategies. Every task is answered once, in the order in which they were sent. */

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

/** The world as of a step. */
export interface StepWorld {
  readonly nowMs: number;
  readonly limits: TradingLimits;
  readonly lastPrices: Readonly<Record<InstrumentId, string>>;
  readonly balances: readonly Balance[];
  /** Markets whose terms the instance does not know, as they are now; it hears of them before the inputs, and keeps them with its state. */
  readonly instruments: readonly Instrument[];
}

/** Balances as a thread is told of them: all of them, or those that differ from the step before by their places. */
export type ToldBalances =
  | { readonly all: readonly Balance[] }
  | { readonly changed: readonly (readonly [place: number, balance: Balance])[] };

/** {@link StepWorld} on its way to a thread. */
type ToldWorld = Omit<StepWorld, 'balances'> & {
  /** Null: as in the step before. */
  readonly balances: ToldBalances | null;
};

export type WorkerRequest =
  /** The first: what the thread is for. */
  | { readonly kind: 'open'; readonly input: WorkerInput; readonly underWay: UnderWay }
  /** Done in their order, and answered in it. */
  | { readonly kind: 'work'; readonly tasks: readonly WorkerTask[] }
  | { readonly kind: 'forget'; readonly instanceId: string };

/** Shared by both sides: place in its message of the task that the thread is at. Whose it is did it, when the thread loops or ends. */
export type UnderWay = Int32Array;

export const newUnderWay = (): UnderWay => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

export type WorkerTask =
  | {
      readonly kind: 'step';
      readonly instanceId: string;
      /** Given when the thread does not know the instance yet. */
      readonly opening: InstanceOpening | null;
      readonly inputs: readonly StepInput[];
      readonly world: ToldWorld;
    }
  | { readonly kind: 'check'; readonly strategyId: string; readonly params: unknown; readonly instruments: NamedMarkets }
  | { readonly kind: 'preview'; readonly strategyId: string; readonly world: PreviewContext<unknown>; readonly isInOrder: boolean }
  /** Which candles a strategy takes for its suggestions. */
  | { readonly kind: 'wishes'; readonly strategyId: string; readonly params: object; readonly instruments: NamedMarkets }
  | { readonly kind: 'suggest'; readonly strategyId: string; readonly world: SuggestContext<object> }
  /** Which strategies the plugin has. */
  | { readonly kind: 'describe' }
  /** The shape of a strategy's first state; see `state-shape.ts`. */
  | { readonly kind: 'shape'; readonly strategyId: string; readonly params: unknown };

/** Markets that params name, as they are now. */
export type NamedMarkets = Readonly<Record<InstrumentId, Instrument>>;

export interface StepResult {
  readonly effects: readonly Effect[];
  readonly denials: readonly DriverDenial[];
  /** The strategy's work is over; it was stopped in this step. */
  readonly isFinished: boolean;
  /** Null when nothing has changed that could not wait: the next step that tells, tells all. */
  readonly saved: SavedStep | null;
  /** What the instance listens to, and the zones of its bands; null when that has not changed. */
  readonly listening: Listening | null;
  /** Null without timers. */
  readonly nextTimerMs: number | null;
  /** Time that the step took the thread. */
  readonly busyMs: number;
}

/** What an instance has made of its fills and orders. */
export type InstanceBooks = Pick<DriverSnapshot, 'flows' | 'orderTimes' | 'day'>;

/** An instance as it is after a step. */
export interface SavedStep {
  /** JSON of {@link DriverSnapshot}. */
  readonly snapshot: string;
  readonly orders: readonly WorkingOrder[];
  readonly account: InstanceBooks;
}

export interface Listening {
  readonly subscriptions: readonly Subscription[];
  /** Of the `band` subscriptions, in their order. */
  readonly zones: readonly (BandZone | null)[];
  readonly candles: SavedCandleMarks;
  /** How many closed candles of the past are to be told first, by the keys of `candles`. */
  readonly histories: Readonly<Record<string, number>>;
}

/** How a strategy broke the contract; `problem` is for people. */
export interface FaultNotice {
  readonly hook: string;
  readonly problem: string;
}

export type WorkerReply =
  | { readonly kind: 'ready' }
  /** The thread can be trusted no more; what was asked and not answered is to be asked of another. */
  | { readonly kind: 'unsound' }
  /** The strategies could not be loaded. */
  | { readonly kind: 'failed'; readonly problem: string }
  /** Of the next tasks that have no answer yet. */
  | { readonly kind: 'answered'; readonly answers: readonly WorkerAnswer[] };

export type WorkerAnswer =
  | { readonly kind: 'stepped'; readonly result: StepResult }
  | { readonly kind: 'checked'; readonly problem: (ParamsProblem & { readonly params: ErrorParams }) | null }
  | { readonly kind: 'previewed'; readonly preview: Preview }
  /** Null: the strategy suggests nothing. */
  | { readonly kind: 'wished'; readonly wishes: readonly HistoryWish[] | null }
  | { readonly kind: 'suggested'; readonly suggestions: Suggestions }
  /** Null: the strategy does not start without a market. */
  | { readonly kind: 'shaped'; readonly shape: StateShape | null }
  /** Strategy id → its params' schema. */
  | { readonly kind: 'described'; readonly schemas: Readonly<Record<string, object>> }
  | { readonly kind: 'fault'; readonly fault: FaultNotice };

/** What params come to before a start. */
export interface Preview {
  /** None of params that are not in order. */
  readonly lines: readonly PreviewLine[];
  readonly figures: readonly PreviewFigure[];
}

/** Where a plugin's strategies come from; both null: they are in the bundle. */
export interface StrategyOrigin {
  /** Address of the plugin's server module. */
  readonly moduleUrl: string | null;
  /** Script of a package, which runs isolated. */
  readonly code: string | null;
}

/** How a thread finds the plugin whose strategies it runs. */
export interface WorkerInput extends StrategyOrigin {
  readonly pluginId: string;
  readonly instruments: Readonly<Record<InstrumentId, Instrument>>;
}
