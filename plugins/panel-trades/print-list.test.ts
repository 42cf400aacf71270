import { expect, it } from 'vitest';
import type { MarketTrade } from '../../core/contract/client-services.ts';
import { PrintList } from './print-list.ts';

const trade = (id: number, qty: string): MarketTrade => ({ tradeId: String(id), side: 'BUY', price: '100.1', qty, timeMs: 1_000 });

it('a list of prints shows what is chosen of the newest trades, and is made once for those who look twice', () => {
  const list = new PrintList({ own: new Set(), joins: false, size: '' });
  expect(list.prints).toEqual([]);
  list.take([trade(2, '0.2'), trade(1, '0.1')]);
  const { prints } = list;
  expect(prints.map(({ key }) => key)).toEqual(['2', '1']);
  expect(list.prints).toBe(prints);
  list.choose({ own: new Set(['1']), joins: true, size: '0.3' });
  expect(list.prints).toMatchObject([{ key: '1', qty: '0.3', own: true }]);
  list.take([trade(3, '0.1')]);
  expect(list.prints).toEqual([]);
});
