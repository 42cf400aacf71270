import type { OrderEvent, StrategyAction, StrategyContext, StrategyStep } from '../../../core/contract/strategy.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { addDecimals, multiplyDecimals, negateDecimal } from '../../../core/domain/numbers/decimal.ts';
import { MultiLegConfig } from '../../../schemas/execution.ts';
import { defineExecutor } from '../driver/executor.ts';
import { hedgeIntent, leadIntent, unwindIntent } from './multi-leg-orders.ts';
import {
  gapOf,
  isOver,
  isTradable,
  type LegAt,
  type LegOrder,
  leadLeft,
  leadOf,
  type MultiLegState,
  moved,
  newMultiLegState,
  otherLeg,
  seen,
  withLeg,
} from './multi-leg-state.ts';

type Step = StrategyStep<MultiLegState>;
type Context = StrategyContext<MultiLegConfig>;

/** Levels of the books by which the thinner leg is found. */
const depthLevels = 5;
/** Between two tries of a hedge. */
const restMs = 1_000;

const still = (state: MultiLegState): Step => ({ state, actions: [] });

/**
 * Two legs as one: the thinner leg goes first, in parts no larger than what may be unhedged; what it fills is
 * hedged at once on the other leg with IOC orders. A hedge that is not done in time is completed at the market, or the lead is
 * taken back. When even that fails the parent ends as EXECUTION_ERROR and the gap stays; a lead that finds nothing to trade, or
 * is refused, ends it as EXECUTION_TIMEOUT without a gap.
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
  onMarket: (context, state, event) => {
    const next = seen(state, event, context.params);
    return next === state || isOver(state) || state.lead !== null ? still(next) : proceed(context, next);
  },
  onOrder: (context, state, event) => proceed(context, answered(context, state, event)),
  onTimer: (context, state, timer) => {
    if (isOver(state)) return still(state);
    if (timer === 'hedge') return proceed(context, { ...state, isResting: false });
    if (timer === 'lead') return proceed(context, { ...state, isEnding: true });
    if (!isGap(context, state)) return still({ ...state, isTimed: false });
    return proceed(context, { ...state, isUnwinding: true, isEnding: true, isResting: false });
  },
  onStop: (context, state) =>
    state.status === 'EXECUTING'
      ? proceed(context, { ...moved(state, 'CANCELING'), isEnding: true, isUnwinding: isGap(context, state), isResting: false })
      : still(state),
  progress: ({ status, legs, lead, cause }) => {
    const { filledQty, filledQuote } = legs[lead ?? 0];
    return { status, filledQty, filledQuote, ...(cause === undefined ? {} : { cause }) };
  },
});

function answered({ params, instruments }: Context, state: MultiLegState, event: OrderEvent): MultiLegState {
  const order = [state.leadOrder, state.hedgeOrder].find((one) => one?.tag === event.tag);
  if (event.type === 'executed' || event.type === 'accepted' || event.type === 'refused' || order === null || order === undefined)
    return state;
  if (event.type === 'filled') {
    const { fill } = event;
    const at: LegAt = params.legs[0].instrumentId === fill.instrumentId && params.legs[0].apiId === fill.apiId ? 0 : 1;
    const leg = state.legs[at];
    const isTakenBack = fill.side !== params.legs[at].side;
    const inBase = fill.feeAsset === instruments[fill.instrumentId]?.base ? negateDecimal(fill.fee) : '0';
    const change = addDecimals(fill.side === 'BUY' ? fill.qty : negateDecimal(fill.qty), inBase);
    const sign = (amount: string): string => (isTakenBack ? negateDecimal(amount) : amount);
    // News of the lead are hedged at once, whatever an earlier hedge waits for.
    const awake = order.role === 'lead' ? { ...state, isResting: false } : state;
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
  return state.isUnwinding ? moved(ended, 'EXECUTION_ERROR', cause) : { ...ended, isResting: true, cause };
}

const without = (state: MultiLegState, { role }: LegOrder): MultiLegState =>
  role === 'lead' ? { ...state, leadOrder: null } : { ...state, hedgeOrder: null };

function isGap({ params, instruments }: Context, state: MultiLegState): boolean {
  if (state.lead === null) return false;
  const hedge = otherLeg(state.lead);
  return isTradable(gapOf(state, params), instrumentOf(instruments, params.legs[hedge].instrumentId), state.legs[hedge]);
}

/** The next order, cancel, timer or end that the state asks for. */
function proceed(context: Context, state: MultiLegState): Step {
  if (isOver(state)) return still(state);
  if (isGap(context, state)) return hedged(context, state);
  const balanced: MultiLegState = { ...state, isUnwinding: false, isTimed: false };
  if (state.hedgeOrder !== null) return still(balanced);
  if (state.leadOrder !== null) return state.isEnding ? leave(balanced, 'leadOrder') : still(balanced);
  return lead(context, balanced);
}

