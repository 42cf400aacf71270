import type { Migration } from './migration.ts';

/** What plugins keep secret, sealed under a key that is not in the database. */
export const pluginSecrets: Migration = {
  id: 34,
  name: 'plugin-secrets',
  statements: [
    `create table plugin_secret (
      plugin_id text not null,
      name text not null,
      sealed text not null,
      primary key (plugin_id, name)
    )`,
  ],
};
