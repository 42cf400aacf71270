/**
 * Every number that shapes the simulated markets, in one place. "Recorded" means Binance spot, BTCUSDT and
 * ETHUSDT, 8 August 2024 23:54 to 00:05 UTC: the book sampled once a second (650 samples), trades of one taker order
 * (same ms, same side) counted as one. `tests/integration/market-data/paper-calibration.test.ts` holds the simulation against it.
 */
export interface SymbolCalibration {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** Symbols whose prices, the first over the second, are this one's price, so that nobody gains by trading round the three. */
  readonly cross?: readonly [over: string, under: string];
  /** Price at the very first opening. BTC and ETH: recorded; others: their market at that time, rounded. */
  readonly startPrice: number;
  /** Volatility of the fair price, basis points per √second. */
  readonly volatilityBps: number;
  /** Typical distance that the fair price must run before makers move their quotes, basis points. */
  readonly requoteBps: number;
  /** Quote per side within a distance (basis points) of the best price; between them the ladder is spread evenly. */
  readonly depth: ReadonlyArray<readonly [distanceBps: number, amount: number]>;
  /** Quote at the best price, median. */
  readonly touchQuote: number;
  /** Taker order sizes in quote at the probabilities of `sizeProbabilities`. */
  readonly sizeQuantiles: readonly number[];
  /** Time between taker orders in ms at the probabilities of `gapProbabilities`, on an exchange of intensity 1. */
  readonly gapQuantiles: readonly number[];
}

export const sizeProbabilities = [0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1] as const;
export const gapProbabilities = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1] as const;

// Recorded: BTCUSDT.
const btcSizes = [5.2, 5.6, 10.5, 19.8, 194.8, 1234.6, 6232.9, 15743.9, 64240.6, 268975.6, 400_000];
const btcGaps = [1, 1, 4, 23, 108, 262, 411, 762, 1213, 1600];
// Recorded: ETHUSDT.
const ethSizes = [5.2, 5.4, 7.8, 17.9, 69.5, 1009.7, 4737.2, 8584, 32052.4, 124542.9, 180_000];
const ethGaps = [1, 1, 3, 17, 136, 404, 661, 1237, 2417, 3200];
// Not recorded: ETH's distribution, smaller in proportion to the market.
const smaller = (share: number): readonly number[] => ethSizes.map((size) => Math.max(5.2, size * share));

/** Recorded: mean of bid and ask side, median over time, within 1, 2, 5, 10, 20 basis points. */
const btcDepth = [
  [1, 260_000],
  [2, 425_000],
  [5, 1_400_000],
  [10, 2_800_000],
  [20, 5_400_000],
] as const;
const ethDepth = [
  [1, 76_000],
  [2, 179_000],
  [5, 688_000],
  [10, 1_545_000],
  [20, 3_730_000],
] as const;
const shareOf = (depth: ReadonlyArray<readonly [number, number]>, share: number): ReadonlyArray<readonly [number, number]> =>
  depth.map(([distanceBps, amount]) => [distanceBps, amount * share] as const);

const [btcPrice, ethPrice] = [61_837.63, 2_682.9];
const minor = { sizeQuantiles: smaller(0.4), gapQuantiles: ethGaps };

