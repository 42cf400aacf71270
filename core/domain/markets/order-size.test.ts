import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { fittingQty, freeMoney, leastQty } from './order-size.ts';

describe('the size of an order', () => {
  it('is at least what the smallest notional asks for, on the lot', () => {
    // 5 / 90 = 0.05555…; one lot less would be worth 4.9995.
    expect(leastQty(testInstrument, '90')).toBe('0.05556');
    expect(leastQty({ ...testInstrument, minQty: '0.1' }, '90')).toBe('0.1');
    expect(leastQty({ ...testInstrument, lot: '0.003' }, '90')).toBe('0.057');
  });

  it('is what was wanted in whole lots, between the smallest and the largest', () => {
    expect(fittingQty(testInstrument, '90', 1.234567)).toBe('1.23456');
    expect(fittingQty(testInstrument, '90', 0.001)).toBe('0.05556');
    expect(fittingQty(testInstrument, '90', 1_000_000)).toBe('9000');
  });
});

describe('free money', () => {
  const balance = { apiId: 1, accountType: 'spot', asset: 'USDT', total: '100.5', held: '0.25' };
  it('is what an account has of the quote without what orders hold', () => {
    expect(freeMoney(testInstrument, 1, [{ ...balance, asset: 'BTC' }, balance])).toEqual({ asset: 'USDT', free: '100.25' });
  });

  it('is none of another account, of a type of account beside it, or where all is held', () => {
    expect(freeMoney(testInstrument, 2, [balance])).toBeNull();
    expect(freeMoney(testInstrument, undefined, [balance])).toBeNull();
    expect(freeMoney(testInstrument, 1, [{ ...balance, accountType: 'margin' }])).toBeNull();
    expect(freeMoney(testInstrument, 1, [{ ...balance, held: '100.5' }])).toBeNull();
  });
});
