import { expect, it } from 'vitest';
import { sayIn } from '../../core/client/testing/say-in.ts';
import { someOrder } from '../../core/client/testing/views.ts';
import { orderTold } from './describe-order.ts';
import texts from './locales/en.json';

const market = { base: 'BTC', quote: 'USDT', tick: '0.01' };

it.each([
  ['Buy 1 BTC · 100.00', {}],
  ['Buy 1 BTC · Market', { type: 'MARKET', price: null }],
  ['Sell 1 BTC · Stop market · Trigger price 90.50', { side: 'SELL', type: 'STOP_MARKET', price: null, triggerPrice: '90.5' }],
  ['Sell 1 BTC · Stop limit · 90.00 · Trigger price 91.00', { side: 'SELL', type: 'STOP_LOSS', price: '90', triggerPrice: '91' }],
] as const)('an order is told as %s', (told, change) => {
  expect(sayIn(texts)(orderTold(someOrder('1', change), market))).toBe(told);
});
