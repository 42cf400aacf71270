import { expect, it } from 'vitest';
import type { OrderView } from '../../../core/contract/client-services.ts';
import { orderTemplate } from './order-template.ts';

const order = {
  side: 'SELL',
  type: 'STOP_LOSS',
  time_in_force: 'GTC',
  stp: 'EXPIRE_TAKER',
  price: '49000',
  qty: '0.1',
  quote_amount: null,
  trigger_price: '49500',
  trigger_kind: 'OCO',
} as OrderView;

it('has the terms of the order and nothing else', () => {
  expect(orderTemplate(order)).toEqual({
    side: 'SELL',
    mode: 'ORDER',
    type: 'STOP_LOSS',
    time_in_force: 'GTC',
    stp: 'EXPIRE_TAKER',
    by_quote: false,
    profit_type: 'LIMIT',
    stop_type: 'STOP_MARKET',
    qty: '0.1',
    price: '49000',
    trigger_price: '49500',
  });
});

it('spends an amount when the order did', () => {
  const spent = orderTemplate({ ...order, type: 'MARKET', price: null, qty: null, quote_amount: '500', trigger_price: null } as OrderView);
  expect(spent).toMatchObject({ by_quote: true, quote_amount: '500' });
  expect(Object.keys(spent)).not.toContain('qty');
});
