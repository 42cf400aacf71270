/** Statistics of a market that a simulation and a recording must share. Plain doubles: they are compared with tolerance. */

export interface BookSample {
  readonly bid: number;
  readonly ask: number;
  /** Quote value at the best bid and best ask. */
  readonly touches: readonly [number, number];
  /** Quote value within each of `depthBps` of the middle, mean of both sides. */
  readonly depths: readonly number[];
}

/** One order of a taker, however many makers it met. */
export interface TakerPrint {
  readonly timeMs: number;
  readonly buys: boolean;
  readonly usdt: number;
}

export const depthBps = [1, 2, 5, 10, 20] as const;

export interface MarketStatistics {
  readonly medianSpreadTicks: number;
  readonly oneTickShare: number;
  readonly medianTouch: number;
  readonly medianDepths: readonly number[];
  /** Root mean square of one-second returns, basis points. */
  readonly returnBps: number;
  /** The same over a minute, per √second: tells a random walk from a bounce. */
  readonly minuteReturnBps: number;
  readonly kurtosis: number;
  readonly stillShare: number;
  readonly sizeQuantiles: readonly number[];
  readonly gapQuantiles: readonly number[];
  readonly ordersPerS: number;
  /** Variance over mean of orders per second: 1 for a Poisson stream. */
  readonly fano: number;
  readonly sameSideShare: number;
}

export const sizeProbabilities = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99] as const;
export const gapProbabilities = [0.25, 0.5, 0.75, 0.9, 0.95, 0.99] as const;

function quantile(values: readonly number[], probability: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(probability * sorted.length))] ?? Number.NaN;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Makes a sample of a book given as [price, quantity] pairs, best first. */
export function sampleBook(
  bids: ReadonlyArray<readonly [number, number]>,
  asks: ReadonlyArray<readonly [number, number]>,
): BookSample | null {
  const [bid, ask] = [bids[0], asks[0]];
  if (bid === undefined || ask === undefined) return null;
  const middle = (bid[0] + ask[0]) / 2;
  const within = (levels: ReadonlyArray<readonly [number, number]>, bps: number): number => {
    let sum = 0;
    for (const [price, qty] of levels) {
      if (Math.abs(price / middle - 1) * 1e4 > bps) break;
      sum += price * qty;
    }
    return sum;
  };
  return {
    bid: bid[0],
    ask: ask[0],
    touches: [bid[0] * bid[1], ask[0] * ask[1]],
    depths: depthBps.map((bps) => (within(bids, bps) + within(asks, bps)) / 2),
  };
}

const returnsOf = (samples: readonly BookSample[], lag: number): number[] =>
  samples.slice(lag).map((sample, at) => {
    const before = samples[at] as BookSample;
    return Math.log((sample.bid + sample.ask) / (before.bid + before.ask)) * 1e4;
  });

const rootMeanSquare = (values: readonly number[]): number => Math.sqrt(mean(values.map((value) => value * value)));

/** `samples` are one second apart. */
export function marketStatistics(samples: readonly BookSample[], prints: readonly TakerPrint[], tick: number): MarketStatistics {
  const spreads = samples.map(({ bid, ask }) => Math.round((ask - bid) / tick));
  const returns = returnsOf(samples, 1);
  const returnBps = rootMeanSquare(returns);
  const gaps = prints.slice(1).map(({ timeMs }, at) => timeMs - (prints[at]?.timeMs ?? timeMs));
  const counts = countPerSecond(prints);
  const ordersPerS = mean(counts);
  return {
    medianSpreadTicks: quantile(spreads, 0.5),
    oneTickShare: mean(spreads.map((spread) => (spread <= 1 ? 1 : 0))),
    medianTouch: quantile(
      samples.flatMap(({ touches }) => touches),
      0.5,
    ),
    medianDepths: depthBps.map((_, at) =>
      quantile(
        samples.map(({ depths }) => depths[at] ?? 0),
        0.5,
      ),
    ),
    returnBps,
    minuteReturnBps: rootMeanSquare(returnsOf(samples, 60)) / Math.sqrt(60),
    kurtosis: mean(returns.map((value) => value ** 4)) / returnBps ** 4,
    stillShare: mean(returns.map((value) => (Math.abs(value) < 1e-9 ? 1 : 0))),
    sizeQuantiles: sizeProbabilities.map((p) =>
      quantile(
        prints.map(({ usdt }) => usdt),
        p,
      ),
    ),
    gapQuantiles: gapProbabilities.map((p) => quantile(gaps, p)),
    ordersPerS,
    fano: mean(counts.map((count) => (count - ordersPerS) ** 2)) / ordersPerS,
    sameSideShare: mean(prints.slice(1).map(({ buys }, at) => (prints[at]?.buys === buys ? 1 : 0))),
  };
}

function countPerSecond(prints: readonly TakerPrint[]): number[] {
  const first = Math.floor((prints[0]?.timeMs ?? 0) / 1000) + 1;
  const last = Math.floor((prints.at(-1)?.timeMs ?? 0) / 1000);
  const counts = new Array<number>(Math.max(0, last - first)).fill(0);
  for (const { timeMs } of prints) {
    const at = Math.floor(timeMs / 1000) - first;
    if (at >= 0 && at < counts.length) counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}
