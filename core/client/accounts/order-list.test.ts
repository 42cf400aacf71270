import { describe, expect, it } from 'vitest';
import { fillView, orderView } from '../testing/views.ts';
import { OrderList } from './order-list.ts';

const ids = (orders: ReadonlyArray<{ readonly order_id: string }>): readonly string[] => orders.map((order) => order.order_id);

describe('an order', () => {
  it('moves from open to ended and never back, whatever arrives late', () => {
    const list = new OrderList();
    list.put(orderView('1'));
    list.put(orderView('1', { status: 'FILLED', filled_qty: '1', update_time: 2_000 }));
    list.put(orderView('1', { update_time: 3_000 }));
    expect(ids(list.open)).toEqual([]);
    expect(ids(list.ended)).toEqual(['1']);
  });

  it('keeps the newer of two states', () => {
    const list = new OrderList();
    list.put(orderView('1', { filled_qty: '0.5', status: 'PARTIALLY_FILLED', update_time: 2_000 }));
    list.put(orderView('1'));
    expect(list.open[0]?.filled_qty).toBe('0.5');
  });

  it('of another account with the same id is another order', () => {
    const list = new OrderList();
    list.put(orderView('1'));
    list.put(orderView('1', { api_id: 2 }));
    expect(list.open).toHaveLength(2);
  });
});

describe('a full list of open orders', () => {
  it('names those that ended out of sight', () => {
    const list = new OrderList();
    list.put(orderView('1'));
    list.put(orderView('2'));
    expect(ids(list.replaceOpen([orderView('2')], 5_000))).toEqual(['1']);
    expect(ids(list.open)).toEqual(['2']);
  });

  it('does not lose an order placed after it was asked for', () => {
    const list = new OrderList();
    list.put(orderView('9', { update_time: 6_000 }));
    expect(list.replaceOpen([], 5_000)).toEqual([]);
    expect(ids(list.open)).toEqual(['9']);
  });
});

describe('fills', () => {
  it('count once, newest first, however often they are told', () => {
    const list = new OrderList();
    list.addFills([fillView('1'), fillView('2', { time: 2_000 })]);
    list.addFills([fillView('2', { time: 2_000 }), fillView('3', { time: 3_000 })]);
    expect(list.fills.map((fill) => fill.trade_id)).toEqual(['3', '2', '1']);
  });

  it('keep both sides of a trade with oneself', () => {
    const list = new OrderList();
    list.addFills([fillView('1'), fillView('1', { order_id: '2', side: 'SELL' })]);
    expect(list.fills).toHaveLength(2);
  });
});
