import type { AccountKey } from '../domain/accounts/account-key.ts';
import type { SessionPhase } from '../domain/calendar/trading-calendar.ts';
import type { AccountType, Instrument, InstrumentId } from '../domain/markets/instrument.ts';
import type { Interval } from '../domain/markets/interval.ts';
import type { ExecutionStatus } from '../domain/orders/execution-status.ts';
import type { OrderSide, PositionSide } from '../domain/orders/order.ts';
import type { ErrorParams } from './app-error.ts';
import type { ErrorCode } from './error-catalogue.ts';
import type { Candle, DepthSnapshot, PublicTrade, Ticker } from './market.ts';
import type { PreviewContext, PreviewFigure, PreviewLine, StrategySuggest } from './strategy-preview.ts';
import type { ApiId, Balance, Fill, Order, OrderIntent } from './trading.ts';

/** A strategy is a pure, synchronous step function over its own JSON state. The runtime does everything else. */

/** State, configs and params: whatever survives `JSON.parse(JSON.stringify(value))` unchanged. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** What the instance itself has bought or sold so far; `qty` is positive, `LONG` or `SHORT` says which way. */
export interface StrategyPosition {
  /** Account. */
  readonly apiId: ApiId;
  /** Market. */
  readonly instrumentId: InstrumentId;
  /** Which way it is held. */
  readonly side: PositionSide;
  /** In base, positive. */
  readonly qty: string;
  /** Average price of what is held, in quote per base. */
  readonly entryPrice: string;
}

/** An order of the strategy's own that is not known to have ended. */
export interface StrategyOrder {
  /** Name that the strategy gave it. */
  readonly tag: string;
  /** Account. */
  readonly apiId: ApiId;
  /** Market. */
  readonly instrumentId: InstrumentId;
  /** `BUY` or `SELL`. */
  readonly side: OrderSide;
  /** Limit, in quote per base; null without one. */
  readonly price: string | null;
  /** What may still fill, in base; null for an order by quote amount. While an amendment is under way, the larger of both. */
  readonly openQty: string | null;
  /** Traded so far, in base. */
  readonly filledQty: string;
}

/** The world as of this step; the same step with the same context gives the same result. */
export interface StrategyContext<P> {
  /** What the user filled in, checked against the schema; the new ones after an update. */
  readonly params: P;
  /** Time of the event that the step is about, ms since 1970 UTC. The only clock. */
  readonly nowMs: number;
  /** Terms of the markets that the params name, by id, as of this step: tick, lot, limits and fees may change while an instance runs. */
  readonly instruments: Readonly<Record<InstrumentId, Instrument>>;
  /** What the instance itself has bought or sold; not what its account holds beside. */
  readonly positions: readonly StrategyPosition[];
  /** What its accounts hold and may use. */
  readonly balances: readonly Balance[];
  /** The position of an account in a market, without a search; null: none. */
  position(apiId: ApiId, instrumentId: InstrumentId): StrategyPosition | null;
  /** What an account has of an asset, without a search; null while it has never touched it. */
  balance(account: AccountKey, asset: string): Balance | null;
  /** The order under a tag, without a search; null: none that works. An executor sees its own orders. */
  order(tag: string): StrategyOrder | null;
  /** Next number of the instance's own seeded sequence, in [0, 1). */
  random(): number;
}

/**
 * What the instance wants to be woken by. A `band` speaks once at the start and then whenever the last price enters or leaves
 * `low`..`high` (both inside): a strategy that lives from its fills sleeps meanwhile.
 */
export type Subscription =
  /** When the last price enters or leaves `low`..`high`, both inside, in quote; once at the start. */
  | { readonly type: 'band'; readonly instrumentId: InstrumentId; readonly low: string; readonly high: string }
  /** The best `levels` of each side, when they change; conflated, at most fifty times a second. */
  | { readonly type: 'book'; readonly instrumentId: InstrumentId; readonly levels: number }
  /**
   * Candles of an interval, as they close. With `history`, first so many of those that had closed before, at most {@link mostHistory}, in one
   * event: nothing has to warm up live.
   */
  | { readonly type: 'candle'; readonly instrumentId: InstrumentId; readonly interval: Interval; readonly history?: number }
  /** Every public trade; the ticker when it changes; each funding of a perpetual. */
  | { readonly type: 'trade' | 'ticker' | 'funding'; readonly instrumentId: InstrumentId }
  /** The mark of a contract, or the spot index of the market's pair, as it is and whenever it moves; nothing of one that there is not (now). */
  | { readonly type: 'mark' | 'index'; readonly instrumentId: InstrumentId }
  /** The session of the market, as it is and whenever another begins. */
  | { readonly type: 'session'; readonly instrumentId: InstrumentId };

