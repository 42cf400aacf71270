import { expect, test } from 'vitest';
import type { Order } from '../../core/contract/trading.ts';
import { PlacedOrders } from './placed-orders.ts';

const order = (number: number, status: Order['status'] = 'UNFILLED') => ({ apiId: 1, clientOrderId: `c${number}`, status }) as Order;

test('a long replay forgets orders that ended long ago, and never an open one', () => {
  const placed = new PlacedOrders();
  placed.add(order(0), 'resting');
  for (let number = 1; number <= 30_000; number++) {
    placed.add(order(number), 'content');
    placed.changed(order(number, 'FILLED'));
  }
  expect(placed.find(1, 'c0')).toEqual({ order: order(0), content: 'resting' });
  expect(placed.find(1, 'c30000')?.order.status).toBe('FILLED');
  expect(placed.find(1, 'c20001')?.order.status).toBe('FILLED');
  expect(placed.find(1, 'c1')).toBeNull();
});

test('an order that ended at once stays ended when its first state is told afterwards', () => {
  const placed = new PlacedOrders();
  placed.add(order(1, 'EXPIRED'), 'content');
  placed.changed(order(1));
  expect(placed.find(1, 'c1')?.order.status).toBe('EXPIRED');
  expect(placed.find(2, 'c1')).toBeNull();
});
