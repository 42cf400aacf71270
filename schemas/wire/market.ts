import { type Static, Type } from '@sinclair/typebox';
import { type FlowWindow, flowWindows } from '../../core/domain/markets/flow-window.ts';
import { intervals } from '../../core/domain/markets/interval.ts';
import { shownHealths } from '../../core/domain/markets/venue-health.ts';
import {
  AccountTypeName,
  ApiId,
  Decimal,
  ExchangeId,
  InstrumentIdText,
  IntervalName,
  nullable,
  oneOf,
  SymbolName,
  strict,
  TimeMs,
} from '../common.ts';
import { InstrumentView } from './instrument.ts';
import { route, routeNotOffered } from './route.ts';

const tag = 'Market data';
const market = { exchange: ExchangeId, symbol: SymbolName, account_type: AccountTypeName };

/** Price lines in one reply. */
const mostSparklines = 100;
export const idPattern = '[a-z][a-z0-9-]{1,31}/[A-Z0-9][A-Z0-9_.-]{0,31}/[a-z_]{1,16}';

export const TickerView = strict({
  id: InstrumentIdText,
  last: nullable(Decimal),
  bid: nullable(Decimal),
  ask: nullable(Decimal),
  open_24h: nullable(Decimal),
  high_24h: nullable(Decimal),
  low_24h: nullable(Decimal),
  volume_24h: Decimal,
  quote_volume_24h: Decimal,
  time: TimeMs,
});
export type TickerView = Static<typeof TickerView>;

/** [open time ms, open, high, low, close, volume, quote volume, trades] */
export const CandleView = Type.Tuple([TimeMs, Decimal, Decimal, Decimal, Decimal, Decimal, Decimal, Type.Integer({ minimum: 0 })]);
export type CandleView = Static<typeof CandleView>;

export const TradeView = strict({ trade_id: Type.String(), price: Decimal, qty: Decimal, side: oneOf(['BUY', 'SELL']), time: TimeMs });
export type TradeView = Static<typeof TradeView>;

/** Volume that takers bought and sold; quantities in base. */
export const TradeFlowView = strict({
  /** Every trade from here on is counted, for a day. Null before the first one. */
  since: nullable(TimeMs),
  /** Price lines are multiples of it; a line holds prices from itself up to the next. */
  step: Decimal,
  /** The newest trade that is counted, for those who go on with the live ones. */
  last_trade_id: Type.String(),
  last_time: TimeMs,
  /** [open time ms, length ms, bought, sold, trades], oldest first; minutes of the last hour, quarters of an hour before. */
  buckets: Type.Array(Type.Tuple([TimeMs, Type.Integer({ minimum: 1 }), Decimal, Decimal, Type.Integer({ minimum: 0 })])),
  /** [price, bought, sold], lowest first. */
  profile: Type.Array(Type.Tuple([Decimal, Decimal, Decimal])),
});
export type TradeFlowView = Static<typeof TradeFlowView>;

const LevelView = Type.Tuple([Decimal, Decimal]);
export const DepthView = strict({
  id: InstrumentIdText,
  sequence: Type.Integer({ minimum: 0 }),
  bids: Type.Array(LevelView),
  asks: Type.Array(LevelView),
  time: TimeMs,
});
export type DepthView = Static<typeof DepthView>;

/** Fees as fractions of what is received, from the next fill on. */
const AccountFeesView = strict({
  api_id: ApiId,
  id: InstrumentIdText,
  maker_fee: Decimal,
  taker_fee: Decimal,
  /** Of the exchange's schedule; 0 where there is none. */
  tier: Type.Integer({ minimum: 0 }),
  /** What the account is let off of what its tier pays, as a fraction. */
  discount: Decimal,
});
export type AccountFeesView = Static<typeof AccountFeesView>;

