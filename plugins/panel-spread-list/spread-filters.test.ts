import { expect, it } from 'vitest';
import { matchesPair, spreadFilters } from './spread-filters.ts';
import type { SpreadPair } from './spread-store.ts';

const pair: SpreadPair = { id: 'a', base: 'BTC', quote: 'USDT', exchanges: ['aurora', 'meridian'] };

it('offers the assets and exchanges that are there, each once', () => {
  const markets = { exchangeTitle: (exchange: string) => exchange.toUpperCase() };
  const fields = spreadFilters([pair, { ...pair, base: 'AVAX' }], markets, (key) => key);
  expect(fields.map(({ options }) => options.map(({ label }) => label))).toEqual([
    ['AVAX', 'BTC'],
    ['AURORA', 'MERIDIAN'],
  ]);
});

it('shows a pair by its asset and by either of its exchanges', () => {
  for (const values of [{}, { asset: 'BTC' }, { exchange: 'aurora' }, { exchange: 'meridian' }])
    expect(matchesPair(pair, values)).toBe(true);
  for (const values of [{ asset: 'ETH' }, { exchange: 'tessera' }]) expect(matchesPair(pair, values)).toBe(false);
});
