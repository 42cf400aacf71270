import { expect, it } from 'vitest';
import { changeOf, strongest } from './movers.ts';

it('a change is from the price of 24 hours ago, and none without one', () => {
  expect(changeOf({ last: '110', open24h: '100' })).toBeCloseTo(0.1, 12);
  expect([changeOf({ last: '110', open24h: null }), changeOf({ last: '1', open24h: '0' }), changeOf(null)]).toEqual([null, null, null]);
});

it('the strongest of many are those at both ends', () => {
  const movers = [3, -2, 0, 1, -5].map((change) => ({ id: String(change), base: 'A', quote: 'B', change }));
  expect(strongest(movers, 9).map(({ change }) => change)).toEqual([3, 1, 0, -2, -5]);
  expect(strongest(movers, 3).map(({ change }) => change)).toEqual([3, 1, -5]);
});
