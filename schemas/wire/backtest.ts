import { type Static, Type } from '@sinclair/typebox';
import { mostLeverage } from '../../core/domain/markets/margin-brackets.ts';
import { orderSides } from '../../core/domain/orders/order.ts';
import { returnPeriods } from '../../core/domain/return-period.ts';
import { Decimal, InstrumentIdText, IntervalName, nullable, oneOf, SignedDecimal, strict, TimeMs } from '../common.ts';
import { idPattern } from './market.ts';
import { route } from './route.ts';
import { Params, StrategyKey } from './strategy.ts';
import { PlotLineView, PlotMarkView } from './strategy-plots.ts';

const tag = 'Backtests';

/** Runs that one user may keep. */
export const maxBacktests = 100;
/** Runs of one user that wait or go on. */
export const maxWaitingBacktests = 5;
/** Combinations that one sweep may try. */
export const maxCombinations = 1_000;
/** Runs that can be compared side by side. */
export const maxCompared = 5;
/** Fills in one page of the trade list. */
export const tradesPerPage = 500;

export const BacktestRunId = Type.String({ pattern: '^b[0-9a-f]{19}$' });
const Name = Type.String({ minLength: 1, maxLength: 60 });
/** Figures to look at are doubles; money itself is never counted from them. */
const Figure = Type.Number();

/** `house`: candles that this house has of its own markets. `recorded`: recorded data in the folder of the server. */
export const backtestOrigins = ['house', 'recorded'] as const;
export const backtestKinds = ['candles', 'trades', 'book'] as const;
export const backtestStatuses = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELED', 'INTERRUPTED'] as const;
export type BacktestStatus = (typeof backtestStatuses)[number];
/** By which runs of a sweep are ranked; more is better. */
export const backtestObjectives = ['sharpe', 'totalReturn', 'profitFactor'] as const;

/** Data of one market that a run can go through. */
export const BacktestSourceView = strict({
  origin: oneOf(backtestOrigins),
  instrument: InstrumentIdText,
  kind: oneOf(backtestKinds),
  /** Length of the candles; null for other kinds. */
  interval: nullable(IntervalName),
  from: TimeMs,
  to: TimeMs,
  /** Candles, trades, or changes of the book; null when only a run would tell. */
  size: nullable(Type.Integer({ minimum: 0 })),
});
export type BacktestSourceView = Static<typeof BacktestSourceView>;

/** Comma-separated, at most ten. */
const InstrumentIds = Type.String({ pattern: `^${idPattern}(,${idPattern}){0,9}$` });

const AxisValue = Type.Union([Type.String({ maxLength: 41 }), Type.Number(), Type.Boolean()]);

/** Values of one field of the params to try: `levels`, or `executor.orderTimeoutS` inside an object. */
const SweepAxis = strict({
  field: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]*(\\.[A-Za-z][A-Za-z0-9]*){0,3}$', maxLength: 80 }),
  values: Type.Array(AxisValue, { minItems: 1, maxItems: 200 }),
});

const Sweep = strict({
  axes: Type.Array(SweepAxis, { minItems: 1, maxItems: 3 }),
  /** That many combinations, drawn by the seed; null: all. */
  drawn: nullable(Type.Integer({ minimum: 1, maximum: maxCombinations })),
  objective: oneOf(backtestObjectives),
});

/** What an account pays in one market, as fractions. */
const MarketFees = strict({ api_id: Type.Integer({ minimum: 1 }), id: InstrumentIdText, maker_fee: Decimal, taker_fee: Decimal });

