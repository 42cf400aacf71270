import type { Migration } from './migration.ts';

/** The price that an order's trigger watches; what was stored before watches the last one. */
export const watchedPrices: Migration = {
  id: 31,
  name: 'watched-prices',
  statements: [
    'drop view order_history',
    "alter table order_record add column watched_price text not null default 'LAST'",
    "alter table refused_order add column watched_price text not null default 'LAST'",
    'create view order_history as select * from order_record union all select * from refused_order',
  ],
};
