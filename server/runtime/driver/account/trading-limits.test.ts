import { describe, expect, it } from 'vitest';
import type { OrderIntent } from '../../../../core/contract/trading.ts';
import { brokenLimit, type Exposure, narrower, noLimits, type TradingLimits } from './trading-limits.ts';

const buy: OrderIntent = { apiId: 1, instrumentId: 'aurora/BTCUSDT/spot', side: 'BUY', type: 'LIMIT', price: '100', qty: '2' };
const sell: OrderIntent = { ...buy, side: 'SELL' };
const flat: Exposure = { base: '0', openQty: '0', lastPrice: '100', profitToday: '0', ordersLastMinute: 0 };

describe('limits', () => {
  it.each<[string, Partial<TradingLimits>, OrderIntent, Partial<Exposure>, string | null]>([
    ['the amount of an order', { maxOrderAmount: '199.99' }, buy, {}, 'LIMIT_ORDER_AMOUNT'],
    ['the amount of an order, itself allowed', { maxOrderAmount: '200' }, buy, {}, null],
    [
      'the amount of a market order at the last price',
      { maxOrderAmount: '100' },
      { ...buy, type: 'MARKET', price: undefined as never },
      {},
      'LIMIT_ORDER_AMOUNT',
    ],
    ['an amount in quote', { maxOrderAmount: '100' }, { ...buy, qty: undefined as never, quoteAmount: '101' }, {}, 'LIMIT_ORDER_AMOUNT'],
    [
      'an amount that nobody can know',
      { maxOrderAmount: '100' },
      { ...buy, price: undefined as never },
      { lastPrice: null },
      'ORDER_NO_REFERENCE_PRICE',
    ],
    ['the position with open orders', { maxPosition: '500' }, buy, { base: '2', openQty: '1.5' }, 'LIMIT_POSITION'],
    ['the position, up to the limit', { maxPosition: '500' }, buy, { base: '2', openQty: '1' }, null],
    ['a short position too', { maxPosition: '500' }, sell, { base: '-4' }, 'LIMIT_POSITION'],
    ['the position, not what reduces it', { maxPosition: '100' }, sell, { base: '2' }, null],
    ['the position: more than what closes it', { maxPosition: '100' }, sell, { base: '1.5' }, 'LIMIT_POSITION'],
    ['the loss of a day', { maxDailyLoss: '50' }, buy, { profitToday: '-50' }, 'LIMIT_DAILY_LOSS'],
    ['the loss of a day, not what reduces the position', { maxDailyLoss: '50' }, sell, { profitToday: '-60', base: '2' }, null],
    ['the orders of a minute', { maxOrdersPerMinute: 3 }, buy, { ordersLastMinute: 3 }, 'LIMIT_ORDER_RATE'],
    ['everything, by the kill switch', { isHalted: true }, sell, { base: '2' }, 'LIMIT_HALTED'],
    ['nothing', {}, buy, { base: '1000000' }, null],
  ])('hold for %s', (_, limits, intent, exposure, expected) => {
    expect(brokenLimit({ ...noLimits, ...limits }, intent, { ...flat, ...exposure })?.code ?? null).toBe(expected);
  });

  it('of an instance and of its account hold both', () => {
    const instance = { ...noLimits, maxOrderAmount: '10', maxPosition: '500', maxOrdersPerMinute: 3 };
    const account = { ...noLimits, maxOrderAmount: '9', maxDailyLoss: '1', maxOrdersPerMinute: 5, isHalted: true };
    expect(narrower(instance, account)).toEqual({
      maxOrderAmount: '9',
      maxPosition: '500',
      maxDailyLoss: '1',
      maxOrdersPerMinute: 3,
      isHalted: true,
    });
    expect(narrower(account, instance)).toEqual(narrower(instance, account));
  });
});