/** Everything that decides a run. */
export const BacktestChoice = strict({
  strategy: StrategyKey,
  params: Params,
  origin: oneOf(backtestOrigins),
  kind: oneOf(backtestKinds),
  /** Length of the candles; null for other kinds. */
  interval: nullable(IntervalName),
  /** Part of the data, `to` included; null: from its beginning, to its end. */
  from: nullable(TimeMs),
  to: nullable(TimeMs),
  /** What every account starts with: amounts by asset. */
  balances: Type.Record(Type.String({ pattern: '^[A-Z0-9]{1,16}$' }), Decimal, { minProperties: 1, maxProperties: 20 }),
  /** Fractions below one, for all markets; null: what each account pays. */
  maker_fee: nullable(Decimal),
  taker_fee: nullable(Decimal),
  /** What the accounts pay, kept with the run so that it comes out the same again: the server finds it and takes no word of the request's. */
  account_fees: Type.Optional(Type.Array(MarketFees, { maxItems: 20 })),
  /** Until an order or a cancel reaches its exchange. */
  latency_ms: Type.Integer({ minimum: 0, maximum: 60_000 }),
  /** Candles: a resting order fills when the price only touches it. */
  optimistic: Type.Boolean(),
  /** Of contracts; absent: 1. */
  leverage: Type.Optional(Type.Integer({ minimum: 1, maximum: mostLeverage })),
  seed: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  /** ms that a strategy hears of the market before its range or fold without trading; absent: none, for folds what it seems to need. */
  warm_up: Type.Optional(Type.Integer({ minimum: 0, maximum: 366 * 86_400_000 })),
  /** Of the returns that the Sharpe ratio is made of; absent: days, hours for less than a week. */
  period: Type.Optional(oneOf(returnPeriods)),
  /** Run again with the future cut off and compare. */
  look_ahead: Type.Boolean(),
  sweep: nullable(Sweep),
  /** Folds of a walk forward: values are chosen on the past and tried on what follows; needs a sweep. */
  folds: nullable(Type.Integer({ minimum: 2, maximum: 12 })),
});
export type BacktestChoice = Static<typeof BacktestChoice>;

