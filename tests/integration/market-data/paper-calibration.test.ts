import { beforeAll, describe, expect, test } from 'vitest';
import { type MarketStatistics, marketStatistics } from '../../kit/recordings/market-statistics.ts';
import { recordedStatistics } from '../../kit/recordings/recorded-statistics.ts';
import { misses } from '../../kit/recordings/statistic-bands.ts';
import { runPaper } from '../../kit/venues/paper-run.ts';

/** The simulated exchange Aurora against the one that it is calibrated to. */
const symbols = ['BTCUSDT', 'ETHUSDT'] as const;
const tick = 0.01;
const seconds = 1200;
const seed = 20_240_808;

const simulated = new Map<string, MarketStatistics>();

beforeAll(async () => {
  const run = await runPaper({ exchanges: ['aurora'], symbols, seconds, seed });
  expect(run.rejections).toBe(0);
  for (const symbol of symbols) {
    const id = `aurora/${symbol}/spot`;
    simulated.set(symbol, marketStatistics(run.samples.get(id) ?? [], run.prints.get(id) ?? [], tick));
  }
}, 120_000);

const simulatedOf = (symbol: string): MarketStatistics => {
  const statistics = simulated.get(symbol);
  if (statistics === undefined) throw new Error(`no statistics of ${symbol}`);
  return statistics;
};

describe.each(symbols)('%s', (symbol) => {
  test('the simulated market has the spread, depth, volatility and order flow of the recorded one', () => {
    expect(misses(simulatedOf(symbol), recordedStatistics[symbol])).toEqual([]);
  });
});

test('the bands tell one market from another', () => {
  const found = misses(simulatedOf('ETHUSDT'), recordedStatistics.BTCUSDT);
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
