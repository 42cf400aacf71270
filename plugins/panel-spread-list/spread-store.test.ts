import { autorun } from 'mobx';
import { expect, it } from 'vitest';
import type { TopicMessage } from '../../core/contract/stream-items.ts';
import type { SpreadView } from '../../schemas/wire/spread.ts';
import { SpreadStore } from './spread-store.ts';

const row = (pair: string, change: Partial<SpreadView> = {}): SpreadView => ({
  spread_id: pair,
  base: 'BTC',
  quote: 'USDT',
  sell: { id: 'meridian/BTCUSDT/spot', price: '50250', qty: '1' },
  buy: { id: 'aurora/BTCUSDT/spot', price: '50000', qty: '1' },
  spread: '250',
  rate: '0.005',
  apr: null,
  liquidity: '50000',
  time: 1,
  ...change,
});
const told = (k: 's' | 'd', ...d: SpreadView[]): TopicMessage => ({ k, t: 'spreads', d });

it('keeps its pairs when figures change or legs turn round, and draws only what changed', () => {
  const store = new SpreadStore();
  store.take(told('s', row('a'), row('b')));
  const { pairs } = store;
  expect(pairs.map(({ exchanges }) => exchanges)).toEqual([
    ['aurora', 'meridian'],
    ['aurora', 'meridian'],
  ]);
  const seen: (string | null | undefined)[] = [];
  const stop = autorun(() => seen.push(store.row('a')?.rate));
  store.take(told('d', row('b', { rate: '0.001' })));
  store.take(told('d', row('a', { rate: '0.004', sell: row('a').buy, buy: row('a').sell })));
  expect(seen).toEqual(['0.005', '0.004']);
  expect(store.pairs).toBe(pairs);
  stop();
});

it('takes up new markets, and forgets at a snapshot those that are gone', () => {
  const store = new SpreadStore();
  expect(store.ready).toBe(false);
  store.take(told('s', row('a')));
  store.take(told('d', row('b')));
  expect(store.pairs.map(({ id }) => id)).toEqual(['a', 'b']);
  store.take(told('s', row('b')));
  expect(store.pairs.map(({ id }) => id)).toEqual(['b']);
  expect(store.row('a')).toBeNull();
});
