import type { OrderSide } from '../../core/domain/orders/order.ts';
import { agentCalibration, gapProbabilities, type SymbolCalibration, sizeProbabilities } from './calibration.ts';
import { normalProbability, quantileAt } from './quantile-table.ts';
import type { NamedRandom } from './seeded-random.ts';

export interface TakerState {
  /** Normal score of the last gap: short gaps follow short gaps. */
  readonly gapScore: number;
  readonly side: OrderSide;
}

interface TakerOrder {
  readonly state: TakerState;
  /** Wait before this order. */
  readonly gapMs: number;
  readonly side: OrderSide;
  readonly amount: number;
}

export const initialTaker: TakerState = { gapScore: 0, side: 'BUY' };

/**
 * The next order of the crowd. Gaps have the recorded distribution and come in clusters (an autoregressive score behind the
 * quantile table); `intensity` 0.5 doubles the waits. Sizes have the recorded heavy tail.
 */
export function nextTakerOrder(calibration: SymbolCalibration, intensity: number, state: TakerState, random: NamedRandom): TakerOrder {
  const { gapPersistence, sameSideProbability } = agentCalibration;
  const gapScore = gapPersistence * state.gapScore + Math.sqrt(1 - gapPersistence ** 2) * random.normal();
  const gapMs = quantileAt(gapProbabilities, calibration.gapQuantiles, normalProbability(gapScore)) / intensity;
  const amount = quantileAt(sizeProbabilities, calibration.sizeQuantiles, random.unit());
  const same = random.unit() < sameSideProbability;
  const side = same ? state.side : state.side === 'BUY' ? 'SELL' : 'BUY';
  return { state: { gapScore, side }, gapMs, side, amount };
}
