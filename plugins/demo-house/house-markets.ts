/** A market of the house and how much is traded on it: sizes in base, which follow from rough prices and not from those of the moment. */
export interface HouseMarket {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** Size of one quote, some 20,000 USDT. */
  readonly quoteQty: string;
  /** Size of an order that takes, on average, some 600 USDT. */
  readonly takenQty: string;
  /** How far maker and taker may go from what they began with: some 2,000,000 and 200,000 USDT. */
  readonly makerLimit: string;
  readonly takerLimit: string;
  /** Distance between quotes of one side, as a fraction: more than a tick. */
  readonly priceInterval: string;
}

const usual = { quote: 'USDT', priceInterval: '0.0016' };

export const houseMarkets: readonly HouseMarket[] = [
  { ...usual, symbol: 'BTCUSDT', base: 'BTC', quoteQty: '0.32', takenQty: '0.01', makerLimit: '32', takerLimit: '3.2' },
  { ...usual, symbol: 'ETHUSDT', base: 'ETH', quoteQty: '7.5', takenQty: '0.22', makerLimit: '750', takerLimit: '75' },
  { ...usual, symbol: 'SOLUSDT', base: 'SOL', quoteQty: '120', takenQty: '3.7', makerLimit: '12000', takerLimit: '1200' },
  { ...usual, symbol: 'BNBUSDT', base: 'BNB', quoteQty: '39', takenQty: '1.2', makerLimit: '3900', takerLimit: '390' },
  { ...usual, symbol: 'XRPUSDT', base: 'XRP', quoteQty: '32000', takenQty: '970', makerLimit: '3200000', takerLimit: '320000' },
  { ...usual, symbol: 'DOGEUSDT', base: 'DOGE', quoteQty: '190000', takenQty: '5600', makerLimit: '19000000', takerLimit: '1900000' },
  {
    ...usual,
    symbol: 'ADAUSDT',
    base: 'ADA',
    // A tick of the house is 0.3 % of this price.
    priceInterval: '0.004',
    quoteQty: '58000',
    takenQty: '1700',
    makerLimit: '5800000',
    takerLimit: '580000',
  },
  { ...usual, symbol: 'ETHBTC', base: 'ETH', quote: 'BTC', quoteQty: '7.5', takenQty: '0.22', makerLimit: '750', takerLimit: '75' },
];
