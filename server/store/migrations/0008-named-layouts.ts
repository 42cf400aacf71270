import type { Migration } from './migration.ts';

/**
 * Many layouts per user: the revision stands beside the content, deleting can be undone, which are open stands in a setting.
 * Layouts that an admin shares with a role have a table of their own. A null content is the default workspace.
 */
export const namedLayouts: Migration = {
  id: 8,
  name: 'named-layouts',
  statements: [
    'alter table layout add column revision integer not null default 1',
    'alter table layout add column deleted_ms bigint',
    `update layout set revision = (content ->> 'revision')::integer, content = content -> 'content' where jsonb_exists(content, 'revision')`,
    'alter table layout alter column content drop not null',
    `insert into setting (user_id, key, value)
      select user_id, 'workspace.tabs', jsonb_build_object('open', jsonb_build_array(id), 'active', id) from layout where is_current`,
    'drop index layout_current',
    'drop index layout_name',
    'alter table layout drop column is_current',
    'create unique index layout_name on layout (user_id, name) where deleted_ms is null',
    'create index layout_deleted on layout (deleted_ms) where deleted_ms is not null',
    `create table shared_layout (
      id text primary key,
      role text not null,
      name text not null,
      version integer not null,
      content jsonb,
      is_default boolean not null,
      updated_ms bigint not null,
      unique (role, name)
    )`,
    'create unique index shared_layout_default on shared_layout (role) where is_default',
  ],
};
