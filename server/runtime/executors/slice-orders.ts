import type { StrategyAction, StrategyContext } from '../../../core/contract/strategy.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { compareDecimals } from '../../../core/domain/numbers/decimal.ts';
import { onStep } from '../../../core/domain/numbers/steps.ts';
import type { OrderSide } from '../../../core/domain/orders/order.ts';
import type { SliceConfig } from '../../../schemas/execution.ts';
import { inLots, least, onTick, smallestQty } from './lots.ts';
import type { Pace } from './pace.ts';
import { isZero, leftOf, type SliceState, subtract } from './slice-state.ts';
import { restingPrice } from './touch.ts';

type Place = Extract<StrategyAction, { readonly type: 'place' }>;

/** How far sizes are moved off their plan. */
const jitter = 0.1;

/** Begins the next slice when its time has come; otherwise the slice at hand goes on. */
export function nextSlice<S extends SliceConfig>(context: StrategyContext<S>, pace: Pace<S>, state: SliceState): SliceState {
  const { params } = context;
  const isTimed = pace.intervalMs(params) !== null;
  const slice = isTimed ? state.due - 1 : state.begun;
  const isAtWork = !isZero(inLots(state.sliceQty, instrumentOf(context.instruments, params)));
  if (isTimed ? state.due === state.begun : isAtWork || !mayBegin(params, state.begun)) return state;
  const leftQty = leftOf(params.qty, state);
  const share = pace.shareOf(params, state, slice, Number(leftQty));
  const price = Number(restingPrice(state.touch, params.side) ?? 0);
  if (share <= 0 || price === 0) return state;
  const qty = sliceQty(context, leftQty, share, price, pace.isJittered && share < 1);
  return { ...state, begun: slice + 1, sliceQty: qty };
}

/** True while slices are left; an execution that goes on after its time has no last one. */
export const mayBegin = ({ maxSplitOrders, timeoutTakerAction }: SliceConfig, begun: number): boolean =>
  begun < maxSplitOrders || timeoutTakerAction === 'CONTINUE';

/** clamp(share of what is left, smallest, largest) on the lot grid; a rest too small for a child of its own joins it. */
function sliceQty(context: StrategyContext<SliceConfig>, leftQty: string, share: number, price: number, isJittered: boolean): string {
  const { params } = context;
  const instrument = instrumentOf(context.instruments, params);
  const smallest = smallestQty(instrument, price, params.minOrderQty);
  const factor = isJittered ? 1 + jitter * (2 * context.random() - 1) : 1;
  const planned = share >= 1 ? leftQty : onStep(Number(leftQty) * share * factor, instrument.lot, 'down');
  const raised = compareDecimals(planned, smallest) < 0 ? smallest : planned;
  const limited = params.maxOrderQty === undefined ? raised : least(raised, params.maxOrderQty);
  const qty = least(limited, leftQty);
  const rest = subtract(leftQty, qty);
  const joins =
    compareDecimals(rest, smallest) < 0 && (params.maxOrderQty === undefined || compareDecimals(leftQty, params.maxOrderQty) <= 0);
  return joins ? leftQty : qty;
}

/** The order that works on the slice at hand, or takes the rest when the total time is over; null when there is none to send. */
export function childOrder(context: StrategyContext<SliceConfig>, state: SliceState): Place | null {
  const { params } = context;
  const { apiId, instrumentId, side } = params;
  const instrument = instrumentOf(context.instruments, params);
  const limitPrice = limitOf(context);
  const leftQty = inLots(leftOf(params.qty, state), instrument);
  const market = { apiId, instrumentId, side } as const;
  const tag = String(state.children + 1);
  if (state.isLate) {
    const intent =
      limitPrice === undefined
        ? ({ ...market, type: 'MARKET', qty: leftQty } as const)
        : ({ ...market, type: 'LIMIT', timeInForce: 'IOC', price: limitPrice, qty: leftQty } as const);
    return { type: 'place', tag, intent };
  }
  const touch = restingPrice(state.touch, side);
  const qty = inLots(state.sliceQty, instrument);
  if (touch === null || isZero(qty)) return null;
  // What rests from before a coarser tick may be off it.
  const price = bounded(onTick(touch, instrument, side), side, limitPrice);
  return { type: 'place', tag, intent: { ...market, type: 'LIMIT', timeInForce: 'GTC', price, qty } };
}

/** The worst price, on the tick of now. */
export const limitOf = ({ params, instruments }: StrategyContext<SliceConfig>): string | undefined =>
  params.limitPrice === undefined ? undefined : onTick(params.limitPrice, instrumentOf(instruments, params), params.side);

function bounded(price: string, side: OrderSide, limit: string | undefined): string {
  if (limit === undefined) return price;
  const isBeyond = side === 'BUY' ? compareDecimals(price, limit) > 0 : compareDecimals(price, limit) < 0;
  return isBeyond ? limit : price;
}

export function instrumentOf(
  instruments: Readonly<Record<string, Instrument>>,
  { instrumentId }: { readonly instrumentId: string },
): Instrument {
  const instrument = instruments[instrumentId];
  if (instrument === undefined) throw new RangeError(`${instrumentId} is not known`);
  return instrument;
}
