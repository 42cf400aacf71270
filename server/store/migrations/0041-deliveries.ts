import type { Migration } from './migration.ts';

/** Letters to people: kept until a channel has taken them. The body is sealed, and gone once it is of no use. */
export const deliveries: Migration = {
  id: 41,
  name: 'deliveries',
  statements: [
    `create table delivery (
      delivery_id text primary key,
      place bigint generated always as identity,
      user_id text references app_user (id),
      address text not null,
      channel text not null,
      kind text not null,
      subject text not null,
      sealed_body text,
      state text not null,
      tries integer not null default 0,
      next_ms bigint not null,
      created_ms bigint not null,
      expires_ms bigint not null,
      ended_ms bigint,
      error text,
      error_detail text
    )`,
    'create unique index delivery_place on delivery (place)',
    `create index delivery_waiting on delivery (next_ms) where state = 'WAITING'`,
    'create index delivery_open on delivery (expires_ms) where sealed_body is not null',
    'create index delivery_created on delivery (created_ms)',
  ],
};
