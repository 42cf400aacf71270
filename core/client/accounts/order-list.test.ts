import { describe, expect, it } from 'vitest';
import { someFill, someOrder } from '../testing/views.ts';
import { OrderList } from './order-list.ts';

const ids = (orders: ReadonlyArray<{ readonly orderId: string }>): readonly string[] => orders.map((order) => order.orderId);

describe('an order', () => {
  it('moves from open to ended and never back, whatever arrives late', () => {
    const list = new OrderList();
    list.put(someOrder('1'));
    list.put(someOrder('1', { status: 'FILLED', filledQty: '1', updatedMs: 2_000 }));
    list.put(someOrder('1', { updatedMs: 3_000 }));
    expect(ids(list.open)).toEqual([]);
    expect(ids(list.ended)).toEqual(['1']);
  });

  it('keeps the newer of two states', () => {
    const list = new OrderList();
    list.put(someOrder('1', { filledQty: '0.5', status: 'PARTIALLY_FILLED', updatedMs: 2_000 }));
    list.put(someOrder('1'));
    expect(list.open[0]?.filledQty).toBe('0.5');
  });

  it('of another account with the same id is another order', () => {
    const list = new OrderList();
    list.put(someOrder('1'));
    list.put(someOrder('1', { apiId: 2 }));
    expect(list.open).toHaveLength(2);
  });
});

describe('a full list of open orders', () => {
  it('names those that ended out of sight', () => {
    const list = new OrderList();
    list.put(someOrder('1'));
    list.put(someOrder('2'));
    expect(ids(list.replaceOpen([someOrder('2')], 5_000))).toEqual(['1']);
    expect(ids(list.open)).toEqual(['2']);
  });

  it('does not lose an order placed after it was asked for', () => {
    const list = new OrderList();
    list.put(someOrder('9', { updatedMs: 6_000 }));
    expect(list.replaceOpen([], 5_000)).toEqual([]);
    expect(ids(list.open)).toEqual(['9']);
  });
});

describe('fills', () => {
  it('count once, newest first, however often they are told', () => {
    const list = new OrderList();
    list.addFills([someFill('1'), someFill('2', { timeMs: 2_000 })]);
    list.addFills([someFill('2', { timeMs: 2_000 }), someFill('3', { timeMs: 3_000 })]);
    expect(list.fills.map((fill) => fill.tradeId)).toEqual(['3', '2', '1']);
  });

  it('keep both sides of a trade with oneself', () => {
    const list = new OrderList();
    list.addFills([someFill('1'), someFill('1', { orderId: '2', side: 'SELL' })]);
    expect(list.fills).toHaveLength(2);
  });
});
