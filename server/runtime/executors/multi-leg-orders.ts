import type { OrderIntent } from '../../../core/contract/trading.ts';
import { onStep } from '../../../core/domain/numbers/steps.ts';
import type { OrderSide } from '../../../core/domain/orders/order.ts';
import type { MultiLegConfig } from '../../../schemas/execution.ts';
import { onTick, orderedFor, smallestQty } from './lots.ts';
import { type Gap, type Instruments, leadLeft } from './multi-leg-gaps.ts';
import { type LegState, type MultiLegState, ratioOf } from './multi-leg-state.ts';
import { isZero } from './slice-state.ts';
import { takingPrice } from './touch.ts';

type Intent = Omit<OrderIntent, 'clientOrderId'>;
type LegConfig = MultiLegConfig['legs'][number];

/** The next part of the lead at its limit price: what it does not take at once waits until the order timeout. */
export function leadIntent(config: MultiLegConfig, instruments: Instruments, state: MultiLegState): Intent | null {
  const at = state.lead ?? 0;
  const leg = config.legs[at] as LegConfig;
  const { apiId, instrumentId, side, limitPrice } = leg;
  const instrument = instruments[instrumentId];
  if (instrument === undefined) return null;
  const largest = Math.min(
    Number(orderedFor(instrument, side, leadLeft(state, config))),
    Number(config.maxOrderQty ?? Number.POSITIVE_INFINITY) * ratioOf(leg),
    Number(config.maxUnhedgedAmount) / Math.max(Number(limitPrice), Number(takingPrice(touchOf(state, at), side) ?? 0)),
  );
  const qty = onStep(largest, instrument.lot, 'down');
  if (isZero(qty) || Number(qty) < Number(smallestQty(instrument, Number(limitPrice)))) return null;
  return { apiId, instrumentId, side, type: 'LIMIT', timeInForce: 'GTC', price: onTick(limitPrice, instrument, side), qty };
}

/** What a leg lags behind, at once, a bounded way beyond its touch. */
export function hedgeIntent(config: MultiLegConfig, instruments: Instruments, state: MultiLegState, { leg, qty }: Gap): Intent | null {
  const { apiId, instrumentId, side } = config.legs[leg] as LegConfig;
  const instrument = instruments[instrumentId];
  const touch = takingPrice(touchOf(state, leg), side);
  if (instrument === undefined || touch === null) return null;
  const reach = Number(touch) * (1 + (side === 'BUY' ? 1 : -1) * Number(config.maxSlippage));
  const price = onStep(reach, instrument.tick, side === 'BUY' ? 'up' : 'down');
  return { apiId, instrumentId, side, type: 'LIMIT', timeInForce: 'IOC', price, qty: orderedFor(instrument, side, qty) };
}

/** At the market: the rest of a hedge, or what a leg has too much of the other way round. */
export function unwindIntent(config: MultiLegConfig, instruments: Instruments, { leg, qty, isBack }: Gap): Intent | null {
  const { apiId, instrumentId, side: own } = config.legs[leg] as LegConfig;
  const instrument = instruments[instrumentId];
  if (instrument === undefined) return null;
  const side: OrderSide = isBack ? (own === 'BUY' ? 'SELL' : 'BUY') : own;
  const ordered = orderedFor(instrument, side, qty);
  return isZero(ordered) ? null : { apiId, instrumentId, side, type: 'MARKET', qty: ordered };
}

const touchOf = ({ legs }: MultiLegState, at: number) => (legs[at] as LegState).touch;
