import type {
  MarketEvent,
  OrderEvent,
  StrategyAction,
  StrategyContext,
  StrategyStep,
  Subscription,
} from '../../../core/contract/strategy.ts';
import { addDecimals, multiplyDecimals } from '../../../core/domain/numbers/decimal.ts';
import type { SliceConfig } from '../../../schemas/execution.ts';
import { defineExecutor, type ExecutorDefinition } from '../driver/executor.ts';
import { inLots } from './lots.ts';
import type { Pace } from './pace.ts';
import { childOrder, instrumentOf, limitOf, mayBegin, nextSlice } from './slice-orders.ts';
import { type Child, isOver, isZero, leftOf, moved, newSliceState, type SliceState, subtract } from './slice-state.ts';
import { heard, restingPrice } from './touch.ts';

type Step = StrategyStep<SliceState>;
type Context = StrategyContext<SliceConfig>;

/** Failures in a row after which an execution gives up. */
const mostFailures = 3;
const longestRestMs = 5_000;

/**
 * The machine of all sliced parents: one child at a time, posted at the touch, canceled and posted anew when its time is over;
 * when the total time is over the taker action ends the rest.
 */
export const sliceExecutor = <C extends SliceConfig>(schema: object, pace: Pace<C>): ExecutorDefinition<C, SliceState> =>
  defineExecutor<C, SliceState>({
    params: schema,
    start: ({ params, nowMs }) => ({
      state: newSliceState(nowMs),
      subscribe: subscriptions(params, pace),
      actions: startTimers(params, pace),
    }),
    onMarket: (context, state, event) => {
      const next = observed(state, event, context.params);
      if (next === state || isOver(state)) return { state: next, actions: [] };
      if (next.child === null) return proceed(context, pace, next);
      return pace.followsTouch && isBehind(next, next.child, context) ? leave(next) : { state: next, actions: [] };
    },
    onOrder: (context, state, event) => {
      const next = answered(state, event);
      return next.failures > state.failures ? failed(context, next) : proceed(context, pace, next);
    },
    onTimer: (context, state, timer) => ring(context, pace, state, timer),
    onStop: (context, state) => {
      if (state.status !== 'EXECUTING') return { state, actions: [] };
      return then(context, pace, leave(moved(state, 'CANCELING')));
    },
    progress: ({ status, filledQty, filledQuote, cause }) => ({
      status,
      filledQty,
      filledQuote,
      ...(cause === undefined ? {} : { cause }),
    }),
  });

function subscriptions<C extends SliceConfig>(config: C, pace: Pace<C>): readonly Subscription[] {
  const { instrumentId } = config;
  const more = pace.subscribe?.(config) ?? [];
  return [{ type: 'book', instrumentId, levels: 1 }, { type: 'candle', instrumentId, interval: '1m' }, ...more];
}

function startTimers<C extends SliceConfig>(config: C, pace: Pace<C>): readonly StrategyAction[] {
  const actions: StrategyAction[] = [];
  if (pace.intervalMs(config) !== null) actions.push({ type: 'setTimer', timer: 'slice', afterMs: 0 });
  if (config.timeoutTakerAction !== 'CONTINUE')
    actions.push({ type: 'setTimer', timer: 'total', afterMs: config.totalTimeoutSeconds * 1_000 });
  return actions;
}

/** What the market tells: the touch, and the volume that others trade. */
function observed(state: SliceState, event: MarketEvent, { instrumentId }: SliceConfig): SliceState {
  const touch = heard(state.touch, event, instrumentId);
  const seen = touch === state.touch ? state : { ...state, touch };
  if (event.type === 'trade')
    return { ...seen, hearsTrades: true, volume: (state.hearsTrades ? state.volume : 0) + Number(event.trade.qty) };
  if (event.type === 'candle' && event.closed && !state.hearsTrades && event.candle.openMs >= state.startMs)
    return { ...seen, volume: state.volume + Number(event.candle.volume) };
  return seen;
}

/** The best price of our side is in front of the order. */
function isBehind({ touch }: SliceState, { price, isLeaving }: Child, context: Context): boolean {
  const { side } = context.params;
  const best = restingPrice(touch, side);
  if (isLeaving || price === null || best === null || price === limitOf(context)) return false;
  return side === 'BUY' ? Number(best) > Number(price) : Number(best) < Number(price);
}

