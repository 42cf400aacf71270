import type { Candle } from '../../core/contract/market.ts';
import {
  defineStrategy,
  type JsonValue,
  type MarketEvent,
  type OrderEvent,
  type StrategyAction,
  type StrategyContext,
  type StrategyStep,
} from '../../core/contract/strategy.ts';
import { addDecimals, multiplyDecimals, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import { fixedDecimal, shortestDecimal } from '../../core/domain/numbers/fixed-decimal.ts';
import { type MultiLegConfig, Params } from './params.ts';
import { checkParams } from './strategy-check.ts';
import { type Deviation, type Leg, leastOpenSpread, minutesOf, noDeviation, withCloses } from './strategy-deviation.ts';
import { previewOf } from './strategy-preview.ts';
import { closingQty, isFlat, netOf, openingQty, openQty, wholeLots } from './strategy-size.ts';
import { atPrice, closeSpread, executable, type LegPrices, openSpread, sidesOf } from './strategy-spread.ts';
import { suggest } from './strategy-suggest.ts';

/**
 * `watching`: the spread decides. `opening`, `closing`: the two legs are under way. `resting`: the last try found nothing.
 * `stopping`: told to stop while legs were under way. `done`: nothing more is begun.
 */
export interface State {
  readonly phase: 'watching' | 'opening' | 'closing' | 'resting' | 'stopping' | 'done';
  readonly a: LegPrices | null;
  readonly b: LegPrices | null;
  /** Money in and out of all fills, fees in quote included. */
  readonly cash: string;
  /** What the spread usually is; absent: nobody asked. */
  readonly deviation?: Deviation;
}

type Step = StrategyStep<State>;
type Context = StrategyContext<Params>;
type Executed = Extract<OrderEvent, { readonly type: 'executed' }>;

const depthLevels = 20;
/** Of doubles, in a rate. */
const rounding = 1e-9;
const still = (state: State): Step => ({ state, actions: [] });

/** Sells the dear leg and buys the cheap one while they are far apart, and turns both round when they have met. */
export const strategy = defineStrategy<Params, State>({
  params: Params,
  check: checkParams,
  preview: previewOf,
  suggest,
  start: ({ params }) => ({
    state: { phase: 'watching', a: null, b: null, cash: '0' },
    subscribe: [params.legA, params.legB].flatMap(({ instrumentId }) => [
      { type: 'book', instrumentId, levels: params.impactMode === 'DEPTH' ? depthLevels : params.impactLevel } as const,
      {
        ...({ type: 'candle', instrumentId, interval: '1m' } as const),
        ...(params.openDeviations === undefined ? {} : { history: minutesOf(params) }),
      },
    ]),
  }),
  onMarket: (context, state, event) => {
    const next = heard(context, state, event);
    return next === state || next.phase !== 'watching' ? still(next) : decide(context, next);
  },
  onOrder: (context, state, event) => {
    if (event.type === 'executed') return ended(context, state, event);
    return event.type === 'filled' ? still({ ...state, cash: addDecimals(state.cash, cashOf(context, event)) }) : still(state);
  },
  onTimer: (_context, state, timer) => still(timer === 'rest' && state.phase === 'resting' ? { ...state, phase: 'watching' } : state),
  onStop: (context, state) => {
    if (state.phase === 'done') return still(state);
    // The runtime has canceled the legs; what they had to leave is closed or told when they have ended.
    return state.phase === 'opening' || state.phase === 'closing' ? still({ ...state, phase: 'stopping' }) : left(context, state);
  },
});

/** Executable prices of the leg that the event is about; the same state when it is about neither. */
function heard({ params, nowMs }: Context, state: State, event: MarketEvent): State {
  const id =
    event.type === 'book' ? event.book.instrumentId : event.type === 'candle' || event.type === 'history' ? event.instrumentId : null;
  const leg = id === params.legA.instrumentId ? 'a' : id === params.legB.instrumentId ? 'b' : null;
  if (leg === null) return state;
  if (event.type === 'history') return counted(params, state, leg, event.candles, true);
  if (event.type === 'candle') {
    const known = event.closed ? counted(params, state, leg, [event.candle], false) : state;
    // A book that speaks knows better than its candles.
    if (known[leg] !== null && known[leg].buy.qty !== null) return known;
    const price = atPrice(event.candle.close);
    return { ...known, [leg]: { buy: price, sell: price, heardMs: nowMs } };
  }
  if (event.type !== 'book') return state;
  const [buy, sell] = [executable(event.book.asks, params), executable(event.book.bids, params)];
  return { ...state, [leg]: buy === null || sell === null ? null : { buy, sell, heardMs: nowMs } };
}

const counted = (params: Params, state: State, leg: Leg, candles: readonly Candle[], isHistory: boolean): State =>
  params.openDeviations === undefined
    ? state
    : { ...state, deviation: withCloses(state.deviation ?? noDeviation, leg, candles, isHistory, params) };

function decide(context: Context, state: State): Step {
  const { a, b } = state;
  const { params, nowMs } = context;
  if (a === null || b === null || nowMs - Math.min(a.heardMs, b.heardMs) > params.maxDataAgeSeconds * 1_000) return still(state);
  const least = leastOpenSpread(params, state.deviation);
  if (least !== null && openSpread(a, b) >= least - rounding) {
    const qty = openingQty(context, a, b);
    return qty === null ? still(state) : legs(context, state, a, b, qty, true);
  }
  if (closeSpread(a, b) > Number(params.minCloseSpread) + rounding || openQty(context) === 0) return still(state);
  const qty = closingQty(context, a, b);
  return qty === null ? still(state) : legs(context, state, a, b, qty, false);
}

/** Hands both legs over, with the prices that asked for them. */
function legs({ params }: Context, state: State, a: LegPrices, b: LegPrices, qty: string, isOpening: boolean): Step {
  const [sideA, sideB] = sidesOf(isOpening);
  const known = (prices: LegPrices, side: 'BUY' | 'SELL') => {
    const { limit, qty: depth } = side === 'BUY' ? prices.buy : prices.sell;
    return { side, limitPrice: limit, price: limit, ...(depth === null ? {} : { depthQty: fixedDecimal(depth, 8) }) };
  };
  const config: MultiLegConfig = {
    legs: [
      { ...params.legA, ...known(a, sideA) },
      { ...params.legB, ...known(b, sideB) },
    ],
    qty,
    ...(params.maxOrderQty === undefined ? {} : { maxOrderQty: params.maxOrderQty }),
    maxSlippage: params.maxSlippage,
    orderTimeoutSeconds: params.orderTimeoutSeconds,
    maxUnhedgedAmount: params.maxUnhedgedAmount,
    maxUnhedgedSeconds: params.maxUnhedgedSeconds,
    unwindRule: params.unwindRule,
  };
  const spread = percent(isOpening ? openSpread(a, b) : closeSpread(a, b));
  const key = isOpening ? 'note.opening' : 'note.closing';
  return {
    state: { ...state, phase: isOpening ? 'opening' : 'closing' },
    actions: [
      { type: 'note', key, params: { qty, spread } },
      { type: 'startExecutor', tag: isOpening ? 'open' : 'close', kind: 'multiLeg', config: config as unknown as JsonValue },
    ],
  };
}

function ended(context: Context, state: State, { status, filledQty, cause = '' }: Executed): Step {
  if (state.phase === 'stopping') return left(context, state);
  if (status === 'EXECUTION_ERROR') {
    const gap = { a: text(netOf(context, 'legA')), b: text(netOf(context, 'legB')), cause };
    return { state: { ...state, phase: 'done' }, actions: [{ type: 'finish', key: 'note.unbalanced', params: gap }] };
  }
  const notes: StrategyAction[] = [];
  if (state.phase === 'closing' && isFlat(context))
    notes.push({ type: 'note', key: 'note.closed', params: { result: resultOf(context, state) } });
  if (status === 'EXECUTED') return { state: { ...state, phase: 'watching' }, actions: notes };
  const reason = cause === '' ? status : cause;
  notes.push({ type: 'note', key: 'note.incomplete', params: { filled: filledQty, reason } });
  return {
    state: { ...state, phase: 'resting' },
    actions: [...notes, { type: 'setTimer', timer: 'rest', afterMs: context.params.orderTimeoutSeconds * 1_000 }],
  };
}

/** At the end: both legs closed at the market when that was chosen, otherwise named. */
function left(context: Context, state: State): Step {
  const { params, instruments } = context;
  const done: State = { ...state, phase: 'done' };
  const [a, b] = [netOf(context, 'legA'), netOf(context, 'legB')];
  const smallest = (leg: 'legA' | 'legB'): number => Number(instruments[params[leg].instrumentId]?.minQty ?? 0);
  // Crumbs of rounding are less than anybody can trade.
  if (Math.abs(a) < smallest('legA') && Math.abs(b) < smallest('legB')) return still(done);
  const named: StrategyAction = { type: 'note', key: 'note.left', params: { a: text(a), b: text(b) } };
  if (!params.closeAtStop) return { state: done, actions: [named] };
  const actions = (['legA', 'legB'] as const).flatMap((leg): readonly StrategyAction[] => {
    const { apiId, instrumentId } = params[leg];
    const { lot = '1' } = instruments[instrumentId] ?? {};
    const net = leg === 'legA' ? a : b;
    const qty = wholeLots(Math.abs(net), lot);
    if (Number(qty) === 0 || Number(qty) < smallest(leg)) return [];
    return [{ type: 'place', tag: `stop-${leg}`, intent: { apiId, instrumentId, side: net < 0 ? 'BUY' : 'SELL', type: 'MARKET', qty } }];
  });
  return { state: done, actions };
}

/** What a fill brings or costs in quote, its fee included when that is in quote. */
function cashOf({ instruments }: Context, { fill }: Extract<OrderEvent, { readonly type: 'filled' }>): string {
  const amount = multiplyDecimals(fill.price, fill.qty);
  const fee = fill.feeAsset === instruments[fill.instrumentId]?.quote ? negateDecimal(fill.fee) : '0';
  return addDecimals(fill.side === 'SELL' ? amount : negateDecimal(amount), fee);
}

/** All round trips so far in quote; crumbs of either leg at their last prices. */
function resultOf(context: Context, { cash, a, b }: State): string {
  const crumbs = netOf(context, 'legA') * (a?.buy.price ?? 0) + netOf(context, 'legB') * (b?.sell.price ?? 0);
  return fixedDecimal(Number(cash) + crumbs, 2);
}

const text = (qty: number): string => shortestDecimal(qty, 8);
const percent = (rate: number): string => fixedDecimal(rate * 100, 3);
