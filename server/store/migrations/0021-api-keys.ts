import type { Migration } from './migration.ts';

/** Keys for scripts. `seen` holds the networks that it was used from last: a new one goes into the audit log. */
export const apiKeys: Migration = {
  id: 21,
  name: 'api-keys',
  statements: [
    `create table api_key (
      key_id text primary key,
      user_id text not null references app_user (id),
      name text not null,
      permission text not null,
      addresses jsonb not null,
      token_hash text not null,
      created_ms bigint not null,
      expires_ms bigint,
      last_used_ms bigint,
      last_used_ip text,
      seen jsonb not null
    )`,
    'create index api_key_user on api_key (user_id, created_ms desc)',
  ],
};
