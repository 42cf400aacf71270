import type { OrderEvent, StrategyAction, StrategyContext, StrategyStep } from '../../../core/contract/strategy.ts';
import { addDecimals, multiplyDecimals, negateDecimal } from '../../../core/domain/numbers/decimal.ts';
import { onStep } from '../../../core/domain/numbers/steps.ts';
import type { ExecutionStatus } from '../../../core/domain/orders/execution-status.ts';
import { executionStatusTable } from '../../../core/domain/orders/execution-status.ts';
import type { OrderSide } from '../../../core/domain/orders/order.ts';
import { isFinal, move } from '../../../core/domain/state-table.ts';
import { GridConfig } from '../../../schemas/execution.ts';
import { defineExecutor } from '../driver/executor.ts';
import { inLots, onTick } from './lots.ts';
import { isZero } from './slice-state.ts';
import { heard, noTouch, type Touch } from './touch.ts';

interface GridLine {
  readonly side: OrderSide | null;
  /** What its order has received so far, after fees in coins. */
  readonly received: string;
}

interface GridState {
  readonly status: ExecutionStatus;
  readonly cause?: string;
  readonly touch: Touch;
  /** Empty before the first price. */
  readonly lines: readonly GridLine[];
  readonly filledQty: string;
  readonly filledQuote: string;
}

type Step = StrategyStep<GridState>;
type Context = StrategyContext<GridConfig>;

const still = (state: GridState): Step => ({ state, actions: [] });
const empty: GridLine = { side: null, received: '0' };

/**
 * Buys on the lines below the price, sells on those above; a full buy arms a sell one line up, a full sell a buy one line down.
 * It works until it is canceled, or in error once none of its orders is left.
 */
export const grid = defineExecutor<GridConfig, GridState>({
  params: GridConfig,
  start: ({ params: { instrumentId } }) => ({
    state: { status: 'EXECUTING', touch: noTouch, lines: [], filledQty: '0', filledQuote: '0' },
    subscribe: [
      { type: 'book', instrumentId, levels: 1 },
      { type: 'candle', instrumentId, interval: '1m' },
    ],
  }),
  onMarket: (context, state, event) => {
    const { params } = context;
    if (state.lines.length > 0 || state.status !== 'EXECUTING') return still(state);
    const touch = heard(state.touch, event, params.instrumentId);
    const price = touch.bid === null || touch.ask === null ? touch.last : String((Number(touch.bid) + Number(touch.ask)) / 2);
    return price === null ? still({ ...state, touch }) : placed(context, { ...state, touch }, Number(price));
  },
  onOrder: (context, state, event) =>
    event.type === 'executed' || event.type === 'moved' || event.type === 'accepted' || event.type === 'refused'
      ? still(state)
      : answered(context, state, event),
  onTimer: (_context, state) => still(state),
  onStop: (_context, state) => {
    if (state.status !== 'EXECUTING') return still(state);
    const actions = state.lines.flatMap(({ side }, at): readonly StrategyAction[] =>
      side === null ? [] : [{ type: 'cancel', tag: String(at) }],
    );
    return { ...settled({ ...state, status: move(executionStatusTable, state.status, 'CANCELING') }), actions };
  },
  progress: ({ status, filledQty, filledQuote, cause }) => ({
    status,
    filledQty,
    filledQuote,
    ...(cause === undefined ? {} : { cause }),
  }),
});

/** All lines but the one nearest to the price. */
function placed(context: Context, state: GridState, price: number): Step {
  const config = context.params;
  const distance = (at: number): number => Math.abs(Number(config.prices[at]) - price);
  const nearest = config.prices.reduce((best, _, at) => (distance(at) < distance(best) ? at : best), 0);
  const lines = config.prices.map((_, at): GridLine => (at === nearest ? empty : { side: at < nearest ? 'BUY' : 'SELL', received: '0' }));
  return {
    state: { ...state, lines },
    actions: lines.flatMap(({ side }, at) => (side === null ? [] : [orderAt(context, at, side, config.qty)])),
  };
}

/** Its lines were laid on the grid of the start, which may have become coarser. */
function orderAt({ params, instruments }: Context, at: number, side: OrderSide, wanted: string): StrategyAction {
  const { apiId, instrumentId, prices } = params;
  const instrument = instruments[instrumentId];
  const line = prices[at] as string;
  const [price, qty] = instrument === undefined ? [line, wanted] : [onTick(line, instrument, side), inLots(wanted, instrument)];
  return { type: 'place', tag: String(at), intent: { apiId, instrumentId, side, type: 'LIMIT', timeInForce: 'GTC', price, qty } };
}

function answered(
  context: Context,
  state: GridState,
  event: Exclude<OrderEvent, { readonly type: 'executed' | 'accepted' | 'refused' | 'moved' }>,
): Step {
  const { params, instruments } = context;
  const at = Number(event.tag);
  const line = state.lines[at];
  if (line === undefined || line.side === null) return still(state);
  if (event.type !== 'filled') {
    const cause = event.type === 'denied' ? event.code : event.order.cause;
    const lost = { ...state, lines: state.lines.with(at, empty) };
    return settled(state.status === 'EXECUTING' ? { ...lost, cause } : lost);
  }
  const { fill, order } = event;
  const instrument = instruments[params.instrumentId];
  const received = addDecimals(line.received, addDecimals(fill.qty, fill.feeAsset === instrument?.base ? negateDecimal(fill.fee) : '0'));
  const filled: GridState = {
    ...state,
    filledQty: addDecimals(state.filledQty, fill.qty),
    filledQuote: addDecimals(state.filledQuote, multiplyDecimals(fill.qty, fill.price)),
    lines: state.lines.with(at, order.status === 'FILLED' ? empty : { ...line, received }),
  };
  if (order.status !== 'FILLED' || filled.status !== 'EXECUTING') return settled(filled);
  const [to, side] = line.side === 'BUY' ? [at + 1, 'SELL' as const] : [at - 1, 'BUY' as const];
  // A line sells what it has received: the fee was taken from it.
  const qty = side === 'SELL' ? onStep(Number(received), instrument?.lot ?? '1', 'down') : params.qty;
  if (filled.lines[to]?.side !== null || isZero(qty)) return settled(filled);
  const armed = { ...filled, lines: filled.lines.with(to, { side, received: '0' }) };
  return { state: armed, actions: [orderAt(context, to, side, qty)] };
}

/** Ends with the last of its orders. */
function settled(state: GridState): Step {
  if (isFinal(executionStatusTable, state.status) || state.lines.some(({ side }) => side !== null)) return still(state);
  return still({
    ...state,
    status: move(executionStatusTable, state.status, state.status === 'CANCELING' ? 'CANCELED' : 'EXECUTION_ERROR'),
  });
}
