import type { Candle } from '../../core/contract/market.ts';
import {
  defineStrategy,
  type MarketEvent,
  type OrderEvent,
  paramsTimer,
  type StrategyAction,
  type StrategyContext,
  type StrategyStep,
  type Subscription,
} from '../../core/contract/strategy.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { addDecimals, decimalsOf, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import { fixedDecimal, shortestDecimal } from '../../core/domain/numbers/fixed-decimal.ts';
import { onStep } from '../../core/domain/numbers/steps.ts';
import { orderSides } from '../../core/domain/orders/order.ts';
import { Params } from './params.ts';
import { checkParams } from './strategy-check.ts';
import { previewOf } from './strategy-preview.ts';
import { fairOf, levelPrice, roomOf, sizeOf } from './strategy-quotes.ts';
import { newState, type OpenQuote, type Pull, type State, tagOf } from './strategy-state.ts';
import { suggest } from './strategy-suggest.ts';
import { noVolatility, volatilityHistory, withCandles } from './strategy-volatility.ts';

type Step = StrategyStep<State>;
type Context = StrategyContext<Params>;

const ageTimer = 'age';
const anchorLengthMs = 60_000;
const still = (state: State): Step => ({ state, actions: [] });

/** Quotes on both sides of a fair price, inside limits of inventory. */
export const strategy = defineStrategy<Params, State>({
  params: Params,
  check: checkParams,
  preview: previewOf,
  suggest,
  start: ({ params }) => ({
    state: newState,
    subscribe: heardBy(params),
    actions: [{ type: 'setTimer', timer: ageTimer, afterMs: params.maxDataAgeSeconds * 1_000 }],
  }),
  onMarket: (context, state, event) => {
    if (event.type === 'book') return heard(context, state, event);
    if (event.type === 'history') return measured(context, state, event.candles);
    return event.type === 'candle' && event.closed ? measured(context, state, [event.candle]) : still(state);
  },
  onOrder: answered,
  onTimer: (context, state, timer) => {
    if (timer === ageTimer) return aged(context, state);
    // New params may mean smaller limits: all is quoted anew.
    return timer === paramsTimer ? leave({ ...state, isDue: true }, () => true) : still(state);
  },
  onStop: (context, state) => {
    const { state: left, actions } = leave(state, () => true);
    const held = positionOf(context);
    const note: readonly StrategyAction[] = held === 0 ? [] : [{ type: 'note', key: 'note.left', params: { qty: textOf(held) } }];
    return { state: left, actions: [...actions, ...note] };
  },
});

/** The book that gives the fair price, and where ranges count the minutes of the same market, those before the start first. */
function heardBy({ referenceId, instrumentId, spreadRanges }: Params): readonly Subscription[] {
  const source = referenceId ?? instrumentId;
  const book: Subscription = { type: 'book', instrumentId: source, levels: 1 };
  return spreadRanges === undefined ? [book] : [book, { type: 'candle', instrumentId: source, interval: '1m', history: volatilityHistory }];
}

/** Too few candles before the start leave the spread to the params, until enough have closed. */
function measured({ params }: Context, state: State, candles: readonly Candle[]): Step {
  const volatility = withCandles(state.volatility ?? noVolatility, candles, params);
  return still({ ...state, volatility, isDue: state.isDue || volatility.spread !== state.volatility?.spread });
}

/** Most books change nothing: they end after a few comparisons of numbers. */
function heard(context: Context, state: State, { book }: Extract<MarketEvent, { readonly type: 'book' }>): Step {
  const { params, nowMs } = context;
  const fair = fairOf(book, params.fairPrice);
  if (fair === null) return state.quotes.length === 0 ? still(state) : pull(state, 'stale', nowMs);
  // The history comes at once and once: what stood before it would stand too close.
  if (params.spreadRanges !== undefined && state.volatility === undefined) return still({ ...state, bookMs: nowMs });
  const isNewMinute = state.anchor === 0 || nowMs - state.anchorMs >= anchorLengthMs;
  const anchored = isNewMinute ? { ...state, anchor: fair, anchorMs: nowMs } : state;
  if (params.maxMove !== undefined && Math.abs(fair / anchored.anchor - 1) > Number(params.maxMove)) {
    // The minute begins anew when the pause is over.
    return pull({ ...anchored, anchor: fair, anchorMs: nowMs, bookMs: nowMs }, 'volatile', nowMs + params.pauseSeconds * 1_000);
  }
  if (nowMs < state.pausedUntilMs) return still({ ...anchored, bookMs: nowMs });
  const hasMoved = state.fair === null || Math.abs(fair / state.fair - 1) > Number(params.priceInterval) / 2;
  const isOld = nowMs >= state.nextAgeMs;
  if (!hasMoved && !state.isDue && state.pulled === null && !isOld) return still({ ...anchored, bookMs: nowMs });
  const isResumed = state.pulled !== null;
  const ready: State = { ...anchored, bookMs: nowMs, pulled: null, fair: hasMoved || isResumed || isOld ? fair : state.fair };
  const { state: next, actions } = quoted(context, ready, ready.fair !== state.fair || isResumed);
  return isResumed ? { state: next, actions: [{ type: 'note', key: 'note.resumed', params: {} }, ...actions] } : { state: next, actions };
}

