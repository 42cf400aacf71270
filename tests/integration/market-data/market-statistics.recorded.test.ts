import { describe, expect, test } from 'vitest';
import { type MarketStatistics, marketStatistics } from '../../kit/recordings/market-statistics.ts';
import { readRecordedMarket } from '../../kit/recordings/recorded-market.ts';
import { madeSet, type RecordedSet, worldSets } from '../../kit/recordings/recorded-sets.ts';
import { recordedStatistics } from '../../kit/recordings/recorded-statistics.ts';
import { misses } from '../../kit/recordings/statistic-bands.ts';

const tick = 0.01;
const symbols = ['BTCUSDT', 'ETHUSDT'] as const;

async function statisticsOf({ folder, book }: RecordedSet, symbol: string): Promise<MarketStatistics> {
  const { samples, prints } = await readRecordedMarket(folder, book.folder.replace(book.symbol, symbol));
  return marketStatistics(samples, prints, tick);
}

test.each(
  symbols,
)('the recordings made here of %s have spread, depth, volatility and order flow of the market they imitate', async (symbol) => {
  expect(misses(await statisticsOf(madeSet, symbol), recordedStatistics[symbol])).toEqual([]);
});

/** To four digits: what is written down is rounded. */
const rounded = (statistics: MarketStatistics): unknown =>
  JSON.parse(JSON.stringify(statistics, (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value)));

describe.each(worldSets)('$name', (set) => {
  test.each(symbols)('%s has the statistics that the simulated exchanges are calibrated to', async (symbol) => {
    expect(rounded(await statisticsOf(set, symbol))).toEqual(rounded(recordedStatistics[symbol]));
  });
});
