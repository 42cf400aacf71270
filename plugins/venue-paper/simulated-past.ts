import type { SimulatedPast } from '../../core/contract/server-services.ts';
import { symbolCalibrations } from './calibration.ts';
import { gridSteps } from './candle-grid.ts';
import { PriceHistory } from './price-history.ts';

/** The past that the simulated exchanges have, for others: the same prices, on their grid and with their business. */
export const simulatedPast = (seed: number): SimulatedPast => ({
  candlesOf: (instrument, { tradesPerMinute, quotePerTrade }, endMs) => {
    const calibration = symbolCalibrations.find(({ base }) => base === instrument.base);
    if (calibration === undefined || instrument.quote !== 'USDT') return null;
    const history = new PriceHistory(calibration, seed);
    const grid = { ...gridSteps(instrument), tradesPerMinute, usdtPerTrade: quotePerTrade };
    return (interval, beforeMs, limit) => history.candles(interval, beforeMs, endMs, limit, grid);
  },
});
