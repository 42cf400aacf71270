import { describe, expect, it } from 'vitest';
import type { Order } from '../../core/contract/client-services.ts';
import { amendableFields, averagePrice, filledPercent, mergeOrders } from './order-figures.ts';

const order = (change: Partial<Order>): Order =>
  ({
    id: 'tessera/BTCUSDT/spot',
    orderId: '1',
    price: '100',
    qty: '3',
    quoteAmount: null,
    triggerPrice: null,
    filledQty: '0',
    filledQuote: '0',
    status: 'UNFILLED',
    updatedMs: 1,
    ...change,
  }) as Order;

describe('the figures of orders', () => {
  it('never say 100 % while something is left', () => {
    expect(filledPercent(order({ filledQty: '2.99999' }))).toBe('99%');
    expect(filledPercent(order({ filledQty: '3' }))).toBe('100%');
    expect(filledPercent(order({ qty: null, quoteAmount: '500', filledQuote: '250' }))).toBe('50%');
    expect(filledPercent(order({ qty: null }))).toBe('–');
  });

  it('give what a market order was traded at, to the tick, once something is filled', () => {
    expect(averagePrice(order({ price: null, filledQty: '3', filledQuote: '301' }), '0.01')).toBe('100.33');
    expect(averagePrice(order({ price: null }), '0.01')).toBeNull();
  });

  it('show each ended order once, in its newest state, newest first', () => {
    const listed = [order({ orderId: '1', status: 'PARTIALLY_FILLED', updatedMs: 5 }), order({ orderId: '2', updatedMs: 4 })];
    const live = [order({ orderId: '1', status: 'FILLED', updatedMs: 9 }), order({ orderId: '3', updatedMs: 7 })];
    expect(mergeOrders(live, listed).map(({ orderId, status }) => [orderId, status])).toEqual([
      ['1', 'FILLED'],
      ['3', 'UNFILLED'],
      ['2', 'UNFILLED'],
    ]);
  });

  it('keep orders of two exchanges apart that have the same id', () => {
    expect(mergeOrders([order({})], [order({ instrumentId: 'aurora/BTCUSDT/spot' })])).toHaveLength(2);
  });

  it('let only what the order has be amended', () => {
    expect(amendableFields(order({}))).toEqual(['price', 'qty']);
    expect(amendableFields(order({ status: 'WAITING', triggerPrice: '90', price: null }))).toEqual(['qty', 'triggerPrice']);
  });
});
