import type { Migration } from './migration.ts';

/** Bytes of an instance's history, counted as it is written: a user's quota is judged without reading it. Sizes of documents the database knows by itself. */
export const userQuota: Migration = {
  id: 24,
  name: 'user-quota',
  statements: [
    'alter table strategy_instance add column history_bytes bigint not null default 0',
    `update strategy_instance set history_bytes =
      coalesce((select sum(64 + octet_length(payload)) from strategy_event where strategy_event.instance_id = strategy_instance.instance_id), 0)
      + 128 * (select count(*) from strategy_plot where strategy_plot.instance_id = strategy_instance.instance_id)`,
    'create index layout_user on layout (user_id)',
    'alter table user_document drop column bytes',
  ],
};