export type MarketEvent =
  /** The last price, in quote, and where it lies now. */
  | {
      readonly type: 'band';
      readonly instrumentId: InstrumentId;
      readonly low: string;
      readonly high: string;
      readonly zone: 'below' | 'inside' | 'above';
      readonly price: string;
      readonly timeMs: number;
    }
  /** The book as it is now. */
  | { readonly type: 'book'; readonly book: DepthSnapshot }
  /** One public trade. */
  | { readonly type: 'trade'; readonly trade: PublicTrade }
  /** A candle; `closed` says that it will not change any more. */
  | {
      readonly type: 'candle';
      readonly instrumentId: InstrumentId;
      readonly interval: Interval;
      readonly candle: Candle;
      readonly closed: boolean;
    }
  /**
   * What a subscription with `history` asked for: the candles before those that it will hear of, oldest first, as many as are known, perhaps none. Once, before the
   * first candle; no more of it after a restart.
   */
  | {
      readonly type: 'history';
      readonly instrumentId: InstrumentId;
      readonly interval: Interval;
      readonly candles: readonly Candle[];
    }
  /**
   * After a restart: no candle of this time can be had, because nothing traded or nobody kept it. Candles that closed meanwhile and gaps come in
   * order, before live ones, and leave nothing out. `fromMs` is the open time of the first missing candle, `toMs` that of the next known one.
   */
  | {
      readonly type: 'gap';
      readonly instrumentId: InstrumentId;
      readonly interval: Interval;
      readonly fromMs: number;
      readonly toMs: number;
    }
  /** `rate` is a fraction for one funding period. */
  | { readonly type: 'funding'; readonly instrumentId: InstrumentId; readonly rate: string; readonly timeMs: number }
  /**
   * By what positions are valued (`mark`), or what the exchanges that trade the pair agree on (`index`), in quote. Live at most once a second,
   * and the latest only. An index that fewer than two exchanges make is stale, and is not told.
   */
  | { readonly type: 'mark' | 'index'; readonly instrumentId: InstrumentId; readonly price: string; readonly timeMs: number }
  /** `phase` is null on days whose hours the exchange has not published. `untilMs` is when another begins; null where that is not known, and of markets that never close. */
  | {
      readonly type: 'session';
      readonly instrumentId: InstrumentId;
      readonly phase: SessionPhase | null;
      readonly takesOrders: boolean;
      readonly untilMs: number | null;
      readonly timeMs: number;
    }
  /** Last price, touch and 24 h figures. */
  | { readonly type: 'ticker'; readonly ticker: Ticker };

/**
 * What became of an order or an executor, by the tag under which the strategy started it. Denied: by us, never sent. Rejected:
 * by the venue. The fills of an executor's orders come under the executor's tag; `executed` ends it.
 */
export type OrderEvent =
  /** On the book or waiting; ended with what had filled. */
  | { readonly type: 'accepted' | 'canceled'; readonly tag: string; readonly order: Order }
  /** One fill; the order is `FILLED` with its last. */
  | { readonly type: 'filled'; readonly tag: string; readonly order: Order; readonly fill: Fill }
  /** Refused by this platform before it was sent; a code of the error catalogue with its values. */
  | { readonly type: 'denied'; readonly tag: string; readonly code: ErrorCode; readonly params: ErrorParams }
  /**
   * What was asked for was not done, and nothing was changed: a cancel, an amendment, a transfer, a loan or its repayment. `ORDER_ENDED`: what had the tag has ended, perhaps in the same moment.
   * `ORDER_TAG_UNKNOWN`: nothing has had it; counts as a denial. Any other code: a limit or the exchange refused the amendment, and the
   * order works on as it was; counts as a denial.
   */
  | {
      readonly type: 'refused';
      readonly tag: string;
      readonly action: 'amend' | 'cancel' | 'transfer' | 'borrow' | 'repay';
      readonly code: ErrorCode;
      readonly params: ErrorParams;
    }
  /** Money was moved, lent or paid back. */
  | { readonly type: 'moved'; readonly tag: string; readonly action: 'transfer' | 'borrow' | 'repay' }
  /** Refused by the exchange, in its own word. */
  | { readonly type: 'rejected'; readonly tag: string; readonly order: Order; readonly cause: string }
  /** An executor has ended; quantities of all its fills, in base and quote. */
  | {
      readonly type: 'executed';
      readonly tag: string;
      readonly status: ExecutionStatus;
      readonly filledQty: string;
      readonly filledQuote: string;
      /** Why it did not do all of its work: the code of a denial or a word of the exchange. */
      readonly cause?: string;
      /** Of an execution of several legs, in their order; the quantities above are those of the leg that went first. */
      readonly legs?: readonly LegProgress[];
    };

