import type { ErrorParams } from '../../../../core/contract/app-error.ts';
import type { OrderSide } from '../../../../core/domain/orders/order.ts';
import type { PlotPoint } from '../../../store/strategies/instance-store.ts';
import type { PlotEffect } from '../../driver/effect.ts';

/** What a mark says, as it is kept. */
export interface KeptMark {
  readonly params: ErrorParams;
  readonly side?: OrderSide;
  readonly price?: string;
}

/** What was plotted, as it is kept: of so long a time its last point. */
export function plotPoint(effect: PlotEffect, resolutionMs: number): PlotPoint {
  const timeMs = Math.floor(effect.timeMs / resolutionMs) * resolutionMs;
  const { instrumentId } = effect;
  if (effect.type === 'plot') return { kind: 'plot', instrumentId, name: effect.series, timeMs, value: effect.value };
  const { key, params, side, price } = effect;
  const mark: KeptMark = { params, ...(side === undefined ? {} : { side }), ...(price === undefined ? {} : { price }) };
  return { kind: 'mark', instrumentId, name: key, timeMs, value: JSON.stringify(mark) };
}
