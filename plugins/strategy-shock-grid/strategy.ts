import type { ErrorParams } from '../../core/contract/app-error.ts';
import type { Candle } from '../../core/contract/market.ts';
import {
  defineStrategy,
  type OrderEvent,
  type StrategyAction,
  type StrategyContext,
  type StrategyStep,
  type Subscription,
} from '../../core/contract/strategy.ts';
import { isFeeTakenOff } from '../../core/domain/clearing/fee-asset.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { addDecimals, compareDecimals, multiplyDecimals, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import { fixedDecimal } from '../../core/domain/numbers/fixed-decimal.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import { Params } from './params.ts';
import { checkParams } from './strategy-check.ts';
import { figuresOf } from './strategy-figures.ts';
import { type GridShape, linePrice, linePrices, nearestLine, wholeLots } from './strategy-lines.ts';
import { previewOf } from './strategy-preview.ts';
import { rangeHistory, stepsFor } from './strategy-range.ts';
import { suggest } from './strategy-suggest.ts';

/** One line of the grid, from the lowest price up. */
interface Line {
  readonly side: OrderSide | null;
  /** Quantity of its order, and what that has received so far after fees. */
  readonly qty: string;
  readonly received: string;
}

/**
 * `waiting`: the price has not been inside the range yet. `buying`: the coins for the sell lines are on their way. `running`:
 * every line but one has an order. `closing`: take profit, stop loss or a stop by hand has ended it.
 */
export interface State {
  readonly phase: 'waiting' | 'buying' | 'running' | 'closing';
  readonly lines: readonly Line[];
  /** Steps that the ranges of the last hours leave room for; absent: as many as the params say, or not measured yet. */
  readonly levels?: number;
  /** The price came into the range before the hours were here: where it was. */
  readonly enteredAt?: string;
}

type Step = StrategyStep<State>;

const startTag = 'start';
const closeTag = 'close';
const lineTag = (at: number): string => `line-${at}`;
const lineOf = (tag: string): number => Number(tag.slice('line-'.length));
const empty: Line = { side: null, qty: '0', received: '0' };
const still = (state: State): Step => ({ state, actions: [] });

/** Grid in a range: buys below, sells above; each fill arms the neighbouring line on the other side. */
export const strategy = defineStrategy<Params, State>({
  params: Params,
  check: checkParams,
  preview: previewOf,
  figures: figuresOf,
  suggest,
  start: ({ params }) => ({
    state: { phase: 'waiting', lines: [] },
    subscribe: [...bandsOf(params), ...hoursOf(params)],
    actions: rangeOf(params),
  }),
  onMarket: (context, state, event) => {
    if (event.type === 'history' && state.phase === 'waiting') return measured(context, state, event.candles);
    if (event.type !== 'band' || state.phase === 'closing') return still(state);
    const { lowPrice, highPrice, stopLoss, takeProfit } = context.params;
    // The two bands are told apart by their bounds; a grid without stops has only one.
    const isRange = event.low === lowPrice && event.high === highPrice;
    if (isRange && isMeasuring(context, state)) return still(entered(state, event.zone === 'inside' ? event.price : null));
    if (isRange)
      return state.phase === 'waiting' && event.zone === 'inside' ? begin(context, state, event.price) : said(context, state, event.zone);
    if (event.zone === 'inside' || (event.zone === 'below' ? stopLoss : takeProfit) === undefined) return still(state);
    const key = event.zone === 'below' ? 'note.stopLoss' : 'note.takeProfit';
    return finished(close(context, state, true), key, event.price);
  },
  onOrder: (context, state, event) => {
    if (event.type === 'executed') return still(state);
    if (event.tag === startTag) return started(context, state, event);
    if (event.tag === closeTag || state.phase === 'closing') return still(state);
    return moved(context, state, event);
  },
  onTimer: (context, state, timer) =>
    timer === 'params' ? { state, actions: rangeOf(context.params), subscribe: bandsOf(context.params) } : still(state),
  onStop: (context, state) => (state.phase === 'closing' ? still(state) : close(context, state, context.params.sellAtStop)),
});

function bandsOf({ instrumentId, lowPrice, highPrice, stopLoss, takeProfit }: Params): readonly Subscription[] {
  const range = { type: 'band', instrumentId, low: lowPrice, high: highPrice } as const;
  if (stopLoss === undefined && takeProfit === undefined) return [range];
  // Without one of the two its bound lies where no price comes.
  return [range, { type: 'band', instrumentId, low: stopLoss ?? '0', high: takeProfit ?? '99999999999999999999' }];
}

