import type { OrderEvent, StrategyAction, StrategyContext, StrategyStep } from '../../../core/contract/strategy.ts';
import { addDecimals, multiplyDecimals, negateDecimal } from '../../../core/domain/numbers/decimal.ts';
import { MultiLegConfig } from '../../../schemas/execution.ts';
import { defineExecutor, type LegProgress } from '../driver/executor.ts';
import { type Gap, gapsOf, instrumentOf, leadLeft, residualsOf } from './multi-leg-gaps.ts';
import { hedgeIntent, leadIntent, unwindIntent } from './multi-leg-orders.ts';
import {
  currentState,
  isOver,
  type LegOrder,
  type LegState,
  leadOf,
  type MultiLegState,
  moved,
  newMultiLegState,
  seen,
  withLeg,
} from './multi-leg-state.ts';

type Step = StrategyStep<MultiLegState>;
type Context = StrategyContext<MultiLegConfig>;

/** Levels of the books by which the thinnest leg is found. */
const depthLevels = 5;
/** Between two tries of a hedge. */
const restMs = 1_000;

const still = (state: MultiLegState): Step => ({ state, actions: [] });

/**
 * Several legs as one: the thinnest of those that may lead goes first, in parts no larger than what may be unhedged; what it fills is
 * hedged at once on all other legs, by their ratios, with IOC orders. Hedges that are not done in time are completed at the market, or
 * what is ahead is taken back. When even that fails the parent ends as EXECUTION_ERROR and the gaps stay; a lead that finds nothing to
 * trade, or is refused, ends it as EXECUTION_TIMEOUT without a gap.
 */
export const multiLeg = defineExecutor<MultiLegConfig, MultiLegState>({
  params: MultiLegConfig,
  start: (context) => {
    const { params } = context;
    const { state, actions } = proceed(context, newMultiLegState(params));
    return {
      state,
      subscribe: params.legs.flatMap(({ instrumentId }) => [
        { type: 'book', instrumentId, levels: depthLevels } as const,
        { type: 'candle', instrumentId, interval: '1m' } as const,
      ]),
      actions: [...actions, { type: 'setTimer', timer: 'lead', afterMs: params.orderTimeoutSeconds * 1_000 }],
    };
  },
  onMarket: (context, saved, event) => {
    const state = currentState(saved, context.params);
    const next = seen(state, event, context.params);
    return next === state || isOver(state) || state.lead !== null ? still(next) : proceed(context, next);
  },
  onOrder: (context, saved, event) => proceed(context, answered(context, currentState(saved, context.params), event)),
  onTimer: (context, saved, timer) => {
    const state = currentState(saved, context.params);
    if (isOver(state)) return still(state);
    if (timer === 'hedge') return proceed(context, { ...state, resting: [] });
    if (timer === 'lead') return proceed(context, { ...state, isEnding: true });
    if (!isGap(context, state)) return still({ ...state, isTimed: false });
    return proceed(context, { ...state, isUnwinding: true, isEnding: true, resting: [] });
  },
  onStop: (context, saved) => {
    const state = currentState(saved, context.params);
    if (state.status !== 'EXECUTING') return still(state);
    return proceed(context, { ...moved(state, 'CANCELING'), isEnding: true, isUnwinding: isGap(context, state), resting: [] });
  },
  progress: (state, config) => {
    const { status, legs, lead, cause } = state;
    const { filledQty, filledQuote } = legs[lead ?? 0] as LegState;
    return { status, filledQty, filledQuote, ...(cause === undefined ? {} : { cause }), legs: legsOf(state, config) };
  },
});

/** What each leg has done, and by how much it is away from what the lead has done. */
function legsOf(state: MultiLegState, config: MultiLegConfig): readonly LegProgress[] {
  const residuals = residualsOf(state, config);
  return config.legs.map(({ apiId, instrumentId }, at) => {
    const { filledQty, filledQuote } = state.legs[at] as LegState;
    return { apiId, instrumentId, filledQty, filledQuote, residualQty: text(residuals[at] ?? 0) };
  });
}

/** Rest of rounding doubles is nothing. */
const text = (qty: number): string => {
  const plain = qty.toFixed(10).replace(/\.?0+$/, '');
  return plain === '-0' ? '0' : plain;
};

function answered({ params, instruments }: Context, state: MultiLegState, event: OrderEvent): MultiLegState {
  const order = state.open.find((one) => one.tag === event.tag);
  if (event.type === 'executed' || event.type === 'moved' || event.type === 'accepted' || event.type === 'refused' || order === undefined)
    return state;
  if (event.type === 'filled') {
    const { fill } = event;
    const at = order.leg;
    const leg = state.legs[at] as LegState;
    const isTakenBack = fill.side !== params.legs[at]?.side;
    const inBase = fill.feeAsset === instruments[fill.instrumentId]?.base ? negateDecimal(fill.fee) : '0';
    const change = addDecimals(fill.side === 'BUY' ? fill.qty : negateDecimal(fill.qty), inBase);
    const sign = (amount: string): string => (isTakenBack ? negateDecimal(amount) : amount);
    // News of the lead are hedged at once, whatever an earlier hedge waits for.
    const awake = order.role === 'lead' ? { ...state, resting: [] } : state;
    const filled = withLeg(awake, at, {
      ...leg,
      net: addDecimals(leg.net, change),
      filledQty: addDecimals(leg.filledQty, sign(fill.qty)),
      filledQuote: addDecimals(leg.filledQuote, sign(multiplyDecimals(fill.qty, fill.price))),
    });
    return event.order.status === 'FILLED' ? without(filled, order) : filled;
  }
  const cause = event.type === 'denied' ? event.code : event.type === 'rejected' ? event.cause : event.order.cause;
  const ended = without(state, order);
  if (order.role === 'lead') return { ...ended, isEnding: true, ...(order.isLeaving ? {} : { cause }) };
  if (order.isLeaving) return ended;
  return state.isUnwinding ? { ...ended, isFailed: true, cause } : { ...ended, resting: [...ended.resting, order.leg], cause };
}