/** What one leg of an execution has come to. */
export interface LegProgress {
  /** Account. */
  readonly apiId: ApiId;
  /** Market. */
  readonly instrumentId: InstrumentId;
  /** Traded on its side, less what was taken back, in base. */
  readonly filledQty: string;
  /** The same in quote. */
  readonly filledQuote: string;
  /** How far it is from its share of what the leg that went first has done, in base: positive has too much. */
  readonly residualQty: string;
}

/**
 * What a step asks the runtime to do; saved together with the new state in one write. A `tag` is the strategy's own name
 * for an order or an executor, unique among those that are open: to place or start under one that is in use ends the instance.
 */
export type StrategyAction =
  /**
   * An order; what becomes of it is told under the tag. A pair has its take profit, a bracket its entry under the tag; the stop is
   * `<tag>.stopLoss`, the take profit of a bracket `<tag>.takeProfit`. What is denied is denied as a whole, under the tag.
   */
  | { readonly type: 'place'; readonly tag: string; readonly intent: Omit<OrderIntent, 'clientOrderId'> }
  /**
   * `qty` is the new total, filled part included. Limits hold it like an order; when they or the exchange refuse it, the order works on as it
   * was and `refused` is heard, as it is where nothing is open under the tag.
   */
  | { readonly type: 'amend'; readonly tag: string; readonly price?: string; readonly qty?: string; readonly triggerPrice?: string }
  /** Ends an order or an executor. Where nothing is open under the tag, `refused` is heard and nothing else happens. */
  | { readonly type: 'cancel'; readonly tag: string }
  /** Free money between two account types of one account. `moved` is heard, or `refused` where its exchange has only one or less is free. */
  | {
      readonly type: 'transfer';
      readonly tag?: string;
      readonly apiId: ApiId;
      readonly asset: string;
      readonly amount: string;
      readonly from: AccountType;
      readonly to: AccountType;
    }
  /**
   * A loan of an asset to one of its accounts, or money paid back: interest first, then what was lent. `moved` is heard once the balances have it, or
   * `refused` where the exchange lends nothing, not so much, or not so much is owed.
   */
  | {
      readonly type: 'borrow' | 'repay';
      readonly tag: string;
      readonly apiId: ApiId;
      readonly accountType: AccountType;
      readonly asset: string;
      readonly amount: string;
    }
  /** Hands work to a shared executor; at most {@link mostExecutors} may run at once. */
  | { readonly type: 'startExecutor'; readonly tag: string; readonly kind: string; readonly config: JsonValue }
  /** Replaces a timer of the same name. */
  | { readonly type: 'setTimer'; readonly timer: string; readonly afterMs: number }
  /** The strategy's work is over (take profit, stop loss): the runtime stops the instance, `onStop` included. The reason is a note. */
  | { readonly type: 'finish'; readonly key: string; readonly params: ErrorParams }
  /**
   * A point of one of the strategy's own lines over the chart of a market, at the time of the step; it holds until the line's next one. At
   * most {@link mostPlots} lines a market. Of one second the last point counts, of a minute beyond 30,000 points in an hour, of a long line
   * its shape. It never changes what is traded.
   */
  | {
      readonly type: 'plot';
      /** Market on whose chart it lies; one that the params name. */
      readonly instrumentId: InstrumentId;
      /** Letters, digits, `_` and `-`, at most 40; the key `plot.<series>` of the plugin's texts is its title, else this name. */
      readonly series: string;
      /** In quote per base, as a decimal. */
      readonly value: string;
    }
  /** A short text at the bar of the step's time: a key of the plugin's texts with its values, at most 300 characters. At most {@link mostPlots} different keys a market. */
  | {
      readonly type: 'mark';
      /** Market on whose chart it stands; one that the params name. */
      readonly instrumentId: InstrumentId;
      /** Key of the plugin's texts. */
      readonly key: string;
      /** Values of its placeholders. */
      readonly params: ErrorParams;
      /** Below the bar in the colour of buys, or above in that of sells; absent: above, in no side's colour. */
      readonly side?: OrderSide;
      /** Where it stands instead of beside the bar, in quote per base. */
      readonly price?: string;
    }
  /** A line of the instance's history: a key of the plugin's texts with the values of its placeholders. */
  | { readonly type: 'note'; readonly key: string; readonly params: ErrorParams };