export const marketRoutes = {
  symbols: route({
    method: 'GET',
    path: '/client/base/symbols',
    tag,
    summary: 'Every instrument of every open exchange, those that have a price first',
    access: 'public',
    rate: 'read',
    key: 'read',
    reply: Type.Array(InstrumentView),
  }),
  intervals: route({
    method: 'GET',
    path: '/client/base/intervals',
    tag,
    summary: 'Candle intervals',
    access: 'public',
    rate: 'read',
    key: 'read',
    reply: Type.Array(oneOf(intervals)),
  }),
  dictionary: route({
    method: 'GET',
    path: '/client/base/dictionary',
    tag,
    summary: 'Names behind codes',
    access: 'public',
    rate: 'read',
    key: 'read',
    reply: Type.Array(strict({ code: Type.String(), key: Type.String(), value: Type.String() })),
  }),
  accountFees: route({
    method: 'GET',
    path: '/user/api/fees',
    tag,
    summary: 'What each account that the user may see pays in a market, at every open exchange that lists it',
    access: 'session',
    rate: 'read',
    key: 'read',
    query: strict({ symbol: SymbolName, account_type: AccountTypeName }),
    reply: Type.Array(AccountFeesView),
  }),
  exchangeInfo: route({
    method: 'GET',
    path: '/client/base/exchange/info',
    tag,
    summary: 'Exchanges, their health and what they can do; one that never opened has the name of its plugin’s part, and is DOWN',
    access: 'public',
    rate: 'read',
    key: 'read',
    reply: Type.Array(
      strict({
        exchange: ExchangeId,
        title: Type.String(),
        health: oneOf(shownHealths),
        trading: Type.Boolean(),
        /** Accounts that every api account has there. */
        account_types: Type.Array(AccountTypeName),
        /** Whether money can be moved between them. */
        transfers: Type.Boolean(),
        /** Whether it can be moved between api accounts of one person as well. */
        account_transfers: Type.Boolean(),
        /** Whether money can be withdrawn from it. */
        withdrawals: Type.Boolean(),
        /** Whether what a withdrawal takes is held back there until it is decided. */
        holds: Type.Boolean(),
        order_types: Type.Array(Type.String()),
        times_in_force: Type.Array(Type.String()),
        trigger_kinds: Type.Array(Type.String()),
      }),
    ),
  }),
  symbolsMargin: routeNotOffered({
    method: 'GET',
    path: '/client/base/symbols/margin',
    tag,
    summary: 'Symbols that can be traded on margin',
    access: 'public',
    notOffered: 'MARGIN_NOT_OFFERED',
  }),
  astockNames: routeNotOffered({
    method: 'GET',
    path: '/client/base/symbols/astock/name',
    tag,
    summary: 'A-share names by market code and stock code',
    access: 'public',
    notOffered: 'A_SHARES_NOT_OFFERED',
  }),
  tickers: route({
    method: 'GET',
    path: '/client/klines/data/24h',
    tag,
    summary: '24 hour figures of every instrument',
    access: 'public',
    rate: 'read',
    key: 'read',
    reply: Type.Array(TickerView),
  }),
  sparklines: route({
    method: 'GET',
    path: '/client/klines/sparklines',
    tag,
    summary: 'Closes of the last 24 hours of several instruments, oldest first, for small price lines',
    access: 'public',
    rate: 'read',
    key: 'read',
    query: strict({
      /** Comma-separated instrument ids; unknown ones are left out of the reply. */
      ids: Type.String({ maxLength: 8_000, pattern: `^${idPattern}(,${idPattern}){0,${mostSparklines - 1}}$` }),
    }),
    reply: Type.Array(strict({ id: InstrumentIdText, closes: Type.Array(Decimal) })),
  }),
  klines: route({
    method: 'GET',
    path: '/client/klines/list',
    tag,
    summary: 'The newest candles, oldest first',
    access: 'public',
    rate: 'read',
    key: 'read',
    query: strict({ ...market, interval: IntervalName, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1500 })) }),
    reply: Type.Array(CandleView),
  }),
  klinesHistory: route({
    method: 'GET',
    path: '/client/klines/list/history',
    tag,
    summary: 'Candles that open before a time, oldest first',
    access: 'public',
    rate: 'read',
    key: 'read',
    query: strict({ ...market, interval: IntervalName, before: TimeMs, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1500 })) }),
    reply: Type.Array(CandleView),
  }),
  depth: route({
    method: 'GET',
    path: '/client/depth/depth',
    tag,
    summary: 'The order book, best prices first',
    access: 'public',
    rate: 'read',
    key: 'read',
    query: strict({ ...market, levels: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })) }),
    reply: DepthView,
  }),
  trades: route({
    method: 'GET',
    path: '/client/trades/list',
    tag,
    summary: 'Recent trades, newest first',
    access: 'public',
    rate: 'read',
    key: 'read',
    query: strict({ ...market, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })) }),
    reply: Type.Array(TradeView),
  }),
  tradeFlow: route({
    method: 'GET',
    path: '/client/trades/flow',
    tag,
    summary: 'Volume of takers by time and by price, over a window',
    access: 'public',
    rate: 'read',
    key: 'read',
    query: strict({ ...market, window: oneOf(Object.keys(flowWindows) as FlowWindow[]) }),
    reply: TradeFlowView,
  }),
} as const;
