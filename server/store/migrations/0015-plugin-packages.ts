import type { Migration } from './migration.ts';

/** Plugins from outside the build. The package is text, byte for byte as it came: its hash is over it. */
export const pluginPackages: Migration = {
  id: 15,
  name: 'plugin-packages',
  statements: [
    `create table plugin_package (
      id text collate "C" primary key,
      version text not null,
      hash text not null,
      content text not null,
      enabled boolean not null,
      installed_by text not null,
      installed_ms bigint not null
    )`,
  ],
};
