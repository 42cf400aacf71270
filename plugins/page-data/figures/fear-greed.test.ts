import { describe, expect, it } from 'vitest';
import { componentSeries, components, indexByDay, regimeOf } from './fear-greed.ts';
import { changeOver, type MarketDays, type PairDays } from './market-days.ts';

const dayMs = 86_400_000;
const daysOf = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at * dayMs);
const pair = (base: string, closes: readonly number[], volumes: readonly number[] = closes.map(() => 100)): PairDays => ({
  id: `aurora/${base}USDT/spot`,
  base,
  quote: 'USDT',
  closes,
  volumes,
  change: (closes.at(-1) ?? 0) / (closes.at(-2) ?? 1) - 1,
});
const others = ['ETH', 'SOL', 'XRP', 'ADA'];

/** Five assets whose closes all are `closes`. */
const market = (closes: readonly number[], volumes?: readonly number[]): MarketDays => ({
  days: daysOf(closes.length),
  pairs: [pair('BTC', closes, volumes), ...others.map((base) => pair(base, closes))],
});

/** Up and down by turns, a little more each time, and a last day of one's choice. */
const wave = (count: number, last: number): readonly number[] => [
  ...Array.from({ length: count - 1 }, (_, at) => 100 + (at % 2 === 0 ? 1 : -1) * (1 + at / 100)),
  last,
];

describe('the figures of the index', () => {
  const flat = market([...Array.from({ length: 20 }, () => 100), 110], [...Array.from({ length: 20 }, () => 100), 500]);
  const last = Object.fromEntries(Object.entries(componentSeries(flat)).map(([id, series]) => [id, series.at(-1)]));

  it('are worth what was worked out by hand', () => {
    // One return of ln 1.1 among fourteen.
    expect(last.volatility).toBeCloseTo(Math.sqrt((Math.log(1.1) ** 2 / 14) * 365), 12);
    // The mean of nineteen times 100 and 110 is 100.5.
    expect(last.momentum).toBeCloseTo(110 / 100.5 - 1, 12);
    expect(last.breadth).toBe(1);
    // 900 were traded after twenty days of 500 each.
    expect(last.volume).toBeCloseTo(1.8, 12);
    // Six days of 100 in 500 and one of 500 in 900.
    expect(last.dominance).toBeCloseTo(1100 / 3900, 12);
  });

  it('are not there before their windows are full', () => {
    const { volatility, momentum, volume, dominance } = componentSeries(flat);
    const first = (series: readonly (number | null)[]): number => series.findIndex((value) => value !== null);
    expect([volatility, momentum, volume, dominance].map(first)).toEqual([14, 19, 20, 6]);
  });

  it('count heavy volume on a falling day as fear', () => {
    const falling = market([...Array.from({ length: 20 }, () => 100), 90], [...Array.from({ length: 20 }, () => 100), 500]);
    expect(componentSeries(falling).volume.at(-1)).toBeCloseTo(-1.8, 12);
  });

  it('have no breadth of fewer than five markets', () => {
    expect(componentSeries({ ...flat, pairs: flat.pairs.slice(0, 4) }).breadth.at(-1)).toBeNull();
  });
});

describe('the index', () => {
  it('has no value until every figure has thirty days before it, and says how many there are', () => {
    const days = indexByDay(market(wave(60, 100)));
    const first = days.findIndex(({ value }) => value !== null);
    // Volume is the last to come, on the twenty-first day.
    expect(first).toBe(50);
    expect(days[49]?.components.find(({ id }) => id === 'volume')).toMatchObject({ score: null, history: 29 });
    expect(days[50]?.components.find(({ id }) => id === 'volume')).toMatchObject({ history: 30 });
  });

  it('is high on a day of rise and low on a day of fall, and the mean of its scores by their weights', () => {
    const [up, down] = [indexByDay(market(wave(60, 130))).at(-1), indexByDay(market(wave(60, 70))).at(-1)];
    expect(up?.value).toBeGreaterThan(55);
    expect(down?.value).toBeLessThan(40);
    const mean = up?.components.reduce((sum, { id, score }) => sum + (components[id].weight * (score as number)) / 100, 0);
    expect(up?.value).toBeCloseTo(mean as number, 12);
    // A leap is the wildest day that there was, either way.
    expect(up?.components[0]?.score).toBe(0);
  });

  it('has weights that add up to a hundred', () => {
    expect(Object.values(components).reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
  });

  it('stays without a value where nobody trades BTC', () => {
    const { days, pairs } = market(wave(60, 100));
    expect(indexByDay({ days, pairs: pairs.slice(1) }).at(-1)).toMatchObject({ close: null, value: null });
  });
});

it('a bound belongs to the regime above it', () => {
  expect([0, 19.9, 20, 40, 59.9, 60, 80, 100].map(regimeOf)).toEqual([
    'extreme-fear',
    'extreme-fear',
    'fear',
    'neutral',
    'neutral',
    'greed',
    'extreme-greed',
    'extreme-greed',
  ]);
});

it('a change is from the close so many days ago', () => {
  expect(changeOver({ closes: [80, 100, 110] }, 1)).toBeCloseTo(0.1, 12);
  expect(changeOver({ closes: [100, 110] }, 7)).toBeNull();
});
