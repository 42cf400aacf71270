import { expect, it } from 'vitest';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import type { MarketDays } from '../figures/market-days.ts';
import { FearGreedIndex } from './fear-greed-index.ts';
import type { ImportedSeries, StoredDay } from './fear-greed-table.ts';

const dayMs = 86_400_000;
const count = 60;
const closes = Array.from({ length: count }, (_, at) => 100 + (at % 3) + at / 10);
const market: MarketDays = {
  days: closes.map((_, at) => at * dayMs),
  pairs: ['BTC', 'ETH', 'SOL', 'XRP', 'ADA'].map((base) => ({
    ...{ id: `aurora/${base}USDT/spot`, base, quote: 'USDT', closes },
    ...{ volumes: closes.map((_, at) => 100 + (at % 5)), change: 0.01 },
  })),
};
const today = (count - 1) * dayMs;

/** The table in memory. */
async function open(days: readonly StoredDay[] = [], board = market) {
  let kept = [...days];
  let imported: ImportedSeries | null = null;
  const written: number[] = [];
  const table = {
    all: async () => kept,
    keep: async (fresh: readonly StoredDay[], runningMs: number) => {
      written.push(fresh.length);
      const isFixed = ({ dayMs: day }: StoredDay): boolean => day < runningMs;
      const fixed = kept.filter(isFixed);
      kept = [...fixed, ...fresh.filter((day) => !fixed.some((one) => one.dayMs === day.dayMs))].sort((a, b) => a.dayMs - b.dayMs);
    },
    imported: async () => imported,
    replaceImported: async (series: ImportedSeries | null) => {
      imported = series;
    },
  };
  const clock = new ManualClock(today + 8 * 3_600_000);
  return { index: new FearGreedIndex({ table, board: { days: async () => board }, clock }), kept: () => kept, written };
}

it('tells of a day that has ended what it told then, whatever it would work out today', async () => {
  const told = { dayMs: today - dayMs, value: 12.34, close: 99 };
  const { index, kept } = await open([told]);
  const { list, value, regime } = await index.view(null);
  expect(list.find(({ day }) => day === told.dayMs)).toEqual({ day: told.dayMs, value: 12.34, close: 99 });
  expect(list.at(-1)).toMatchObject({ day: today, value });
  expect(regime).not.toBeNull();
  await index.keep();
  expect(kept().find((day) => day.dayMs === told.dayMs)).toEqual(told);
  expect(kept().at(-1)?.dayMs).toBe(today);
});

it('has no value and invents none while a part has too little history, and says how much each has', async () => {
  const short = {
    days: market.days.slice(0, 40),
    pairs: market.pairs.map((pair) => ({ ...pair, closes: pair.closes.slice(0, 40), volumes: pair.volumes.slice(0, 40) })),
  };
  const { index } = await open([], short);
  expect(await index.view(null)).toMatchObject({ value: null, regime: null, time: null, list: [], least_history: 30 });
  expect((await index.view(null)).components.map(({ id, history }) => [id, history])).toEqual([
    ['volatility', 25],
    ['momentum', 20],
    ['breadth', 20],
    ['volume', 19],
    ['dominance', 33],
  ]);
});

it('writes the days that are missing once, and from then on the running one alone', async () => {
  const { index, kept, written } = await open();
  await index.keep();
  await index.keep();
  expect(written).toEqual([kept().length, 1]);
  expect(kept().length).toBeGreaterThan(1);
});

it('knows the price of a day that its markets no longer tell of', async () => {
  const gone = { dayMs: 3 * dayMs, value: 50, close: 77 };
  const { index } = await open([gone], { days: market.days, pairs: [] });
  await index.replace({ name: 'Of a friend', days: [{ dayMs: gone.dayMs, value: 80 }] });
  expect((await index.view(null)).list).toEqual([{ day: gone.dayMs, value: 80, close: 77 }]);
});

it('gives way to an imported series, keeps its own beside it, and comes back', async () => {
  const { index } = await open();
  const { value } = await index.view(null);
  await index.replace({ name: 'Of a friend', days: [{ dayMs: 3 * dayMs, value: 80 }] });
  expect(await index.view(null)).toMatchObject({
    ...{ source: 'imported', imported: 'Of a friend', value: 80, regime: 'extreme-greed', time: 3 * dayMs },
    list: [{ day: 3 * dayMs, value: 80, close: closes[3] }],
  });
  expect(await index.view('own')).toMatchObject({ source: 'own', imported: 'Of a friend', value });
  await index.replace(null);
  expect(await index.view(null)).toMatchObject({ source: 'own', imported: null, value });
});

it('works the index out once for each market, however many ask', async () => {
  let asked = 0;
  const watched: MarketDays = {
    days: market.days,
    get pairs() {
      asked++;
      return market.pairs;
    },
  };
  const { index } = await open([], watched);
  await index.view(null);
  const once = asked;
  await index.view(null);
  // The name of BTC's market is looked up with each answer.
  expect(asked - once).toBeLessThanOrEqual(1);
});
