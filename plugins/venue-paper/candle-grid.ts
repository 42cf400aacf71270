import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { decimalsOf, toUnits } from '../../core/domain/numbers/decimal.ts';
import { gapProbabilities, type SymbolCalibration, sizeProbabilities } from './calibration.ts';
import type { CandleGrid } from './price-history.ts';
import { quantileAt } from './quantile-table.ts';

/** Mean of a distribution that is given by its quantiles. */
function meanOf(probabilities: readonly number[], values: readonly number[]): number {
  const points = 2000;
  let sum = 0;
  for (let i = 0; i < points; i++) sum += quantileAt(probabilities, values, (i + 0.5) / points);
  return sum / points;
}

type GridSteps = Omit<CandleGrid, 'tradesPerMinute' | 'quotePerTrade'>;

export function gridSteps(instrument: Instrument): GridSteps {
  const tickDecimals = decimalsOf(instrument.tick);
  const lotDecimals = decimalsOf(instrument.lot);
  return {
    tick: Number(instrument.tick),
    tickUnits: toUnits(instrument.tick, tickDecimals) ?? 1n,
    tickDecimals,
    lot: Number(instrument.lot),
    lotUnits: toUnits(instrument.lot, lotDecimals) ?? 1n,
    lotDecimals,
  };
}

/** Steps and business of a market, for the candles of its past. */
export function candleGrid(instrument: Instrument, calibration: SymbolCalibration, intensity: number, depthShare: number): CandleGrid {
  return {
    ...gridSteps(instrument),
    tradesPerMinute: (60_000 / meanOf(gapProbabilities, calibration.gapQuantiles)) * intensity,
    quotePerTrade: meanOf(sizeProbabilities, calibration.sizeQuantiles) * depthShare,
  };
}