/** The hours before the start, where the market's own range decides how close lines stand. */
const hoursOf = ({ instrumentId, stepRanges }: Params): readonly Subscription[] =>
  stepRanges === undefined ? [] : [{ type: 'candle', instrumentId, interval: '1h', history: rangeHistory }];

/** They come once and at once; lines that were placed before would stand where they should not. */
const isMeasuring = ({ params }: StrategyContext<Params>, { phase, levels }: State): boolean =>
  params.stepRanges !== undefined && phase === 'waiting' && levels === undefined;

const entered = ({ enteredAt: _, ...state }: State, price: string | null): State =>
  price === null ? state : { ...state, enteredAt: price };

function measured(context: StrategyContext<Params>, state: State, hours: readonly Candle[]): Step {
  const levels = stepsFor(context.params, hours);
  const next: State = { ...entered(state, null), levels };
  const note: readonly StrategyAction[] =
    levels < context.params.levels ? [{ type: 'note', key: 'note.fewerLevels', params: { levels } }] : [];
  const begun = state.enteredAt === undefined ? still(next) : begin(context, next, state.enteredAt);
  return { ...begun, actions: [...note, ...begun.actions] };
}

/** The range as two lines over the chart. */
const rangeOf = ({ instrumentId, lowPrice, highPrice }: Params): readonly StrategyAction[] => [
  { type: 'plot', instrumentId, series: 'high', value: highPrice },
  { type: 'plot', instrumentId, series: 'low', value: lowPrice },
];

function said({ params: { instrumentId } }: StrategyContext<Params>, state: State, zone: 'below' | 'inside' | 'above'): Step {
  const [note, mark] = zone === 'inside' ? ['note.inRange', 'mark.inRange'] : ['note.outOfRange', 'mark.outOfRange'];
  const actions: readonly StrategyAction[] = [
    { type: 'note', key: note, params: {} },
    { type: 'mark', instrumentId, key: mark, params: {} },
  ];
  return { state, actions };
}

/** Buys what the sell lines will need, then places the lines; with enough at hand it places them at once. */
function begin(context: StrategyContext<Params>, state: State, price: string): Step {
  const { apiId, instrumentId, orderQty, startPosition = '0' } = context.params;
  const lines = pricesOf(context, state);
  const sells = lines.length - 1 - nearestLine(lines, price);
  const missing = addDecimals(multiplyDecimals(String(sells), orderQty), negateDecimal(startPosition));
  const qty = compareDecimals(missing, '0') > 0 ? beforeFee(missing, instrumentOf(context)) : null;
  if (qty === null) return place(context, state, price);
  const intent = { apiId, instrumentId, side: 'BUY', type: 'MARKET', qty } as const;
  return { state: { ...state, phase: 'buying', lines: [] }, actions: [{ type: 'place', tag: startTag, intent }] };
}

function started(context: StrategyContext<Params>, state: State, event: Exclude<OrderEvent, { type: 'executed' }>): Step {
  switch (event.type) {
    case 'filled':
      return event.order.status === 'FILLED' ? place(context, state, event.fill.price) : still(state);
    case 'denied':
      return finished(still({ ...state, phase: 'closing' }), 'note.startDenied', event.code, event.params);
    case 'canceled':
    case 'rejected':
      return finished(still({ ...state, phase: 'closing' }), 'note.startDenied', event.order.cause);
    case 'accepted':
    case 'refused':
    case 'moved':
      return still(state);
  }
}

/** All lines but the one nearest to the price. */
function place(context: StrategyContext<Params>, state: State, price: string): Step {
  const prices = pricesOf(context, state);
  const nearest = nearestLine(prices, price);
  const qty = orderQty(context);
  const lines = prices.map((_, at): Line => (at === nearest ? empty : { side: at < nearest ? 'BUY' : 'SELL', qty, received: '0' }));
  const actions = lines.flatMap((line, at) => orderOf(context, line, at, prices[at] as string));
  return { state: { ...state, phase: 'running', lines }, actions };
}

