import type { SimulatedPast } from '../../core/contract/server-services.ts';
import { symbolCalibrations } from './calibration.ts';
import { gridSteps } from './candle-grid.ts';
import { priceHistories } from './price-histories.ts';

/** The past that the simulated exchanges have, for others: the same prices, on their grid and with their business. */
export function simulatedPast(seed: number): SimulatedPast {
  const histories = priceHistories(seed);
  return {
    candlesOf: (instrument, { tradesPerMinute, quotePerTrade }, endMs) => {
      const calibration = symbolCalibrations.find(({ base, quote }) => base === instrument.base && quote === instrument.quote);
      const history = histories.get(calibration?.symbol ?? '');
      if (history === undefined) return null;
      const grid = { ...gridSteps(instrument), tradesPerMinute, quotePerTrade };
      return (interval, beforeMs, limit) => history.candles(interval, beforeMs, endMs, limit, grid);
    },
  };
}
