import { expect, it } from 'vitest';
import type { OrderRequest, OrderView } from '../../core/contract/client-services.ts';
import { orderFields } from './order-question.ts';
import { questionLines } from './question-lines.ts';

const words = {
  word: (value: string) => `<${value}>`,
  change: (value: string, before: string) => `${value} was ${before}`,
  field: (name: string) => name,
  exchange: (id: string) => id.toUpperCase(),
  account: (apiId: number) => `account ${apiId}`,
};

it('shows every field that an order can have, none left out', () => {
  const leg = { type: 'LIMIT', price: '9' };
  const order = Object.fromEntries(
    Object.entries(orderFields).map(([name, sort]) => [name, sort === 'leg' ? leg : sort === 'number' ? 3 : sort === 'flag' ? true : name]),
  ) as unknown as OrderRequest;
  const lines = questionLines({ kind: 'place', order }, words);
  const shown = lines.map(({ name }) => name.split('.')[0]);
  expect(new Set(shown)).toEqual(new Set(Object.keys(orderFields)));
  expect(lines[0]).toEqual({ name: 'side', value: '<side>' });
  expect(lines).toContainEqual({ name: 'stop_loss.price', value: '9' });
  expect(lines).toContainEqual({ name: 'api_id', value: 'account 3' });
});

it('shows a change beside what there was', () => {
  const order = { id: 'aurora/BTCUSDT/spot', order_id: '7', side: 'BUY', type: 'LIMIT', api_id: 1, qty: '2', price: '100' } as OrderView;
  const lines = questionLines(
    { kind: 'amend', order: { ...order, quote_amount: null, trigger_price: null }, change: { price: '90' } },
    words,
  );
  expect(lines).toContainEqual({ name: 'price', value: '90 was 100' });
  expect(lines).toContainEqual({ name: 'qty', value: '2' });
  expect(lines.some(({ name }) => name === 'trigger_price')).toBe(false);
});
