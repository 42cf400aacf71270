import type { DemoInstance, DemoTrader } from '../../core/contract/demo.ts';
import { type HouseMarket, houseMarkets } from './house-markets.ts';

/** The house's own exchange, and the simulated one whose prices its maker follows. */
export const houseExchange = 'tessera';
const referenceExchange = 'aurora';

/** Far above what the instances may use. */
const funds: Readonly<Record<string, string>> = {
  USDT: '100000000',
  BTC: '200',
  ETH: '4000',
  BNB: '20000',
  SOL: '60000',
  XRP: '20000000',
  DOGE: '100000000',
  ADA: '30000000',
};

const idOn = (exchange: string, symbol: string): string => `${exchange}/${symbol}/spot`;

/** The spread earns more than the maker's fee of both sides. Quotes move when the reference has moved by half an interval. */
const quotes = ({ symbol, base, quoteQty, makerLimit, priceInterval }: HouseMarket): DemoInstance => ({
  name: `house-maker ${symbol}`,
  strategy: 'strategy-market-maker/market-maker',
  instrumentId: idOn(houseExchange, symbol),
  params: {
    referenceId: idOn(referenceExchange, symbol),
    levels: 4,
    minOpenSpread: '0.0021',
    priceInterval,
    fairPrice: 'MID',
    spotSide: 'ALL',
    baseOrderQty: quoteQty,
    startPosition: funds[base],
    takesCrossing: true,
    orderTimeoutSeconds: 3_600,
    maxPosition: makerLimit,
    maxDataAgeSeconds: 60,
    pauseSeconds: 60,
  },
});

const takes = ({ symbol, base, takenQty, takerLimit }: HouseMarket): DemoInstance => ({
  name: `house-taker ${symbol}`,
  strategy: 'strategy-random-taker/random-taker',
  instrumentId: idOn(houseExchange, symbol),
  params: { averageQty: takenQty, startPosition: funds[base], averageWaitSeconds: 15, maxPosition: takerLimit },
});

/** Two people, because the accounts of one never trade with each other; the random taker is for administrators. */
export const houseTraders: readonly DemoTrader[] = [
  { username: 'house-maker', role: 'user', vipLevel: 3, exchange: houseExchange, funds, instances: houseMarkets.map(quotes) },
  { username: 'house-taker', role: 'admin', vipLevel: 3, exchange: houseExchange, funds, instances: houseMarkets.map(takes) },
];
