import type { Migration } from './migration.ts';

/** Users, their sessions and exchange accounts, what they may use, and the audit log. */
export const people: Migration = {
  id: 1,
  name: 'people',
  statements: [
    `create table app_user (
      id text primary key,
      username text not null,
      email text,
      phone text,
      password_hash text not null,
      role text not null,
      vip_level integer not null,
      invite_code text not null,
      invited_by text references app_user (id),
      state text not null,
      demo boolean not null,
      created_ms bigint not null
    )`,
    'create unique index app_user_username on app_user (lower(username))',
    'create unique index app_user_email on app_user (lower(email))',
    'create unique index app_user_phone on app_user (phone)',
    'create unique index app_user_invite_code on app_user (invite_code)',
    `create table session (
      token_hash text primary key,
      user_id text not null references app_user (id),
      created_ms bigint not null,
      expires_ms bigint not null,
      revoked_ms bigint,
      ip text not null,
      user_agent text not null
    )`,
    'create index session_by_user on session (user_id, expires_ms)',
    'create index session_by_expiry on session (expires_ms)',
    `create table login_log (
      id bigint generated always as identity primary key,
      user_id text not null references app_user (id),
      time_ms bigint not null,
      ip text not null,
      user_agent text not null,
      outcome text not null
    )`,
    'create index login_log_user on login_log (user_id, id desc)',
    `create table user_config (
      user_id text primary key references app_user (id),
      config_json text not null
    )`,
    `create table api_group (
      id bigint generated always as identity primary key,
      user_id text not null references app_user (id),
      name text not null,
      created_ms bigint not null
    )`,
    'create index api_group_user on api_group (user_id, id)',
    `create table api_account (
      api_id bigint generated always as identity primary key,
      user_id text not null references app_user (id),
      name text not null,
      exchange text not null,
      permissions jsonb not null,
      group_id bigint references api_group (id) on delete set null,
      state text not null,
      api_key_sealed bytea,
      secret_key_sealed bytea,
      passphrase_sealed bytea,
      created_ms bigint not null,
      updated_ms bigint not null
    )`,
    'create index api_account_user on api_account (user_id, api_id)',
    'create index api_account_group on api_account (group_id)',
    `create table plugin_set (
      role text primary key,
      included jsonb not null,
      excluded jsonb not null,
      vip_overrides jsonb not null,
      locked jsonb not null,
      updated_ms bigint not null
    )`,
    `create table plugin_opt_out (
      user_id text not null references app_user (id),
      plugin_id text not null,
      primary key (user_id, plugin_id)
    )`,
    `create table audit_log (
      id bigint generated always as identity primary key,
      time_ms bigint not null,
      actor text not null,
      action text not null,
      subject text not null,
      before jsonb not null,
      after jsonb not null
    )`,
    'create index audit_log_actor on audit_log (actor, id desc)',
    'create index audit_log_subject on audit_log (subject, id desc)',
  ],
};
