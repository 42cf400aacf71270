import { describe, expect, it } from 'vitest';
import type { OrderView } from '../../core/contract/client-services.ts';
import { amendableFields, averagePrice, filledPercent, mergeOrders } from './order-figures.ts';

const order = (change: Partial<OrderView>): OrderView =>
  ({
    id: 'tessera/BTCUSDT/spot',
    order_id: '1',
    price: '100',
    qty: '3',
    quote_amount: null,
    trigger_price: null,
    filled_qty: '0',
    filled_quote: '0',
    status: 'UNFILLED',
    update_time: 1,
    ...change,
  }) as OrderView;

describe('the figures of orders', () => {
  it('never say 100 % while something is left', () => {
    expect(filledPercent(order({ filled_qty: '2.99999' }))).toBe('99%');
    expect(filledPercent(order({ filled_qty: '3' }))).toBe('100%');
    expect(filledPercent(order({ qty: null, quote_amount: '500', filled_quote: '250' }))).toBe('50%');
    expect(filledPercent(order({ qty: null }))).toBe('–');
  });

  it('give what a market order was traded at, to the tick, once something is filled', () => {
    expect(averagePrice(order({ price: null, filled_qty: '3', filled_quote: '301' }), '0.01')).toBe('100.33');
    expect(averagePrice(order({ price: null }), '0.01')).toBeNull();
  });

  it('show each ended order once, in its newest state, newest first', () => {
    const listed = [order({ order_id: '1', status: 'PARTIALLY_FILLED', update_time: 5 }), order({ order_id: '2', update_time: 4 })];
    const live = [order({ order_id: '1', status: 'FILLED', update_time: 9 }), order({ order_id: '3', update_time: 7 })];
    expect(mergeOrders(live, listed).map(({ order_id, status }) => [order_id, status])).toEqual([
      ['1', 'FILLED'],
      ['3', 'UNFILLED'],
      ['2', 'UNFILLED'],
    ]);
  });

  it('keep orders of two exchanges apart that have the same id', () => {
    expect(mergeOrders([order({})], [order({ id: 'aurora/BTCUSDT/spot' })])).toHaveLength(2);
  });

  it('let only what the order has be amended', () => {
    expect(amendableFields(order({}))).toEqual(['price', 'qty']);
    expect(amendableFields(order({ status: 'WAITING', trigger_price: '90', price: null }))).toEqual(['qty', 'triggerPrice']);
  });
});
