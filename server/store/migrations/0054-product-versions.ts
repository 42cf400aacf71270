import type { Migration } from './migration.ts';

/** People may have a version of the product, and a version the named plugin set that says what it brings. */
export const productVersions: Migration = {
  id: 54,
  name: 'product-versions',
  statements: [
    'alter table app_user add column product_version text',
    'create table product_version (version text primary key, set_name text not null references named_plugin_set (name))',
  ],
};
