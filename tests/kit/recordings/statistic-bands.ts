import { depthBps, gapProbabilities, type MarketStatistics, sizeProbabilities } from './market-statistics.ts';

/**
 * Statistics outside their band: `name: simulated against recorded`. Bands are wide enough for eleven recorded minutes of a restless
 * process, and narrow enough to tell BTC from ETH.
 */
export function misses(is: MarketStatistics, should: MarketStatistics): string[] {
  const found: string[] = [];
  const ratio = (name: string, a: number, b: number, low: number, high: number): void => {
    if (!(a >= low * b && a <= high * b)) found.push(`${name}: ${a.toPrecision(4)} against ${b.toPrecision(4)}`);
  };
  const near = (name: string, a: number, b: number, off: number): void => {
    if (!(Math.abs(a - b) <= off)) found.push(`${name}: ${a.toPrecision(4)} against ${b.toPrecision(4)}`);
  };
  near('median spread in ticks', is.medianSpreadTicks, should.medianSpreadTicks, 0);
  near('share of one-tick spreads', is.oneTickShare, should.oneTickShare, 0.08);
  ratio('touch', is.medianTouch, should.medianTouch, 0.7, 1.4);
  for (const [at, bps] of depthBps.entries())
    ratio(`depth within ${bps} bps`, is.medianDepths[at] ?? 0, should.medianDepths[at] ?? 0, 0.75, 1.33);
  ratio('1 s volatility', is.returnBps, should.returnBps, 0.7, 1.4);
  ratio('1 min volatility', is.minuteReturnBps, should.minuteReturnBps, 0.6, 1.5);
  ratio('kurtosis', is.kurtosis, should.kurtosis, 0.4, 2.5);
  near('share of still seconds', is.stillShare, should.stillShare, 0.15);
  for (const [at, p] of sizeProbabilities.entries())
    ratio(`size at ${p}`, is.sizeQuantiles[at] ?? 0, should.sizeQuantiles[at] ?? 0, 0.7, 1.4);
  for (const [at, p] of gapProbabilities.entries()) {
    const [a, b] = [is.gapQuantiles[at] ?? 0, should.gapQuantiles[at] ?? 0];
    // Whole milliseconds: the shortest gaps cannot be nearer than one.
    if (Math.abs(a - b) > 2) ratio(`gap at ${p}`, a, b, 0.7, 1.4);
  }
  ratio('taker orders per second', is.ordersPerS, should.ordersPerS, 0.8, 1.25);
  ratio('clustering (Fano factor)', is.fano, should.fano, 0.6, 1.5);
  near('share of same-side orders', is.sameSideShare, should.sameSideShare, 0.08);
  return found;
}
