import type { StateTable } from '../state-table.ts';

/**
 * Life of one order (trading rules §11).
 * WAITING: trigger not fired. TRADING: trigger fired, the child order works. UNFILLED / PARTIALLY_FILLED: on the book.
 * CANCELING: asked an external venue, not confirmed. EXPIRED: ended by rule. FAILURE: refused by the venue.
 * DENIED: refused by the house before it was sent; such an order has no other state.
 */
export const orderStatuses = [
  'WAITING',
  'TRADING',
  'UNFILLED',
  'PARTIALLY_FILLED',
  'CANCELING',
  'FILLED',
  'CANCELED',
  'EXPIRED',
  'FAILURE',
  'DENIED',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const orderStatusTable: StateTable<OrderStatus> = {
  name: 'order',
  next: {
    WAITING: ['TRADING', 'CANCELING', 'CANCELED', 'EXPIRED', 'FAILURE'],
    TRADING: ['FILLED', 'PARTIALLY_FILLED', 'UNFILLED', 'CANCELING', 'CANCELED', 'EXPIRED', 'FAILURE'],
    UNFILLED: ['PARTIALLY_FILLED', 'FILLED', 'CANCELING', 'CANCELED', 'EXPIRED'],
    PARTIALLY_FILLED: ['FILLED', 'CANCELING', 'CANCELED', 'EXPIRED'],
    // A real venue may fill an order after we asked it to cancel.
    CANCELING: ['CANCELED', 'FILLED', 'EXPIRED'],
    FILLED: [],
    CANCELED: [],
    EXPIRED: [],
    FAILURE: [],
    DENIED: [],
  },
};
