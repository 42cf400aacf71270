import { expect, test } from 'vitest';
import type { Order } from '../../core/contract/trading.ts';
import { PlacedOrderBook } from './placed-order-book.ts';

const order = (number: number, status: Order['status'] = 'UNFILLED') =>
  ({ apiId: 1, orderId: `${number}`, clientOrderId: `c${number}`, status }) as Order;
const statusOf = (placed: PlacedOrderBook, id: string) => placed.find(1, id)?.orders.map(({ status }) => status);

test('a long replay forgets orders that ended long ago, and never an open one', () => {
  const placed = new PlacedOrderBook();
  placed.add([order(0)], 'resting');
  for (let number = 1; number <= 30_000; number++) {
    placed.add([order(number)], 'content');
    placed.changed(order(number, 'FILLED'));
  }
  expect(placed.find(1, 'c0')).toEqual({ orders: [order(0)], content: 'resting' });
  expect(statusOf(placed, 'c30000')).toEqual(['FILLED']);
  expect(statusOf(placed, 'c20001')).toEqual(['FILLED']);
  expect(placed.find(1, 'c1')).toBeNull();
});

test('an order that ended at once stays ended when its first state is told afterwards', () => {
  const placed = new PlacedOrderBook();
  placed.add([order(1, 'EXPIRED')], 'content');
  placed.changed(order(1));
  expect(statusOf(placed, 'c1')).toEqual(['EXPIRED']);
  expect(placed.find(2, 'c1')).toBeNull();
});

test('the orders of a pair are found by either name, as they are now, until both have ended', () => {
  const placed = new PlacedOrderBook();
  placed.add([order(1), order(2, 'WAITING')], 'pair');
  placed.changed(order(2, 'CANCELED'));
  expect(statusOf(placed, 'c2')).toEqual(['UNFILLED', 'CANCELED']);
  placed.changed(order(1, 'FILLED'));
  expect(statusOf(placed, 'c1')).toEqual(['FILLED', 'CANCELED']);
});
