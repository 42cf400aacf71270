import { describe, expect, it } from 'vitest';
import type { Order } from '../../../core/contract/trading.ts';
import type { VenueEvent } from '../../../core/contract/venue.ts';
import { IllegalTransition } from '../../../core/domain/state-table.ts';
import { emptyBatch, exchange, fakeVenue } from '../trading-fixture.ts';
import { AccountBook } from './account-book.ts';
import type { AccountMessage } from './account-publisher.ts';

const order = (orderId: string, changes: Partial<Order> = {}): Order =>
  ({ orderId, apiId: 1, exchange, status: 'UNFILLED', createdMs: Number(orderId), ...changes }) as Order;
const news = (...orders: Order[]): VenueEvent[] => orders.map((one) => ({ type: 'order', order: one }));
const balance = { exchange, apiId: 1, accountType: 'spot', asset: 'BTC', total: '2', held: '1' } as const;

describe('AccountBook', () => {
  const open = () => {
    const published: [number, AccountMessage][] = [];
    const book = new AccountBook(() => [1, 2], { publish: (apiId, message) => void published.push([apiId, message]) });
    return { book, published };
  };

  it('starts from the venue’s state without announcing it', () => {
    const { book, published } = open();
    book.opened(fakeVenue({ openOrders: ({ apiId }) => (apiId === 1 ? [order('1'), order('2')] : []), balances: () => [balance] }));
    expect(book.openOrders([1]).map(({ orderId }) => orderId)).toEqual(['2', '1']);
    expect(book.balances([1])).toEqual([balance]);
    expect(published).toEqual([]);
  });

  it('follows the news and passes it on to its owner', () => {
    const { book, published } = open();
    const filled = order('1', { status: 'FILLED' });
    book.batch(emptyBatch(1, [...news(order('1'), order('3', { apiId: 2 })), { type: 'balance', balance }]));
    book.batch(emptyBatch(2, news(filled)));
    expect(book.openOrders([1, 2]).map(({ orderId }) => orderId)).toEqual(['3']);
    expect(book.openOrder(1, '1')).toBeNull();
    expect(published.map(([apiId, { type }]) => [apiId, type])).toEqual([
      [1, 'order'],
      [2, 'order'],
      [1, 'balance'],
      [1, 'order'],
    ]);
  });

  it('tells the owner what a closed exchange had settled, and takes the state from its opening', () => {
    const { book, published } = open();
    book.batch(emptyBatch(1, news(order('1', { status: 'PARTIALLY_FILLED' }))));
    published.length = 0;
    book.missed(emptyBatch(2, [...news(order('1'), order('1', { status: 'FILLED' })), { type: 'balance', balance }]));
    book.opened(fakeVenue({ balances: ({ apiId }) => (apiId === 1 ? [balance] : []) }));
    expect(book.openOrders([1])).toEqual([]);
    expect(book.balances([1])).toEqual([balance]);
    expect(published.map(([apiId, { type }]) => [apiId, type])).toEqual([
      [1, 'order'],
      [1, 'order'],
      [1, 'balance'],
    ]);
  });

  it('refuses a change outside the state table, names both states and applies the rest', () => {
    const { book, published } = open();
    book.batch(emptyBatch(1, news(order('1', { status: 'PARTIALLY_FILLED' }))));
    expect(() => book.batch(emptyBatch(2, news(order('1'), order('2'))))).toThrow(IllegalTransition);
    expect(book.openOrder(1, '1')?.status).toBe('PARTIALLY_FILLED');
    expect(book.openOrder(1, '2')?.status).toBe('UNFILLED');
    expect(published).toHaveLength(2);
  });

  it('forgets an exchange that closes', () => {
    const { book } = open();
    book.batch(emptyBatch(1, news(order('1'))));
    book.closed(exchange);
    expect(book.openOrders([1])).toEqual([]);
  });
});