function answered(state: SliceState, event: OrderEvent): SliceState {
  const { child } = state;
  if (event.type === 'executed' || child === null || event.tag !== child.tag) return state;
  switch (event.type) {
    case 'accepted':
    case 'refused':
    case 'moved':
      return state;
    case 'filled': {
      const { qty, price } = event.fill;
      return {
        ...state,
        filledQty: addDecimals(state.filledQty, qty),
        filledQuote: addDecimals(state.filledQuote, multiplyDecimals(qty, price)),
        sliceQty: subtract(state.sliceQty, qty),
        child: event.order.status === 'FILLED' ? null : child,
        failures: 0,
      };
    }
    case 'canceled':
      return child.isLeaving
        ? { ...state, child: null }
        : { ...state, child: null, failures: state.failures + 1, cause: event.order.cause };
    case 'rejected':
      return { ...state, child: null, failures: state.failures + 1, cause: event.cause };
    case 'denied':
      return { ...state, child: null, failures: state.failures + 1, cause: event.code };
  }
}

/** An order did not live: try again after a rest, a few times. */
function failed(context: Context, state: SliceState): Step {
  const { params } = context;
  if (state.status === 'CANCELING') return { state: moved(state, 'CANCELED'), actions: [] };
  // The market has nothing more to give for the rest.
  if (state.isLate && state.cause?.startsWith('EXPIRED') === true) return { state: moved(state, 'EXECUTION_TIMEOUT'), actions: [] };
  if (state.isLate || state.failures >= mostFailures) return { state: moved(state, 'EXECUTION_ERROR'), actions: [] };
  const afterMs = Math.min(params.orderTimeoutSeconds * 1_000, longestRestMs);
  return { state: { ...state, isResting: true }, actions: [{ type: 'setTimer', timer: 'order', afterMs }] };
}

function ring<C extends SliceConfig>(context: StrategyContext<C>, pace: Pace<C>, state: SliceState, timer: string): Step {
  const { params } = context;
  if (state.status !== 'EXECUTING' || state.isLate) return { state, actions: [] };
  if (timer === 'total') return then(context, pace, leave({ ...state, isLate: true, isResting: false }));
  if (timer === 'order') return then(context, pace, leave({ ...state, isResting: false }));
  const due = state.due + 1;
  const step = then(context, pace, leave({ ...state, due }));
  const afterMs = pace.intervalMs(params);
  if (afterMs === null || !mayBegin(params, due)) return step;
  return { ...step, actions: [...step.actions, { type: 'setTimer', timer: 'slice', afterMs }] };
}

/** Asks for the end of the child; what comes next comes when it has ended. */
function leave(state: SliceState): Step {
  const { child } = state;
  if (child === null || child.isLeaving || child.price === null) return { state, actions: [] };
  return { state: { ...state, child: { ...child, isLeaving: true } }, actions: [{ type: 'cancel', tag: child.tag }] };
}

/** What follows a step, after its own actions. */
function then<C extends SliceConfig>(context: StrategyContext<C>, pace: Pace<C>, { state, actions }: Step): Step {
  const next = proceed(context, pace, state);
  return { state: next.state, actions: [...actions, ...next.actions] };
}

/** The next child, or the end, once no child is open. */
function proceed<C extends SliceConfig>(context: StrategyContext<C>, pace: Pace<C>, state: SliceState): Step {
  const { params } = context;
  if (isOver(state) || state.child !== null) return { state, actions: [] };
  // Less than a lot is nothing that anybody could trade.
  if (isZero(inLots(leftOf(params.qty, state), instrumentOf(context.instruments, params))))
    return { state: moved(withoutCause(state), 'EXECUTED'), actions: [] };
  if (state.status === 'CANCELING') return { state: moved(state, 'CANCELED'), actions: [] };
  if (state.isLate && params.timeoutTakerAction === 'CANCEL_REST') return { state: moved(state, 'EXECUTION_TIMEOUT'), actions: [] };
  if (state.isResting) return { state, actions: [] };
  const ready = state.isLate ? state : nextSlice(context, pace, state);
  const order = childOrder(context, ready);
  if (order === null) return { state: ready, actions: [] };
  const child: Child = { tag: order.tag, price: order.intent.price ?? null, isLeaving: false };
  const timer: readonly StrategyAction[] = state.isLate
    ? []
    : [{ type: 'setTimer', timer: 'order', afterMs: params.orderTimeoutSeconds * 1_000 }];
  return { state: { ...ready, child, children: ready.children + 1 }, actions: [order, ...timer] };
}

const withoutCause = ({ cause: _, ...state }: SliceState): SliceState => state;
