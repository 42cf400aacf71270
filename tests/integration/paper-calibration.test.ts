import { beforeAll, describe, expect, test } from 'vitest';
import { depthBps, gapProbabilities, type MarketStatistics, marketStatistics, sizeProbabilities } from '../kit/market-statistics.ts';
import { runPaper } from '../kit/paper-run.ts';
import { readRecordedMarket } from '../kit/recorded-market.ts';

/**
 * The simulated exchange Aurora against the recorded one (Binance spot, 11 minutes of 8 August 2024). Bands are wide enough for
 * 11 recorded minutes of a restless process, and narrow enough to tell BTC from ETH (last test).
 */
const symbols = ['BTCUSDT', 'ETHUSDT'] as const;
const tick = 0.01;
const seconds = 1200;
const seed = 20_240_808;

const recorded = new Map<string, MarketStatistics>();
const simulated = new Map<string, MarketStatistics>();

beforeAll(async () => {
  const run = await runPaper({ exchanges: ['aurora'], symbols, seconds, seed });
  expect(run.rejections).toBe(0);
  for (const symbol of symbols) {
    const id = `aurora/${symbol}/spot`;
    simulated.set(symbol, marketStatistics(run.samples.get(id) ?? [], run.prints.get(id) ?? [], tick));
    const { samples, prints } = await readRecordedMarket(`l2/binance_spot/${symbol}-20240808`);
    recorded.set(symbol, marketStatistics(samples, prints, tick));
  }
}, 120_000);

/** Statistics outside their band: `name: simulated against recorded`. */
function misses(is: MarketStatistics, should: MarketStatistics): string[] {
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

const of = (map: ReadonlyMap<string, MarketStatistics>, symbol: string): MarketStatistics => {
  const statistics = map.get(symbol);
  if (statistics === undefined) throw new Error(`no statistics of ${symbol}`);
  return statistics;
};

describe.each(symbols)('%s', (symbol) => {
  test('the simulated market has the spread, depth, volatility and order flow of the recorded one', () => {
    expect(misses(of(simulated, symbol), of(recorded, symbol))).toEqual([]);
  });
});

test('the bands tell one market from another', () => {
  const found = misses(of(simulated, 'ETHUSDT'), of(recorded, 'BTCUSDT'));
  expect(found.some((miss) => miss.startsWith('touch'))).toBe(true);
  expect(found.some((miss) => miss.startsWith('depth within 1 '))).toBe(true);
  expect(found.some((miss) => miss.startsWith('size at 0.5'))).toBe(true);
});

test('the same seed repeats the same market', async () => {
  const options = { exchanges: ['polaris'], symbols: ['BTCUSDT'], seconds: 20, seed: 7 };
  const [first, second] = [await runPaper(options), await runPaper(options)];
  expect(first.prints).toEqual(second.prints);
  expect(first.samples).toEqual(second.samples);
  expect((await runPaper({ ...options, seed: 8 })).samples).not.toEqual(first.samples);
});

test('gaps between exchanges open wider than the fees and close again', async () => {
  const exchanges = ['aurora', 'polaris'];
  const run = await runPaper({ exchanges, symbols: ['BTCUSDT'], seconds: 900, seed });
  const [aurora, polaris] = exchanges.map((exchange) => run.samples.get(`${exchange}/BTCUSDT/spot`) ?? []);
  const gapsBps = (aurora ?? []).map((sample, at) => {
    const other = polaris?.[at] ?? sample;
    return (Math.max(other.bid - sample.ask, sample.bid - other.ask) / sample.ask) * 1e4;
  });
  // Taker fees of both sides: 4 + 5 basis points.
  const wide = gapsBps.filter((gap) => gap > 9).length;
  expect(wide).toBeGreaterThan(0);
  expect(wide).toBeLessThan(0.3 * gapsBps.length);
  let openings = 0;
  for (const [at, gap] of gapsBps.entries()) if (gap > 4 && (gapsBps[at - 1] ?? 0) <= 4) openings++;
  expect(openings).toBeGreaterThan(3);
});
