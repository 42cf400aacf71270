import type { Migration } from './migration.ts';

/** Every plugin set as it was saved: who, when and why. Sets of before have a first version without a reason. */
export const pluginSetVersions: Migration = {
  id: 49,
  name: 'plugin-set-versions',
  statements: [
    `create table plugin_set_version (
      version bigint generated always as identity primary key,
      role text not null,
      included jsonb not null,
      excluded jsonb not null,
      vip_overrides jsonb not null,
      locked jsonb not null,
      saved_ms bigint not null,
      saved_by text not null,
      reason text
    )`,
    'create index plugin_set_version_role on plugin_set_version (role, version)',
    `insert into plugin_set_version (role, included, excluded, vip_overrides, locked, saved_ms, saved_by, reason)
      select role, included, excluded, vip_overrides, locked, updated_ms, 'system', null from plugin_set order by role`,
    `create table named_plugin_set (
      name text primary key,
      included jsonb not null,
      excluded jsonb not null,
      vip_overrides jsonb not null,
      locked jsonb not null,
      saved_ms bigint not null,
      saved_by text not null
    )`,
  ],
};
