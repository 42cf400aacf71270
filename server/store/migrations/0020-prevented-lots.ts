import type { Migration } from './migration.ts';

/** What self-trade prevention has taken off an order after each of its changes; null stands for none, as of what was stored before. */
export const preventedLots: Migration = {
  id: 20,
  name: 'prevented-lots',
  statements: ['alter table order_event add column prevented_qty decimal_amount'],
};