/** A line's order has changed: a full buy arms a sell one line up, a full sell a buy one line down. */
function moved(context: StrategyContext<Params>, state: State, event: Exclude<OrderEvent, { type: 'executed' }>): Step {
  const at = lineOf(event.tag);
  const line = state.lines[at];
  if (line === undefined || event.type === 'accepted' || event.type === 'refused' || event.type === 'moved') return still(state);
  if (event.type !== 'filled') {
    const why = event.type === 'denied' ? { ...event.params, reason: event.code } : { reason: event.order.cause };
    return { state: withLine(state, at, empty), actions: [{ type: 'note', key: 'note.lineLost', params: { ...why, line: at + 1 } }] };
  }
  const { fill, order } = event;
  const gained = addDecimals(fill.qty, fill.feeAsset === instrumentOf(context).base ? negateDecimal(fill.fee) : '0');
  const filled: Line = { ...line, received: addDecimals(line.received, gained) };
  if (order.status !== 'FILLED') return still(withLine(state, at, filled));
  const [to, side] = line.side === 'BUY' ? [at + 1, 'SELL' as const] : [at - 1, 'BUY' as const];
  const emptied = withLine(state, at, empty);
  const target = state.lines[to];
  // A bought line sells what it has received; the fee was taken from it.
  const qty = side === 'SELL' ? wholeLots(filled.received, instrumentOf(context)) : orderQty(context);
  if (target === undefined || target.side !== null || qty === null) return still(emptied);
  const armed: Line = { side, qty, received: '0' };
  return {
    state: withLine(emptied, to, armed),
    actions: orderOf(context, armed, to, linePrice(shapeOf(context, state), instrumentOf(context).tick, to)),
  };
}

function orderOf({ params }: StrategyContext<Params>, { side, qty }: Line, at: number, price: string): readonly StrategyAction[] {
  if (side === null) return [];
  const { apiId, instrumentId } = params;
  return [{ type: 'place', tag: lineTag(at), intent: { apiId, instrumentId, side, type: 'LIMIT', timeInForce: 'GTC', price, qty } }];
}

/** Cancels the lines and, when wanted, sells what the grid holds. */
function close(context: StrategyContext<Params>, state: State, sells: boolean): Step {
  const actions: StrategyAction[] = state.lines.flatMap(({ side }, at) =>
    side === null ? [] : [{ type: 'cancel', tag: lineTag(at) } as const],
  );
  if (state.phase === 'buying') actions.push({ type: 'cancel', tag: startTag });
  const { apiId, instrumentId } = context.params;
  const held = context.position(apiId, instrumentId);
  const qty = held?.side !== 'LONG' ? null : wholeLots(held.qty, instrumentOf(context));
  if (sells && qty !== null) {
    actions.push({ type: 'place', tag: closeTag, intent: { apiId, instrumentId, side: 'SELL', type: 'MARKET', qty } });
  } else if (held?.side === 'LONG') actions.push({ type: 'note', key: 'note.left', params: { qty: held.qty } });
  return { state: { ...state, phase: 'closing' }, actions };
}

const finished = (step: Step, key: string, why: string, params: ErrorParams = {}): Step => ({
  ...step,
  actions: [...step.actions, { type: 'finish', key, params: { ...params, why } }],
});

const withLine = (state: State, at: number, line: Line): State => ({ ...state, lines: state.lines.with(at, line) });

/** In whole lots of now, which may be larger than those of the start; less than one is left to the exchange to refuse. */
const orderQty = (context: StrategyContext<Params>): string =>
  wholeLots(context.params.orderQty, instrumentOf(context)) ?? context.params.orderQty;

const shapeOf = ({ params }: StrategyContext<Params>, { levels = params.levels }: State): GridShape => ({ ...params, levels });

const pricesOf = (context: StrategyContext<Params>, state: State): readonly string[] =>
  linePrices(shapeOf(context, state), instrumentOf(context).tick);

function instrumentOf({ instruments, params }: StrategyContext<Params>): Instrument {
  const instrument = instruments[params.instrumentId];
  if (instrument === undefined) throw new RangeError(`${params.instrumentId} is not known`);
  return instrument;
}

/** What must be bought so that `wanted` is left after the taker's fee, in whole lots; a contract pays its fee in quote. */
function beforeFee(wanted: string, instrument: Instrument): string | null {
  if (!isFeeTakenOff(instrument, 'BUY')) return wholeLots(wanted, instrument);
  const gross = fixedDecimal(Number(wanted) / (1 - Number(instrument.takerFee)), 12);
  return wholeLots(addDecimals(gross, instrument.lot), instrument);
}
