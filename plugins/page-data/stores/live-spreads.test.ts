import { expect, it } from 'vitest';
import type { TopicMessage } from '../../../core/contract/stream-items.ts';
import type { SpreadView } from '../../../schemas/wire/spread.ts';
import { LiveSpreads } from './live-spreads.ts';

const row = (id: string, base: string, rate: string | null): SpreadView => ({
  spread_id: id,
  base,
  quote: 'USDT',
  sell: { id: 'meridian/BTCUSDT/spot', price: '50250', qty: '1' },
  buy: { id: 'aurora/BTCUSDT/spot', price: '50000', qty: '1' },
  spread: '250',
  rate,
  apr: null,
  liquidity: '50000',
  time: 1,
});
const told = (k: 's' | 'd', ...d: SpreadView[]): TopicMessage => ({ k, t: 'spreads', d });

it('has the widest first as they were told last, of one asset or of all, and none without a figure', () => {
  const spreads = new LiveSpreads();
  expect(spreads.ready).toBe(false);
  spreads.take(told('s', row('a', 'BTC', '0.001'), row('b', 'ETH', '-0.002'), row('c', 'BTC', null)));
  spreads.take(told('d', row('b', 'ETH', '0.003')));
  expect(spreads.widest(null).map(({ spread_id }) => spread_id)).toEqual(['b', 'a']);
  expect(spreads.widest('BTC').map(({ spread_id }) => spread_id)).toEqual(['a']);
  expect(spreads.bases()).toEqual(['BTC', 'ETH']);
  spreads.take(told('s', row('a', 'BTC', '0.001')));
  expect(spreads.widest(null)).toHaveLength(1);
});
