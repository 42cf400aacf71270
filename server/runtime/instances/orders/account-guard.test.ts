import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../../../tests/kit/market-fixtures.ts';
import { fillOf } from '../../../../tests/kit/strategy-kit.ts';
import { InstanceAccount } from '../../driver/account/instance-account.ts';
import { noLimits } from '../../driver/account/trading-limits.ts';
import type { WorkingOrder } from '../../driver/orders/working-orders.ts';
import { accountDenial } from './account-guard.ts';

const market = { apiId: 1, instrumentId: testInstrument.id, side: 'BUY' } as const;
const working: WorkingOrder = { ...market, clientOrderId: 'i-1', actor: '', tag: 'a', openQty: '1', price: '100' };
const sources = { instrument: () => testInstrument, price: () => '100', rateFor: () => () => null };

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

  it('count the orders of a minute by what the clock showed a minute ago, however it went since', () => {
    const limits = { ...noLimits, maxOrdersPerMinute: 2 };
    const books = { flows: [], orderTimes: [1_000, 20_000, 40_000], day: { startMs: 0, profit: '0' } };
    const denied = (minuteAgoMs: number) =>
      accountDenial(
        limits,
        { ...market, clientOrderId: 'i-9', price: '100', qty: '1' },
        [{ workingOrders: [], books }],
        sources,
        minuteAgoMs,
      )?.code;
    expect(denied(0)).toBe('LIMIT_ORDER_RATE');
    expect(denied(1_000)).toBeUndefined();
  });

  describe('count the loss since midnight UTC', () => {
    const dayMs = 86_400_000;
    const limits = { ...noLimits, maxDailyLoss: '50' };
    const buy = { ...market, clientOrderId: 'i-9', price: '100', qty: '1' };
    const instruments = { [testInstrument.id]: testInstrument };

    /** Bought 10 at 100 on day 10. */
    const holding = (): InstanceAccount => {
      const account = new InstanceAccount({ instruments, lastPrice: () => '100' });
      account.enterDay(10 * dayMs);
      account.book(1, testInstrument.id, fillOf({ qty: '10', price: '100' }));
      return account;
    };
    const denied = (account: InstanceAccount, lastPrice: string, nowMs: number): string | undefined => {
      const use = { workingOrders: [], books: account.save() };
      return accountDenial(limits, buy, [use], { ...sources, price: () => lastPrice }, nowMs)?.code;
    };

    it('and not that of yesterday', () => {
      const account = holding();
      account.book(1, testInstrument.id, fillOf({ tradeId: '2', side: 'SELL', qty: '10', price: '90' }));
      expect(denied(account, '90', 10 * dayMs + 2)).toBe('LIMIT_DAILY_LOSS');
      account.enterDay(11 * dayMs + 1);
      expect(denied(account, '90', 11 * dayMs + 2)).toBeUndefined();
    });

    it('whenever the instance was last asked', () => {
      const account = holding();
      expect(denied(account, '100', 10 * dayMs + 2)).toBeUndefined();
      account.enterDay(11 * dayMs);
      expect(denied(account, '60', 11.5 * dayMs)).toBe('LIMIT_DAILY_LOSS');
    });
  });
});
