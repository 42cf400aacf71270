import { type Static, Type } from '@sinclair/typebox';
import { orderSides, positionSides } from '../../core/domain/orders/order.ts';
import { Decimal, InstrumentIdText, nullable, oneOf, SignedDecimal, strict, TimeMs } from '../common.ts';
import { BacktestRunId, FundingView } from './backtest.ts';
import { route } from './route.ts';

/** Moments in one page of a run that is stepped through. */
export const stepsPerPage = 200;

/** Actions that ask something of the market or end the run. The others draw, write a note or set a timer: strategies may do so at every bar. */
export const askingActions = ['place', 'amend', 'cancel', 'transfer', 'startExecutor', 'finish'] as const;

export const stepViews = ['all', 'marked'] as const;

const Count = Type.Integer({ minimum: 0 });
const Figure = Type.Number();
/** JSON in the strategy contract's own shape. */
const Json = Type.Unknown();

/** One call of the strategy, or of an executor that it has started. */
export const StepCallView = strict({
  time: TimeMs,
  /** The tag that an executor was started by; empty for the strategy. */
  tag: Type.String(),
  hook: oneOf(['start', 'onMarket', 'onOrder', 'onTimer', 'onStop']),
  /** What it was told: the event, or the name of a timer; null at start and stop. */
  event: Json,
  actions: Type.Array(Json),
});
export type StepCallView = Static<typeof StepCallView>;

export const StepFillView = strict({
  time: TimeMs,
  instrument: InstrumentIdText,
  side: oneOf(orderSides),
  price: Decimal,
  qty: Decimal,
  fee: SignedDecimal,
  fee_asset: Type.String(),
  maker: Type.Boolean(),
});
export type StepFillView = Static<typeof StepFillView>;

/** What the instance knows and has after a moment. */
export const StepSheetView = strict({
  state: Json,
  /** There was too much of a state to send all of it. */
  cut: Type.Boolean(),
  executors: Type.Array(strict({ tag: Type.String(), kind: Type.String(), state: Json })),
  /** Open, or on their way. `qty` is what may still fill; null for orders by quote amount. */
  orders: Type.Array(
    strict({
      tag: Type.String(),
      instrument: InstrumentIdText,
      side: oneOf(orderSides),
      price: nullable(Decimal),
      qty: nullable(Decimal),
    }),
  ),
  positions: Type.Array(strict({ instrument: InstrumentIdText, side: oneOf(positionSides), qty: Decimal, entry_price: Decimal })),
});
export type StepSheetView = Static<typeof StepSheetView>;

/** One moment of the data: the close of a bar, or a trade or a change of a book. Its calls may lie inside the bar. */
export const BacktestStepView = strict({
  /** From 0, which is the start; the last is the stop. */
  number: Count,
  time: TimeMs,
  /** One of {@link askingActions} was asked for, something became of an order, or funding was paid. */
  marked: Type.Boolean(),
  calls: Type.Array(StepCallView),
  /** Calls beyond those. */
  more_calls: Count,
  fills: Type.Array(StepFillView),
  funding: Type.Array(FundingView),
  /** There was too much of calls, actions or fills to send all of it. */
  cut: Type.Boolean(),
  /** Value of the accounts, in the quote of the markets; null before the first price. */
  equity: nullable(Figure),
  /** Last price of each market; null before its first. */
  prices: Type.Array(nullable(Figure)),
  /** Bar of each market that closes now: open time, open, high, low, close; null without one. */
  candles: Type.Array(nullable(Type.Tuple([TimeMs, Figure, Figure, Figure, Figure]))),
  /** Null: as after the moment listed before. */
  sheet: nullable(StepSheetView),
});
export type BacktestStepView = Static<typeof BacktestStepView>;

export const BacktestStepsView = strict({
  /** False: it is still being replayed, ask again. The lists are empty then. */
  ready: Type.Boolean(),
  /** Of the replay, 0 to 1. */
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  /** Place in the queue of runs, from 1; null when it does not wait. */
  position: nullable(Type.Integer({ minimum: 1 })),
  /** Moments of the run, and those of them that are marked. */
  moments: Count,
  marked: Count,
  markets: Type.Array(InstrumentIdText),
  page: Count,
  /** Number of the moment that was asked for; of a page its first. Null when there is none. */
  chosen: nullable(Count),
  /** What the instance knew before the first of the steps; null at the start. */
  before: nullable(StepSheetView),
  steps: Type.Array(BacktestStepView),
});
export type BacktestStepsView = Static<typeof BacktestStepsView>;

const Which = Type.Optional(Count);

export const backtestStepsRoutes = {
  backtestSteps: route({
    method: 'GET',
    path: '/backtest/steps',
    tag: 'Backtests',
    summary:
      `Replays a finished single run and gives ${stepsPerPage} moments of it: the page, or the one with the last moment not after a time, ` +
      'or with the marked moment next after or before a number; give one of these',
    access: 'session',
    rate: 'follow',
    key: 'read',
    query: strict({
      run_id: BacktestRunId,
      /** Which moments the pages are of; absent: all. */
      view: Type.Optional(oneOf(stepViews)),
      page: Which,
      time: Type.Optional(TimeMs),
      after: Which,
      before: Which,
    }),
    reply: BacktestStepsView,
  }),
  backtestStepsClose: route({
    method: 'POST',
    path: '/backtest/steps/close',
    tag: 'Backtests',
    summary: 'Ends a replay at once and frees what it holds; true when there was one',
    access: 'session',
    rate: 'stop',
    key: 'read',
    body: strict({ run_id: BacktestRunId }),
    reply: Type.Boolean(),
  }),
} as const;
