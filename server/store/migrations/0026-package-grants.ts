import type { Migration } from './migration.ts';

/**
 * What administrators grant to packages, who signed them, and which keys are trusted. `granted` is null for packages from before: they
 * keep whom they are there for, and what their code may do in a browser waits to be granted.
 */
export const packageGrants: Migration = {
  id: 26,
  name: 'package-grants',
  statements: [
    `alter table plugin_package add column granted text`,
    `create table plugin_package_key (
      public_key text collate "C" primary key,
      name text not null,
      added_by text not null,
      added_ms bigint not null
    )`,
  ],
};