/** Closes the gap: by the hedge, or by the unwind rule once its time is over. */
function hedged(context: Context, state: MultiLegState): Step {
  const { params, instruments } = context;
  const actions: StrategyAction[] = [];
  let next = state;
  if (!next.isTimed) {
    actions.push({ type: 'setTimer', timer: 'unhedged', afterMs: params.maxUnhedgedSeconds * 1_000 });
    next = { ...next, isTimed: true };
  }
  if (next.isEnding && next.leadOrder !== null) {
    const left = leave(next, 'leadOrder');
    actions.push(...left.actions);
    next = left.state;
  }
  if (next.hedgeOrder !== null) {
    // A hedge that is on its way would be doubled by the market order.
    const left = next.isUnwinding && !next.hedgeOrder.tag.startsWith('market') ? leave(next, 'hedgeOrder') : still(next);
    return { state: left.state, actions: [...actions, ...left.actions] };
  }
  if (next.isResting) return { state: next, actions: [...actions, { type: 'setTimer', timer: 'hedge', afterMs: restMs }] };
  // What the lead may still fill is not known before it has ended.
  if (next.isUnwinding && next.leadOrder !== null) return { state: next, actions };
  const gap = gapOf(next, params);
  const intent = next.isUnwinding ? unwindIntent(params, instruments, next, gap) : hedgeIntent(params, instruments, next, gap);
  if (intent === null) return { state: moved(next, 'EXECUTION_ERROR'), actions };
  const tag = `${next.isUnwinding ? 'market' : 'hedge'}-${next.orders + 1}`;
  const hedgeOrder: LegOrder = { tag, role: 'hedge', isLeaving: false };
  return { state: { ...next, hedgeOrder, orders: next.orders + 1 }, actions: [...actions, { type: 'place', tag, intent }] };
}

/** The next part of the lead, or the end. */
function lead(context: Context, state: MultiLegState): Step {
  const { params, instruments } = context;
  const at = state.lead ?? leadOf(state, params);
  const lot = at === null ? '0' : instrumentOf(instruments, params.legs[at].instrumentId).lot;
  if (at !== null && leadLeft({ ...state, lead: at }, params) < Number(lot)) return still(moved(withoutCause(state), 'EXECUTED'));
  if (state.status === 'CANCELING') return still(moved(state, 'CANCELED'));
  if (state.isEnding) return still(moved(state, 'EXECUTION_TIMEOUT'));
  if (at === null) return still(state);
  const intent = leadIntent(params, instruments, { ...state, lead: at });
  if (intent === null) return still(moved({ ...state, lead: at }, 'EXECUTION_TIMEOUT'));
  const tag = `lead-${state.orders + 1}`;
  const leadOrder: LegOrder = { tag, role: 'lead', isLeaving: false };
  return { state: { ...state, lead: at, leadOrder, orders: state.orders + 1 }, actions: [{ type: 'place', tag, intent }] };
}

function leave(state: MultiLegState, which: 'leadOrder' | 'hedgeOrder'): Step {
  const order = state[which];
  if (order === null || order.isLeaving) return still(state);
  return { state: { ...state, [which]: { ...order, isLeaving: true } }, actions: [{ type: 'cancel', tag: order.tag }] };
}

const withoutCause = ({ cause: _, ...state }: MultiLegState): MultiLegState => state;

function instrumentOf(instruments: Context['instruments'], id: string): Instrument {
  const instrument = instruments[id];
  if (instrument === undefined) throw new RangeError(`${id} is not known`);
  return instrument;
}
