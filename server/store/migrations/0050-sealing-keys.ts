import type { Migration } from './migration.ts';

/** The keys that secrets are sealed under, wrapped under the master key, which is not in the database. */
export const sealingKeys: Migration = {
  id: 50,
  name: 'sealing-keys',
  statements: [
    `create table sealing_key (
      key_id integer primary key,
      wrapped text not null,
      made_ms bigint not null
    )`,
  ],
};
