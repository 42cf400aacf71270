import type { Migration } from './migration.ts';

/** Layouts, settings, messages and reference names. */
export const workspace: Migration = {
  id: 2,
  name: 'workspace',
  statements: [
    `create table layout (
      id text primary key,
      user_id text not null references app_user (id),
      name text not null,
      version integer not null,
      content jsonb not null,
      is_current boolean not null,
      updated_ms bigint not null
    )`,
    'create unique index layout_name on layout (user_id, name)',
    'create unique index layout_current on layout (user_id) where is_current',
    `create table setting (
      user_id text not null references app_user (id),
      key text not null,
      value jsonb not null,
      primary key (user_id, key)
    )`,
    `create table message (
      id bigint generated always as identity primary key,
      user_id text references app_user (id),
      type integer not null,
      title text not null,
      body text not null,
      msg_time_ms bigint not null
    )`,
    'create index message_user on message (user_id, id desc)',
    'create index message_everyone on message (id desc) where user_id is null',
    `create table message_read (
      user_id text not null references app_user (id),
      message_id bigint not null references message (id) on delete cascade,
      read_ms bigint not null,
      primary key (user_id, message_id)
    )`,
    'create index message_read_message on message_read (message_id)',
    `create table astock_name (
      exchange_id integer not null,
      security_id text not null,
      security_name text not null,
      primary key (exchange_id, security_id)
    )`,
  ],
};
