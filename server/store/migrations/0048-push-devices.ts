import type { Migration } from './migration.ts';

/** Browsers that take Web Push for a user. The secret of each is sealed. */
export const pushDevices: Migration = {
  id: 48,
  name: 'push-devices',
  statements: [
    `create table push_device (
      device_id text primary key,
      user_id text not null references app_user (id),
      endpoint text not null unique,
      sealed_keys text not null,
      name text not null,
      created_ms bigint not null
    )`,
    'create index push_device_user on push_device (user_id, created_ms)',
  ],
};
