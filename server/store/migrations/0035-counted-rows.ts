import type { Migration } from './migration.ts';

/** Which rows of plugins' tables count towards their users' quotas. It stands here so that every server of the database counts alike. */
export const countedRows: Migration = {
  id: 35,
  name: 'counted-rows',
  statements: [
    `create table counted_rows (
      plugin_id text not null,
      table_name text not null,
      kind text not null,
      bytes text not null,
      newest text,
      deleted text,
      key text,
      primary key (plugin_id, table_name)
    )`,
  ],
};