/** Takes away what stands wrong or too long and places what is missing. A tag is used again once its order has ended. */
function quoted(context: Context, state: State, isMoved: boolean): Step {
  const { params, nowMs } = context;
  const instrument = instrumentOf(context);
  const fair = state.fair ?? 0;
  const spread = state.volatility?.spread ?? 0;
  const oldestMs = nowMs - params.orderTimeoutSeconds * 1_000;
  const isWrong = ({ side, level, price, placedMs }: OpenQuote): boolean =>
    placedMs <= oldestMs || level > params.levels || price !== levelPrice(fair, side, level, params, instrument.tick, spread);
  const { state: left, actions } = leave(state, isWrong);
  const quotes = [...left.quotes];
  const placed: StrategyAction[] = [];
  const net = positionOf(context);
  const timeInForce = params.takesCrossing === true ? 'GTC' : 'GTX';
  for (const side of orderSides) {
    let room = roomOf(side, net, params, instrument);
    for (const quote of quotes) if (quote.side === side) room -= quote.openQty;
    const size = sizeOf(side, net, params, instrument);
    for (let level = 1; level <= params.levels; level++) {
      const tag = tagOf(side, level);
      if (quotes.some((quote) => quote.tag === tag)) continue;
      const price = levelPrice(fair, side, level, params, instrument.tick, spread);
      const qty = onStep(Math.min(size, room), instrument.lot, 'down');
      const openQty = Number(qty);
      if (openQty < Number(params.minOrderQty ?? instrument.minQty) || openQty * Number(price) < Number(instrument.minNotional)) break;
      room -= openQty;
      quotes.push({ tag, side, level, price, openQty, placedMs: nowMs, isLeaving: false });
      const { apiId, instrumentId } = params;
      placed.push({ type: 'place', tag, intent: { apiId, instrumentId, side, type: 'LIMIT', timeInForce, price, qty } });
    }
  }
  const drawn: readonly StrategyAction[] = isMoved
    ? [{ type: 'plot', instrumentId: params.instrumentId, series: 'fair', value: fixedDecimal(fair, decimalsOf(instrument.tick)) }]
    : [];
  const nextAgeMs = quotes.reduce((least, { placedMs }) => Math.min(least, placedMs), Number.MAX_SAFE_INTEGER / 2);
  const isDue = quotes.some(({ isLeaving }) => isLeaving);
  return {
    state: { ...left, quotes, isDue, nextAgeMs: nextAgeMs + params.orderTimeoutSeconds * 1_000 },
    actions: [...actions, ...placed, ...drawn],
  };
}

/** Asks for the end of the quotes that are meant. */
function leave(state: State, isMeant: (quote: OpenQuote) => boolean): Step {
  const actions: StrategyAction[] = [];
  const quotes = state.quotes.map((quote) => {
    if (quote.isLeaving || !isMeant(quote)) return quote;
    actions.push({ type: 'cancel', tag: quote.tag });
    return { ...quote, isLeaving: true };
  });
  return actions.length === 0 ? still(state) : { state: { ...state, quotes }, actions };
}

function pull(state: State, reason: Pull, untilMs: number): Step {
  const { state: left, actions } = leave(state, () => true);
  const note: readonly StrategyAction[] = state.pulled === reason ? [] : [{ type: 'note', key: pullNotes[reason], params: {} }];
  return { state: { ...left, pulled: reason, pausedUntilMs: untilMs }, actions: [...note, ...actions] };
}

const pullNotes = { stale: 'note.stale', volatile: 'note.volatile' } as const;

/** No news for too long: what stands in the book may be wrong. */
function aged(context: Context, state: State): Step {
  const { nowMs, params } = context;
  const maxAgeMs = params.maxDataAgeSeconds * 1_000;
  const leftMs = state.bookMs + maxAgeMs - nowMs;
  const again: StrategyAction = { type: 'setTimer', timer: ageTimer, afterMs: leftMs > 0 ? leftMs : maxAgeMs };
  if (leftMs > 0 || state.fair === null || state.pulled !== null) return { state, actions: [again] };
  const { state: pulled, actions } = pull(state, 'stale', nowMs);
  return { state: pulled, actions: [...actions, again] };
}

function answered({ nowMs, params }: Context, state: State, event: OrderEvent): Step {
  const at = event.type === 'executed' ? -1 : state.quotes.findIndex(({ tag }) => tag === event.tag);
  const quote = state.quotes[at];
  if (quote === undefined || event.type === 'executed' || event.type === 'moved' || event.type === 'accepted' || event.type === 'refused')
    return still(state);
  if (event.type === 'filled' && event.order.status !== 'FILLED') {
    const { qty, filledQty } = event.order;
    const openQty = Number(addDecimals(qty ?? '0', negateDecimal(filledQty)));
    return still({ ...state, quotes: state.quotes.with(at, { ...quote, openQty }) });
  }
  const quotes = state.quotes.toSpliced(at, 1);
  // The next book places it anew: who has just been hit does not stand there again at once.
  if (event.type === 'filled' || event.type === 'canceled') return still({ ...state, quotes, isDue: true });
  // The house has a line of each refusal itself.
  return still({ ...state, quotes, nextAgeMs: Math.min(state.nextAgeMs, nowMs + params.orderTimeoutSeconds * 1_000) });
}

/** Bought less sold since the start, in base. */
function positionOf({ positions, params }: Context): number {
  const position = positions.find(({ apiId, instrumentId }) => apiId === params.apiId && instrumentId === params.instrumentId);
  return position === undefined ? 0 : Number(position.side === 'SHORT' ? `-${position.qty}` : position.qty);
}

const textOf = (qty: number): string => shortestDecimal(qty, 8);

function instrumentOf({ instruments, params }: Context): Instrument {
  const instrument = instruments[params.instrumentId];
  if (instrument === undefined) throw new RangeError(`${params.instrumentId} is not known`);
  return instrument;
}
