import { expect, it } from 'vitest';
import { instrumentsIn } from './instruments-in.ts';

it('finds the markets of params at any depth, each once and in their order', () => {
  const legs = [{ apiId: 1, instrumentId: 'meridian/BTCUSDT/spot' }, { instrumentId: 'aurora/BTCUSDT/spot' }];
  expect(instrumentsIn({ legs, hedge: 'meridian/BTCUSDT/spot', note: 'a/b', qty: '1', none: null })).toEqual([
    'meridian/BTCUSDT/spot',
    'aurora/BTCUSDT/spot',
  ]);
  expect(instrumentsIn(7)).toEqual([]);
});
