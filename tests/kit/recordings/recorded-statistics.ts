import type { MarketStatistics } from './market-statistics.ts';

/**
 * What the simulated exchanges are calibrated to: statistics of Binance spot, recorded on 8 August 2024 from 23:54 to 00:05 UTC. Where that
 * recording is at hand, a test counts them anew.
 */
export const recordedStatistics: Readonly<Record<'BTCUSDT' | 'ETHUSDT', MarketStatistics>> = {
  BTCUSDT: {
    medianSpreadTicks: 1,
    oneTickShare: 0.98923,
    medianTouch: 119_696.9,
    medianDepths: [273_068.8, 443_481.1, 1_417_947, 2_828_363, 5_470_083],
    returnBps: 1.15621,
    minuteReturnBps: 1.21707,
    kurtosis: 14.1125,
    stillShare: 0.49923,
    sizeQuantiles: [10.4734, 20.9984, 213.462, 1279.1, 6725.4, 15_420.4, 56_079.2],
    gapQuantiles: [3, 19, 101, 255, 399, 747],
    ordersPerS: 11.5039,
    fano: 13.9039,
    sameSideShare: 0.716747,
  },
  ETHUSDT: {
    medianSpreadTicks: 1,
    oneTickShare: 0.996923,
    medianTouch: 25_687.3,
    medianDepths: [82_188.8, 179_983.5, 699_238.3, 1_559_574, 3_794_827],
    returnBps: 1.25083,
    minuteReturnBps: 1.49842,
    kurtosis: 6.59859,
    stillShare: 0.392912,
    sizeQuantiles: [7.77325, 18.2415, 83.4771, 1072.64, 4691.94, 8535.33, 27_294.5],
    gapQuantiles: [3, 14, 121, 389, 640, 1229],
    ordersPerS: 8.04777,
    fano: 17.9658,
    sameSideShare: 0.780791,
  },
};
