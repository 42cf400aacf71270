import type { OrderIntent } from '../../../core/contract/trading.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { onStep } from '../../../core/domain/numbers/steps.ts';
import type { OrderSide } from '../../../core/domain/orders/order.ts';
import type { MultiLegConfig } from '../../../schemas/execution.ts';
import { orderedFor, smallestQty } from './lots.ts';
import { leadLeft, type MultiLegState, otherLeg } from './multi-leg-state.ts';
import { isZero } from './slice-state.ts';
import { takingPrice } from './touch.ts';

type Intent = Omit<OrderIntent, 'clientOrderId'>;
type Instruments = Readonly<Record<string, Instrument>>;

/** The next part of the lead at its limit price: what it does not take at once waits until the order timeout. */
export function leadIntent(config: MultiLegConfig, instruments: Instruments, state: MultiLegState): Intent | null {
  const at = state.lead ?? 0;
  const { apiId, instrumentId, side, limitPrice } = config.legs[at];
  const instrument = instruments[instrumentId];
  if (instrument === undefined) return null;
  const left = leadLeft(state, config);
  const largest = Math.min(
    Number(orderedFor(instrument, side, left)),
    Number(config.maxOrderQty ?? Number.POSITIVE_INFINITY),
    Number(config.maxUnhedgedAmount) / Math.max(Number(limitPrice), Number(takingPrice(state.legs[at].touch, side) ?? 0)),
  );
  const qty = onStep(largest, instrument.lot, 'down');
  if (isZero(qty) || Number(qty) < Number(smallestQty(instrument, Number(limitPrice)))) return null;
  return { apiId, instrumentId, side, type: 'LIMIT', timeInForce: 'GTC', price: limitPrice, qty };
}

/** What the lead has filled, at once on the other leg, a bounded way beyond its touch. */
export function hedgeIntent(config: MultiLegConfig, instruments: Instruments, state: MultiLegState, gap: number): Intent | null {
  const at = otherLeg(state.lead ?? 0);
  const { apiId, instrumentId, side } = config.legs[at];
  const instrument = instruments[instrumentId];
  const touch = takingPrice(state.legs[at].touch, side);
  if (instrument === undefined || touch === null) return null;
  const reach = Number(touch) * (1 + (side === 'BUY' ? 1 : -1) * Number(config.maxSlippage));
  const price = onStep(reach, instrument.tick, side === 'BUY' ? 'up' : 'down');
  return { apiId, instrumentId, side, type: 'LIMIT', timeInForce: 'IOC', price, qty: orderedFor(instrument, side, gap) };
}

/** COMPLETE: the rest of the hedge at the market. UNWIND: what the lead has too much of is taken back. */
export function unwindIntent(config: MultiLegConfig, instruments: Instruments, state: MultiLegState, gap: number): Intent | null {
  const lead = state.lead ?? 0;
  const isCompleted = config.unwindRule === 'COMPLETE';
  const { apiId, instrumentId, side: own } = config.legs[isCompleted ? otherLeg(lead) : lead];
  const instrument = instruments[instrumentId];
  if (instrument === undefined) return null;
  const side: OrderSide = isCompleted ? own : own === 'BUY' ? 'SELL' : 'BUY';
  const qty = orderedFor(instrument, side, gap);
  return isZero(qty) ? null : { apiId, instrumentId, side, type: 'MARKET', qty };
}
