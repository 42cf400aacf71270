import { expect, it } from 'vitest';
import { closingSize } from './closing-size.ts';

const market = { lot: '0.001', minQty: '0.002', maxQty: '10', minNotional: '5' };

it('sells whole lots of what is there and leaves the rest', () => {
  expect(closingSize('0.12345', market, '50000')).toEqual({ qty: '0.123', parts: ['0.123'], tooSmall: null });
});

it('sends nothing of what is below the least quantity or worth too little, and says the limit', () => {
  const codes = ['0.0009', '0.0019', '0.002'].map((qty) => closingSize(qty, market, '2000').tooSmall);
  expect(codes.map((error) => [error?.code, error?.params])).toEqual([
    ['ORDER_QTY_TOO_SMALL', { field: 'qty', limit: '0.002' }],
    ['ORDER_QTY_TOO_SMALL', { field: 'qty', limit: '0.002' }],
    ['ORDER_NOTIONAL_TOO_SMALL', { field: 'qty', limit: '5' }],
  ]);
  expect(closingSize('0.002', market, null).parts).toEqual(['0.002']);
});

it('makes even orders of what is more than one may be, and no more than twenty', () => {
  expect(closingSize('20.0015', market, '1000')).toEqual({ qty: '20.001', parts: ['6.667', '6.667', '6.667'], tooSmall: null });
  const huge = closingSize('1000', market, '1000');
  expect([huge.qty, huge.parts.length, new Set(huge.parts)]).toEqual(['200', 20, new Set(['10'])]);
});
