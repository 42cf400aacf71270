import type { Migration } from './migration.ts';

/** Whose a refusal is, so that each account has its newest, and how many more of the same reason were joined to it. */
export const joinedRefusals: Migration = {
  id: 23,
  name: 'joined-refusals',
  statements: [
    'alter table order_refusal add column api_id bigint',
    'alter table order_refusal add column repeats integer not null default 0',
    `update order_refusal set api_id = refused_order.api_id from refused_order
      where refused_order.venue = order_refusal.venue and refused_order.order_id = order_refusal.order_id`,
    'create index order_refusal_account on order_refusal (api_id, refusal_id)',
  ],
};
