import { expect, it } from 'vitest';
import { totalOf } from './ended-lately.tsx';

const result = (profit: string | null, asset = 'USDT') => ({ profit, valuation: { asset, rates: [], missing: [] } });

it('adds up what has ended lately, unless a result is not known or in another asset', () => {
  expect(totalOf([result('0.1'), result('-0.3')])).toEqual({ profit: '-0.2', asset: 'USDT' });
  expect(totalOf([result('1'), result(null)])).toBeNull();
  expect(totalOf([result('1'), result('1', 'BTC')])).toBeNull();
  expect(totalOf([])).toBeNull();
});