export const symbolCalibrations: readonly SymbolCalibration[] = [
  {
    symbol: 'BTCUSDT',
    base: 'BTC',
    quote: 'USDT',
    startPrice: btcPrice,
    volatilityBps: 1.15,
    requoteBps: 0.75,
    depth: btcDepth,
    touchQuote: 145_000,
    sizeQuantiles: btcSizes,
    gapQuantiles: btcGaps,
  },
  {
    symbol: 'ETHUSDT',
    base: 'ETH',
    quote: 'USDT',
    startPrice: ethPrice,
    volatilityBps: 1.3,
    requoteBps: 0.55,
    depth: ethDepth,
    touchQuote: 31_000,
    sizeQuantiles: ethSizes,
    gapQuantiles: ethGaps,
  },
  {
    symbol: 'SOLUSDT',
    base: 'SOL',
    quote: 'USDT',
    startPrice: 161.5,
    volatilityBps: 1.7,
    requoteBps: 0.9,
    depth: shareOf(ethDepth, 0.4),
    touchQuote: 12_000,
    ...minor,
  },
  {
    symbol: 'BNBUSDT',
    base: 'BNB',
    quote: 'USDT',
    startPrice: 515.2,
    volatilityBps: 1.15,
    requoteBps: 0.9,
    depth: shareOf(ethDepth, 0.4),
    touchQuote: 12_000,
    ...minor,
  },
  {
    symbol: 'XRPUSDT',
    base: 'XRP',
    quote: 'USDT',
    startPrice: 0.6182,
    volatilityBps: 1.6,
    requoteBps: 1,
    depth: shareOf(ethDepth, 0.4),
    touchQuote: 15_000,
    ...minor,
  },
  {
    symbol: 'DOGEUSDT',
    base: 'DOGE',
    quote: 'USDT',
    startPrice: 0.1066,
    volatilityBps: 1.8,
    requoteBps: 1,
    depth: shareOf(ethDepth, 0.3),
    touchQuote: 10_000,
    ...minor,
  },
  {
    symbol: 'ADAUSDT',
    base: 'ADA',
    quote: 'USDT',
    startPrice: 0.343,
    volatilityBps: 1.6,
    requoteBps: 1,
    depth: shareOf(ethDepth, 0.3),
    touchQuote: 10_000,
    ...minor,
  },
  {
    symbol: 'ETHBTC',
    base: 'ETH',
    quote: 'BTC',
    cross: ['ETHUSDT', 'BTCUSDT'],
    startPrice: ethPrice / btcPrice,
    // Of the ratio of two prices that have `commonShare` of their variance in common.
    volatilityBps: 1.1,
    requoteBps: 1,
    depth: shareOf(ethDepth, 0.3 / btcPrice),
    touchQuote: 10_000 / btcPrice,
    sizeQuantiles: minor.sizeQuantiles.map((size) => size / btcPrice),
    gapQuantiles: minor.gapQuantiles,
  },
];

/** How the fair prices of all symbols move. */
export const fairPriceCalibration = {
  stepMs: 50,
  /** Share of the variance that all symbols have in common. Crypto majors move together; 0.6 is a usual daily figure. */
  commonShare: 0.6,
  /** Log-volatility: deviation and time constant; set so that 1 s returns get the recorded kurtosis (BTC 11, ETH 6). */
  logVolatilityDeviation: 0.6,
  logVolatilityRevertS: 15,
  /** Sudden news: rate per second and mean size in basis points. */
  jumpsPerS: 0.03,
  jumpBps: 1.6,
} as const;

/** How makers and takers behave; shared by all markets. */
export const agentCalibration = {
  /** Makers look at their orders this often without any move. */
  reviewMs: 250,
  /** Recorded: best prices are one tick apart in 95 % of the seconds, with a mean of 2.8 (BTC) and 1.04 (ETH) ticks. */
  wideSpreadProbability: 0.02,
  wideSpreadTicks: 12,
  /** Log-deviation of an order's size around its rung's share. */
  sizeDeviation: 0.7,
  /** Recorded: touch sizes have a log-deviation of about 1.1 (5 % quantile 4 k, 95 % 340 k around 120 k USDT). */
  touchDeviation: 0.9,
  /** Chance per review that an untouched best quote changes its size. */
  flickerProbability: 0.25,
  /** Below this share of its size a rung is filled up again. */
  refillBelow: 0.45,
  /** Recorded: a taker order has the side of the one before in 70 % (BTC) and 77 % (ETH). */
  sameSideProbability: 0.72,
  /** Autocorrelation of (normal scores of) gaps: clusters of orders. Recorded count per second: Fano factor 13–18. */
  gapPersistence: 0.75,
} as const;
