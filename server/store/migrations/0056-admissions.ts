import type { Migration } from './migration.ts';

/** Whom administrators have invited to be somebody of the house. The link of the letter opens it: its token is kept as a hash alone. */
export const admissions: Migration = {
  id: 56,
  name: 'admissions',
  statements: [
    `create table admission (
      admission_id text primary key,
      token_hash text not null unique,
      address text not null,
      role text not null,
      vip_level integer not null,
      vip_until_ms bigint,
      product_version text,
      language text not null,
      invited_by text not null references app_user (id),
      invited_ms bigint not null,
      until_ms bigint not null,
      delivery_id text not null,
      name_tries integer not null default 0,
      user_id text references app_user (id),
      used_ms bigint,
      revoked_ms bigint
    )`,
    'create unique index admission_open on admission (lower(address)) where used_ms is null and revoked_ms is null',
    'create index admission_until on admission (until_ms)',
    'create index admission_user on admission (user_id) where user_id is not null',
  ],
};
