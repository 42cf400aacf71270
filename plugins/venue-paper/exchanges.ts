import type { Asset, Instrument } from '../../core/domain/markets/instrument.ts';
import { instrumentId } from '../../core/domain/markets/instrument.ts';
import type { BasisCalibration } from './basis.ts';
import { symbolCalibrations } from './calibration.ts';

/** A simulated exchange: what it trades at which terms, and how its agents differ from the others'. */
export interface PaperExchange {
  readonly exchange: string;
  readonly title: string;
  readonly makerFee: string;
  readonly takerFee: string;
  readonly basis: BasisCalibration;
  /** How late its makers see the fair price. */
  readonly latencyMs: number;
  /** Depth and order sizes relative to the recorded exchange. */
  readonly depthShare: number;
  /** Smallest price and quantity steps, and how busy the market is: 1 is the recorded rate of its symbol. */
  readonly markets: Readonly<Record<string, { readonly tick: string; readonly lot: string; readonly intensity: number }>>;
}

export const paperExchanges: readonly PaperExchange[] = [
  {
    exchange: 'aurora',
    title: 'Aurora',
    makerFee: '0.0002',
    takerFee: '0.0004',
    basis: { deviationBps: 0, revertS: 60, dislocationsPerMinute: 0, dislocationBps: 0 },
    latencyMs: 0,
    depthShare: 1,
    markets: {
      BTCUSDT: { tick: '0.01', lot: '0.00001', intensity: 1 },
      ETHUSDT: { tick: '0.01', lot: '0.0001', intensity: 1 },
      SOLUSDT: { tick: '0.01', lot: '0.001', intensity: 0.5 },
      BNBUSDT: { tick: '0.01', lot: '0.001', intensity: 0.35 },
      XRPUSDT: { tick: '0.0001', lot: '0.1', intensity: 0.4 },
      DOGEUSDT: { tick: '0.00001', lot: '1', intensity: 0.4 },
      ADAUSDT: { tick: '0.0001', lot: '0.1', intensity: 0.3 },
      ETHBTC: { tick: '0.00001', lot: '0.001', intensity: 0.3 },
    },
  },
  {
    exchange: 'meridian',
    title: 'Meridian',
    makerFee: '0.0003',
    takerFee: '0.0006',
    basis: { deviationBps: 2.5, revertS: 25, dislocationsPerMinute: 0.6, dislocationBps: 9 },
    latencyMs: 150,
    depthShare: 0.5,
    markets: {
      BTCUSDT: { tick: '0.1', lot: '0.0001', intensity: 0.6 },
      ETHUSDT: { tick: '0.05', lot: '0.001', intensity: 0.5 },
      SOLUSDT: { tick: '0.01', lot: '0.01', intensity: 0.3 },
      BNBUSDT: { tick: '0.1', lot: '0.001', intensity: 0.2 },
      XRPUSDT: { tick: '0.0001', lot: '1', intensity: 0.25 },
      DOGEUSDT: { tick: '0.00001', lot: '1', intensity: 0.25 },
    },
  },
  {
    exchange: 'polaris',
    title: 'Polaris',
    makerFee: '0.0001',
    takerFee: '0.0005',
    basis: { deviationBps: 4, revertS: 40, dislocationsPerMinute: 0.4, dislocationBps: 14 },
    latencyMs: 350,
    depthShare: 0.3,
    markets: {
      BTCUSDT: { tick: '0.5', lot: '0.0001', intensity: 0.4 },
      ETHUSDT: { tick: '0.1', lot: '0.001', intensity: 0.35 },
      SOLUSDT: { tick: '0.02', lot: '0.01', intensity: 0.2 },
      BNBUSDT: { tick: '0.05', lot: '0.01', intensity: 0.15 },
      XRPUSDT: { tick: '0.0002', lot: '1', intensity: 0.15 },
      DOGEUSDT: { tick: '0.00002', lot: '10', intensity: 0.15 },
    },
  },
];

/** Ledger decimals: tick × lot of every market above is a whole number of these. */
const assetScale = 8;

export const paperAssets: readonly Asset[] = [...new Set(['USDT', ...symbolCalibrations.map(({ base }) => base)])].map((code) => ({
  code,
  scale: assetScale,
}));

/** Smallest order value by quote asset. */
const minNotionals: Readonly<Record<string, string>> = { USDT: '5', BTC: '0.0001' };

export function paperInstruments(exchange: PaperExchange): readonly Instrument[] {
  return symbolCalibrations.flatMap(({ symbol, base, quote }): Instrument[] => {
    const market = exchange.markets[symbol];
    if (market === undefined) return [];
    const key = { exchange: exchange.exchange, symbol, accountType: 'spot' as const };
    return [
      {
        ...key,
        id: instrumentId(key),
        contractKind: 'spot',
        settlement: 'none',
        base,
        quote,
        tick: market.tick,
        lot: market.lot,
        minQty: market.lot,
        maxQty: '10000000',
        minNotional: minNotionals[quote] ?? '0',
        priceBand: '0.2',
        makerFee: exchange.makerFee,
        takerFee: exchange.takerFee,
        state: 'TRADING',
      },
    ];
  });
}