const without = (state: MultiLegState, { tag }: LegOrder): MultiLegState => ({
  ...state,
  open: state.open.filter((order) => order.tag !== tag),
});

const isGap = ({ params, instruments }: Context, state: MultiLegState): boolean => gapsOf(state, params, instruments).length > 0;

/** The next orders, cancels, timers or the end that the state asks for. */
function proceed(context: Context, state: MultiLegState): Step {
  if (isOver(state)) return still(state);
  if (state.isFailed) return failed(state);
  const gaps = gapsOf(state, context.params, context.instruments);
  if (gaps.length > 0) return hedged(context, state, gaps);
  const balanced: MultiLegState = { ...state, isUnwinding: false, isTimed: false };
  if (state.open.some(({ role }) => role !== 'lead')) return still(balanced);
  if (state.open.length > 0) return state.isEnding ? left(balanced, isLead) : still(balanced);
  return lead(context, balanced);
}

/** What is on its way at the market comes to its end first: what it fills is part of what is left. */
function failed(state: MultiLegState): Step {
  if (state.open.length === 0) return still(moved(state, 'EXECUTION_ERROR'));
  return left(state, ({ role }) => role !== 'market');
}

/** Closes the gaps: by hedges, or by the unwind rule once their time is over. */
function hedged(context: Context, state: MultiLegState, gaps: readonly Gap[]): Step {
  const { params } = context;
  const actions: StrategyAction[] = [];
  let next = state;
  const take = (step: Step): void => {
    next = step.state;
    actions.push(...step.actions);
  };
  if (!next.isTimed) {
    actions.push({ type: 'setTimer', timer: 'unhedged', afterMs: params.maxUnhedgedSeconds * 1_000 });
    next = { ...next, isTimed: true };
  }
  if (next.isEnding) take(left(next, isLead));
  // A hedge that is on its way would be doubled by the market order.
  if (next.isUnwinding) take(left(next, ({ role }) => role === 'hedge'));
  // What they may still fill is not known before they have ended.
  if (next.isUnwinding && next.open.some(({ role }) => role !== 'market')) return { state: next, actions };
  const isWaiting = gaps.some(({ leg }) => next.resting.includes(leg));
  for (const gap of gaps) {
    const isBusy = next.resting.includes(gap.leg) || next.open.some(({ leg, role }) => leg === gap.leg && role !== 'lead');
    if (!isBusy && !next.isFailed) take(followed(context, next, gap));
  }
  if (isWaiting) actions.push({ type: 'setTimer', timer: 'hedge', afterMs: restMs });
  if (!next.isFailed) return { state: next, actions };
  take(failed(next));
  return { state: next, actions };
}

/** The order that closes one gap. */
function followed({ params, instruments }: Context, state: MultiLegState, gap: Gap): Step {
  const role = state.isUnwinding ? 'market' : 'hedge';
  const intent = role === 'market' ? unwindIntent(params, instruments, gap) : hedgeIntent(params, instruments, state, gap);
  if (intent === null) return still({ ...state, isFailed: true });
  const tag = `${role}-${state.orders + 1}`;
  const open = [...state.open, { tag, role, leg: gap.leg, isLeaving: false } as const];
  return { state: { ...state, open, orders: state.orders + 1 }, actions: [{ type: 'place', tag, intent }] };
}

/** The next part of the lead, or the end. */
function lead(context: Context, state: MultiLegState): Step {
  const { params, instruments } = context;
  const at = state.lead ?? leadOf(state, params);
  const lot = at === null ? '0' : instrumentOf(instruments, params.legs[at]?.instrumentId ?? '').lot;
  if (at !== null && leadLeft({ ...state, lead: at }, params) < Number(lot)) return still(moved(withoutCause(state), 'EXECUTED'));
  if (state.status === 'CANCELING') return still(moved(state, 'CANCELED'));
  if (state.isEnding) return still(moved(state, 'EXECUTION_TIMEOUT'));
  if (at === null) return still(state);
  const intent = leadIntent(params, instruments, { ...state, lead: at });
  if (intent === null) return still(moved({ ...state, lead: at }, 'EXECUTION_TIMEOUT'));
  const tag = `lead-${state.orders + 1}`;
  const open = [{ tag, role: 'lead', leg: at, isLeaving: false } as const];
  return { state: { ...state, lead: at, open, orders: state.orders + 1 }, actions: [{ type: 'place', tag, intent }] };
}

const isLead = ({ role }: LegOrder): boolean => role === 'lead';

/** Cancels the open orders that are meant and were not canceled yet. */
function left(state: MultiLegState, isMeant: (order: LegOrder) => boolean): Step {
  const leaving = state.open.filter((order) => isMeant(order) && !order.isLeaving);
  if (leaving.length === 0) return still(state);
  const open = state.open.map((order) => (leaving.includes(order) ? { ...order, isLeaving: true } : order));
  return { state: { ...state, open }, actions: leaving.map(({ tag }) => ({ type: 'cancel', tag })) };
}

const withoutCause = ({ cause: _, ...state }: MultiLegState): MultiLegState => state;
