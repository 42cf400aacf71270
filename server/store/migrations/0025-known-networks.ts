import type { Migration } from './migration.ts';

/** Networks that somebody signed in from, as keyed hashes of account and network. */
export const knownNetworks: Migration = {
  id: 25,
  name: 'known-networks',
  statements: [
    `create table known_network (
      network_hash text primary key,
      user_id text not null references app_user (id),
      last_ms bigint not null
    )`,
    'create index known_network_user on known_network (user_id, last_ms desc)',
  ],
};
