import {
  defineStrategy,
  type MarketEvent,
  type StrategyAction,
  type StrategyContext,
  type StrategyStep,
} from '../../core/contract/strategy.ts';
import { onStep } from '../../core/domain/numbers/steps.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import { Params } from './params.ts';
import { checkParams } from './strategy-check.ts';
import { suggest } from './strategy-suggest.ts';

/** Best prices as told last, empty where a side has none, and whether an order is under way. Plain JSON. */
export interface State {
  readonly bid: string;
  readonly ask: string;
  readonly isWorking: boolean;
}

type Step = StrategyStep<State>;
type Context = StrategyContext<Params>;

const tag = 'take';
const timer = 'next';
/** Waits and sizes beyond this many means are cut. */
const most = 5;
const still = (state: State): Step => ({ state, actions: [] });

/** Orders of random side and size at random times, each at the best price of the moment and never at a worse one. */
export const strategy = defineStrategy<Params, State>({
  params: Params,
  check: checkParams,
  suggest,
  start: (context) => ({
    state: { bid: '', ask: '', isWorking: false },
    subscribe: [{ type: 'book', instrumentId: context.params.instrumentId, levels: 1 }],
    actions: [nextTime(context)],
  }),
  onMarket: (_context, state, event) => (event.type === 'book' ? heard(state, event) : still(state)),
  onOrder: (_context, state, event) => {
    const isOver = event.type !== 'accepted' && (event.type !== 'filled' || event.order.status === 'FILLED');
    return still(isOver ? { ...state, isWorking: false } : state);
  },
  onTimer: (context, state, name) => (name === timer ? taken(context, state) : still(state)),
  // An order that takes never rests: there is nothing to take back.
  onStop: (context, state) => {
    const held = positionOf(context);
    return held === '0' ? still(state) : { state, actions: [{ type: 'note', key: 'note.left', params: { qty: held } }] };
  },
});

function heard(state: State, { book }: Extract<MarketEvent, { readonly type: 'book' }>): Step {
  const [bid, ask] = [book.bids[0]?.[0] ?? '', book.asks[0]?.[0] ?? ''];
  return still(bid === state.bid && ask === state.ask ? state : { ...state, bid, ask });
}

function taken(context: Context, state: State): Step {
  const actions = [nextTime(context)];
  const { params, instruments } = context;
  const instrument = instruments[params.instrumentId];
  if (state.isWorking || instrument === undefined) return { state, actions };
  const net = Number(positionOf(context));
  const limit = Number(params.maxPosition);
  // The fuller the inventory, the likelier the side that empties it.
  const side: OrderSide = context.random() < (1 - net / limit) / 2 ? 'BUY' : 'SELL';
  const price = side === 'BUY' ? state.ask : state.bid;
  if (price === '') return { state, actions };
  const coins = side === 'BUY' ? limit - net : Math.min(limit + net, Number(params.startPosition ?? '0') + net);
  const least = Math.max(Number(instrument.minQty), Number(instrument.minNotional) / Number(price));
  const wanted = Number(params.averageQty) * exponential(context);
  const qty = onStep(Math.min(Math.max(wanted, Number(onStep(least, instrument.lot, 'up'))), coins), instrument.lot, 'down');
  if (Number(qty) < least) return { state, actions };
  const { apiId, instrumentId } = params;
  const order: StrategyAction = {
    type: 'place',
    tag,
    intent: { apiId, instrumentId, side, type: 'LIMIT', timeInForce: 'IOC', price, qty },
  };
  return { state: { ...state, isWorking: true }, actions: [...actions, order] };
}

const nextTime = (context: Context): StrategyAction => ({
  type: 'setTimer',
  timer,
  afterMs: Math.max(100, Math.round(context.params.averageWaitSeconds * 1_000 * exponential(context))),
});

/** Exponentially distributed with mean 1. */
const exponential = ({ random }: Context): number => Math.min(most, -Math.log(1 - random()));

/** Bought less sold since the start, in base. */
function positionOf({ positions, params }: Context): string {
  const position = positions.find(({ apiId, instrumentId }) => apiId === params.apiId && instrumentId === params.instrumentId);
  return position === undefined ? '0' : position.side === 'SHORT' ? `-${position.qty}` : position.qty;
}
