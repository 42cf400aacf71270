import type { SimulatedPast, VenuePast } from '../../core/contract/server-services.ts';
import { houseMarkets } from './house-markets.ts';
import { houseExchange } from './house-traders.ts';

/** The taker's mean wait is a quarter of a minute. */
const tradesPerMinute = 4;
/** Mean amount of a trade, by quote asset. */
const quotePerTrade: Readonly<Record<string, number>> = { USDT: 600, BTC: 0.01 };

/** Candles from before the house's first trades, as if the simulated prices had been traded there as busily as they are now. */
export const housePast = (past: SimulatedPast): VenuePast => ({
  candlesOf: (instrument, endMs) => {
    const market = houseMarkets.find(({ symbol }) => symbol === instrument.symbol);
    if (instrument.exchange !== houseExchange || market === undefined) return null;
    return past.candlesOf(instrument, { tradesPerMinute, quotePerTrade: quotePerTrade[market.quote] ?? 0 }, endMs);
  },
});
