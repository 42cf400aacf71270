import type { Migration } from './migration.ts';

/** Which steps of their own tables plugins have run. */
export const pluginTables: Migration = {
  id: 32,
  name: 'plugin-tables',
  statements: [
    `create table plugin_migration (
      plugin_id text not null,
      id integer not null,
      name text not null,
      checksum text not null,
      primary key (plugin_id, id)
    )`,
  ],
};
