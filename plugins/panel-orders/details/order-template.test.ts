import { expect, it } from 'vitest';
import type { Order } from '../../../core/contract/client-services.ts';
import { orderTemplate } from './order-template.ts';

const order = {
  side: 'SELL',
  type: 'STOP_LOSS',
  timeInForce: 'GTC',
  stp: 'EXPIRE_TAKER',
  price: '49000',
  qty: '0.1',
  quoteAmount: null,
  triggerPrice: '49500',
  triggerKind: 'OCO',
} as Order;

it('has the terms of the order and nothing else', () => {
  expect(orderTemplate(order)).toEqual({
    side: 'SELL',
    mode: 'ORDER',
    type: 'STOP_LOSS',
    timeInForce: 'GTC',
    stp: 'EXPIRE_TAKER',
    byQuote: false,
    profitType: 'LIMIT',
    stopType: 'STOP_MARKET',
    qty: '0.1',
    price: '49000',
    triggerPrice: '49500',
  });
});

it('spends an amount when the order did', () => {
  const spent = orderTemplate({ ...order, type: 'MARKET', price: null, qty: null, quoteAmount: '500', triggerPrice: null } as Order);
  expect(spent).toMatchObject({ byQuote: true, quoteAmount: '500' });
  expect(Object.keys(spent)).not.toContain('qty');
});