export const BacktestFigures = strict({
  /** Value of the accounts, in the quote of the markets. */
  start_equity: Figure,
  end_equity: Figure,
  /** Fraction: 0.1 is 10 %. */
  total_return: Figure,
  /** The same pace over a year; null for less than a day. Here and below, absent: the run is of before there was one. */
  annual_return: Type.Optional(nullable(Figure)),
  /** Over every moment at which the value changed. */
  max_drawdown: Figure,
  sharpe: nullable(Figure),
  /** Of the returns that the Sharpe ratio is made of. */
  period: Type.Optional(oneOf(returnPeriods)),
  /** Round trips. */
  trades: Type.Integer({ minimum: 0 }),
  win_rate: nullable(Figure),
  profit_factor: nullable(Figure),
  /** Of what is held at the end; with the profit of the round trips it is the change of the equity. */
  open_profit: Type.Optional(Figure),
  fees: Figure,
  /** What perpetuals have received, or paid: negative; part of the equity. Null or absent: no perpetuals. */
  funding: Type.Optional(nullable(Figure)),
  fills: Type.Integer({ minimum: 0 }),
  /** Orders and changes of orders that were denied. */
  denied: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type BacktestFigures = Static<typeof BacktestFigures>;

/** Why a run has no result: a key of texts with the values of its placeholders. */
export const BacktestReason = strict({
  key: Type.String(),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
});
export type BacktestReason = Static<typeof BacktestReason>;

export const BacktestView = strict({
  run_id: BacktestRunId,
  name: Type.String(),
  choice: BacktestChoice,
  status: oneOf(backtestStatuses),
  reason: nullable(BacktestReason),
  /** 0 to 1. */
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  /** Time that is probably left, in ms; null while nothing can be said. */
  remaining: nullable(Type.Integer({ minimum: 0 })),
  /** Place in the queue, from 1; null when it does not wait. */
  position: nullable(Type.Integer({ minimum: 1 })),
  create_time: TimeMs,
  start_time: nullable(TimeMs),
  end_time: nullable(TimeMs),
  /** Of the run, of the best run of a sweep, or of all tests of a walk forward one after the other; null without a result. */
  figures: nullable(BacktestFigures),
});
export type BacktestView = Static<typeof BacktestView>;

/** Columns of equal length, so that they are small on the wire. */
export const BacktestCurve = strict({
  times: Type.Array(TimeMs),
  equity: Type.Array(Figure),
});
export type BacktestCurve = Static<typeof BacktestCurve>;

const MarketLine = strict({
  instrument: InstrumentIdText,
  /** Last price at the times of the curve; null before the first. */
  prices: Type.Array(nullable(Figure)),
  /** Open time, open, high, low, close; runs of before there were candles have none. */
  candles: Type.Optional(Type.Array(Type.Tuple([TimeMs, Figure, Figure, Figure, Figure]))),
  /** Fills to be marked: time, side, price, quantity. */
  marks: Type.Array(Type.Tuple([TimeMs, oneOf(orderSides), Figure, Figure])),
  /** What the strategy has plotted; absent: nothing. */
  plots: Type.Optional(strict({ lines: Type.Array(PlotLineView), marks: Type.Array(PlotMarkView) })),
});

const NoteView = strict({ time: TimeMs, key: Type.String(), params: BacktestReason.properties.params });

export const SweepRowView = strict({
  /** In order of the axes. */
  values: Type.Array(AxisValue),
  figures: nullable(BacktestFigures),
  reason: nullable(BacktestReason),
});
export type SweepRowView = Static<typeof SweepRowView>;

const Range = strict({ from: TimeMs, to: TimeMs });

export const FoldView = strict({
  train: Range,
  test: Range,
  /** Best on the training part; null when none could run. */
  values: nullable(Type.Array(AxisValue)),
  trained: nullable(BacktestFigures),
  tested: nullable(BacktestFigures),
  /** Of the test; null when it could not run. Runs of before there was one have none. */
  curve: Type.Optional(nullable(BacktestCurve)),
});
export type FoldView = Static<typeof FoldView>;

const LogLine = nullable(strict({ time: TimeMs, what: Type.String() }));

const LookAheadView = strict({
  /** Moments at which the future was cut off. */
  cuts: Type.Array(TimeMs),
  /** The first order that is another one without the future; null: nobody saw it. */
  difference: nullable(strict({ cut: TimeMs, whole: LogLine, without: LogLine })),
});

/** Decimals: signed position and amount (negative is paid), mark price, rate. */
export const FundingView = strict({
  time: TimeMs,
  instrument: InstrumentIdText,
  qty: SignedDecimal,
  price: Decimal,
  rate: SignedDecimal,
  amount: SignedDecimal,
  asset: Type.String(),
});
export type FundingView = Static<typeof FundingView>;

/** Why orders were denied: an error code, how often, and the values of the last. */
export const DenialView = strict({
  code: Type.String(),
  count: Type.Integer({ minimum: 1 }),
  params: BacktestReason.properties.params,
});
export type DenialView = Static<typeof DenialView>;

/** What a run has brought, as it is kept. */
export const BacktestDetail = strict({
  range: Range,
  /** Market events played. */
  events: Type.Integer({ minimum: 0 }),
  /** A picture of the value: points at even distances, peaks and falls kept. */
  curve: BacktestCurve,
  /** The value at the start and at the end of each whole period; absent where there are more than are kept. */
  periods: Type.Optional(strict({ period: oneOf(returnPeriods), times: Type.Array(TimeMs), equity: Type.Array(Figure) })),
  markets: Type.Array(MarketLine),
  notes: Type.Array(NoteView),
  /** The commonest first; absent: the run is of before they were counted. */
  denials: Type.Optional(Type.Array(DenialView)),
  /** Dollar tokens that count as one of `money`, because no market of the run says their rate; absent: none. */
  assumed: Type.Optional(Type.Array(strict({ asset: Type.String(), money: Type.String() }))),
  /** The last thousand payments of perpetuals; absent: none. */
  funding: Type.Optional(Type.Array(FundingView)),
  /** Fills in the pages of the trade list; fewer than `fills` when there were too many to keep. */
  kept_fills: Type.Integer({ minimum: 0 }),
  look_ahead: nullable(LookAheadView),
});
export type BacktestDetail = Static<typeof BacktestDetail>;

export const BacktestResultView = strict({
  run: BacktestView,
  /** Null without a result, and for a walk forward. */
  detail: nullable(BacktestDetail),
  /** Best first. */
  sweep: Type.Array(SweepRowView),
  folds: Type.Array(FoldView),
  /** Why orders of the tests of a walk forward were denied, the commonest first; absent otherwise, and in runs of before they were counted. */
  denials: Type.Optional(Type.Array(DenialView)),
});
export type BacktestResultView = Static<typeof BacktestResultView>;

export const BacktestTradeView = strict({
  /** From 0, in order of time. */
  number: Type.Integer({ minimum: 0 }),
  time: TimeMs,
  instrument: InstrumentIdText,
  side: oneOf(orderSides),
  price: Decimal,
  qty: Decimal,
  fee: Decimal,
  fee_asset: Type.String(),
  maker: Type.Boolean(),
  /** What a fill that reduced a position has brought, after the fees of both ways and the funding of a perpetual, in quote. */
  profit: nullable(Figure),
  /** Of a fill that reduced a position: how much of it, and its average entry with fees and funding; its own price in quote. */
  closed_qty: Type.Optional(Figure),
  entry_price: Type.Optional(Figure),
  exit_price: Type.Optional(Figure),
});
export type BacktestTradeView = Static<typeof BacktestTradeView>;

const ofOne = strict({ run_id: BacktestRunId });

export const backtestRoutes = {
  backtestSources: route({
    method: 'GET',
    path: '/backtest/sources',
    tag,
    summary: 'Data that these markets can be tested on; without ids, all recorded data',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ ids: Type.Optional(InstrumentIds) }),
    reply: Type.Array(BacktestSourceView),
  }),
  backtestStart: route({
    method: 'POST',
    path: '/backtest/start',
    tag,
    summary: 'Puts a run into the queue; the topic `backtests` tells how it goes on',
    access: 'session',
    rate: 'save',
    body: strict({ name: Name, choice: BacktestChoice }),
    reply: BacktestView,
  }),
  backtestCancel: route({
    method: 'POST',
    path: '/backtest/cancel',
    tag,
    summary: 'Ends a run that waits or goes on; one that has ended stays as it is',
    access: 'session',
    rate: 'stop',
    body: ofOne,
    reply: BacktestView,
  }),
  backtestList: route({
    method: 'GET',
    path: '/backtest/list',
    tag,
    summary: "The caller's runs, newest first",
    access: 'session',
    rate: 'read',
    key: 'read',
    reply: Type.Array(BacktestView),
  }),
  backtestResult: route({
    method: 'GET',
    path: '/backtest/result',
    tag,
    summary: 'One run with everything that it has brought but its trade list',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: ofOne,
    reply: BacktestResultView,
  }),
  backtestTrades: route({
    method: 'GET',
    path: '/backtest/trades',
    tag,
    summary: `Fills of a run in order of time, ${tradesPerPage} a page`,
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ run_id: BacktestRunId, page: Type.Integer({ minimum: 0, maximum: 1_000 }) }),
    reply: Type.Array(BacktestTradeView),
  }),
  backtestCompare: route({
    method: 'GET',
    path: '/backtest/compare',
    tag,
    summary: `Runs and their curves, at most ${maxCompared}, in the order asked for`,
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ run_ids: Type.String({ pattern: `^b[0-9a-f]{19}(,b[0-9a-f]{19}){0,${maxCompared - 1}}$` }) }),
    reply: Type.Array(strict({ run: BacktestView, curve: nullable(BacktestCurve) })),
  }),
  backtestRename: route({
    method: 'POST',
    path: '/backtest/rename',
    tag,
    summary: 'Gives a run another name',
    access: 'session',
    rate: 'change',
    body: strict({ run_id: BacktestRunId, name: Name }),
    reply: BacktestView,
  }),
  backtestDelete: route({
    method: 'POST',
    path: '/backtest/delete',
    tag,
    summary: 'Deletes a run that has ended; for a while it can be restored',
    access: 'session',
    rate: 'change',
    body: ofOne,
    reply: Type.Null(),
  }),
  backtestRestore: route({
    method: 'POST',
    path: '/backtest/restore',
    tag,
    summary: 'Brings back a run that was deleted',
    access: 'session',
    rate: 'change',
    body: ofOne,
    reply: BacktestView,
  }),
} as const;
