import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { noLimits } from '../driver/trading-limits.ts';
import type { WorkingOrder } from '../driver/working-orders.ts';
import { accountDenial } from './account-guard.ts';

const market = { apiId: 1, instrumentId: testInstrument.id, side: 'BUY' } as const;
const working: WorkingOrder = { ...market, clientOrderId: 'i-1', actor: '', tag: 'a', openQty: '1', price: '100' };
const sources = { instrument: () => testInstrument, lastPrice: () => '100' };

describe('the limits of an account', () => {
  it('count an amended order once, and what of it has filled not again', () => {
    const limits = { ...noLimits, maxPosition: '500' };
    const flow = { apiId: 1, instrumentId: testInstrument.id, base: '2', quote: '-200', cost: '200', fees: '0', fills: 1 };
    const books = { flows: [flow], orderTimes: [], day: { startMs: 0, profit: '0' } };
    const own = { workingOrders: [{ ...working, filledQty: '2' }], books };
    const other = { workingOrders: [{ ...working, clientOrderId: 'j-1' }], books: null };
    const amended = (qty: string) =>
      accountDenial(limits, { ...market, clientOrderId: 'i-1', price: '100', qty }, [own, other], sources, 0);
    // Two are held, one is open in another instance: two may stay open of this order, four in all.
    expect(amended('4')).toBeNull();
    expect(amended('4.01')).toMatchObject({ code: 'LIMIT_POSITION' });
  });
});