/** Tags of ended orders and executors that an instance is remembered to have used; an older one is unknown. */
export const mostEndedTags = 100;

/** Candles of the past that a subscription may ask for. */
export const mostHistory = 1_000;

/** Executors that an instance may have running. */
export const mostExecutors = 100;

/** Lines, and kinds of marks, that an instance may have on the chart of one market. */
export const mostPlots = 8;

export interface StrategyStep<S> {
  /** Plain JSON, saved with the actions in one write. */
  readonly state: S;
  /** In the order in which they are to be done. */
  readonly actions: readonly StrategyAction[];
  /** Takes the place of what the instance listened to so far. */
  readonly subscribe?: readonly Subscription[];
}

export interface StrategyStart<S> {
  /** Plain JSON, saved with the actions in one write. */
  readonly state: S;
  /** What it listens to from now on. */
  readonly subscribe: readonly Subscription[];
  /** Done at once, in their order. */
  readonly actions?: readonly StrategyAction[];
}

/** The timer that an update of the params rings; the context has the new ones. */
export const paramsTimer = 'params';

/** A field of the params and a key of the plugin's texts that says which rule it breaks. */
export interface ParamsProblem {
  /** Of the params; inside an object `range.low`. The form shows the problem beside it. */
  readonly field: string;
  /** Key of the plugin's texts that says the rule, such as `rules.aboveLow`. */
  readonly key: string;
  /** Values of its placeholders. */
  readonly params: ErrorParams;
}

export interface StrategyDefinition<P = unknown, S = unknown> {
  /** JSON Schema of the params: the form, the API check and the docs come from it. */
  readonly params: object;
  /** Rules over several fields that a schema cannot say, and what needs the market; its fees are those of the account, where that is known. Null when the params are in order. */
  check?(params: P, instruments: Readonly<Record<InstrumentId, Instrument>>): ParamsProblem | null;
  /** What the params would place in the market as it is, for charts; only called with params that are in order. Absent: nothing. */
  preview?(context: PreviewContext<P>): readonly PreviewLine[];
  /** What follows from the params, for the form; called whenever the schema takes them, even where `check` does not. Absent: nothing. */
  figures?(context: PreviewContext<P>): readonly PreviewFigure[];
  /** Values for the form, when the user asks for them. Absent: none. */
  readonly suggest?: StrategySuggest<P>;
  /** Once, when the instance begins. */
  start(context: StrategyContext<P>): StrategyStart<S>;
  /** Something that it listens to has happened. */
  onMarket(context: StrategyContext<P>, state: S, event: MarketEvent): StrategyStep<S>;
  /** Something has become of an order or an executor. */
  onOrder(context: StrategyContext<P>, state: S, event: OrderEvent): StrategyStep<S>;
  /** A timer is due; `params` after an update of the params. */
  onTimer(context: StrategyContext<P>, state: S, timer: string): StrategyStep<S>;
  /** Leaves nothing open, or says in a note what it leaves. */
  onStop(context: StrategyContext<P>, state: S): StrategyStep<S>;
}

/** Keeps the types of params and state; adds nothing at run time. */
export const defineStrategy = <P, S>(definition: StrategyDefinition<P, S>): StrategyDefinition<P, S> => definition;
