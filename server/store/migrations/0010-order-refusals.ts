import type { Migration } from './migration.ts';

/**
 * What was refused: orders that never came to be, and amendments that changed nothing. No journal has them, so they stand apart
 * from the projections and outlive a rebuild; lists read both through the view. Whoever changes `order_record` renews the view.
 */
export const orderRefusals: Migration = {
  id: 10,
  name: 'order-refusals',
  statements: [
    'create table refused_order (like order_record including defaults including constraints)',
    'alter table refused_order add primary key (venue, order_id)',
    'create index refused_order_history on refused_order (api_id, created_ms desc, venue desc, order_id desc)',
    'create index refused_order_age on refused_order (created_ms)',
    'create view order_history as select * from order_record union all select * from refused_order',
    `create table order_refusal (
      venue text collate "C" not null,
      refusal_id text collate "C" not null,
      order_id text collate "C" not null,
      refused_by text not null,
      code text not null,
      params text not null,
      price decimal_amount,
      qty decimal_amount,
      trigger_price decimal_amount,
      time_ms bigint not null,
      primary key (venue, refusal_id)
    )`,
    'create index order_refusal_order on order_refusal (venue, order_id, refusal_id)',
    'create index order_refusal_age on order_refusal (time_ms)',
  ],
};
