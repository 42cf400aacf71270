import type { Migration } from './migration.ts';

/**
 * What waits for a second person; money that comes from outside or goes there, each movement with how far it has come; and what the daily proof has
 * found. The journal of the exchange is the truth of a movement: its reference there is `money-` and the id.
 */
export const money: Migration = {
  id: 45,
  name: 'money',
  statements: [
    `create table approval (
      id text primary key,
      kind text not null,
      subject text not null,
      content jsonb not null,
      asked_by text not null,
      asked_ms bigint not null,
      state text not null,
      decided_by text,
      decided_ms bigint,
      reason text
    )`,
    "create index approval_waiting on approval (kind, asked_ms) where state = 'WAITING'",
    `create table money_movement (
      number bigint generated always as identity,
      id text primary key,
      kind text not null,
      api_id bigint not null,
      user_id text not null,
      exchange text not null,
      account_type text not null,
      asset text not null,
      amount numeric not null,
      value numeric,
      reason text not null,
      proof text not null,
      file_id text,
      file_name text,
      destination jsonb,
      state text not null,
      failure text,
      approval_id text references approval (id),
      asked_by text not null,
      asked_ms bigint not null,
      done_ms bigint
    )`,
    'create unique index money_movement_number on money_movement (number)',
    'create index money_movement_state on money_movement (state, number)',
    'create index money_movement_account on money_movement (api_id, number)',
    'create index money_movement_owner on money_movement (user_id, number)',
    'create index money_movement_asked on money_movement (asked_by, asked_ms)',
    'create index money_movement_file on money_movement (file_id) where file_id is not null',
    `create table money_proof (
      day text not null,
      exchange text not null,
      time_ms bigint not null,
      wallets integer not null,
      findings jsonb not null,
      primary key (day, exchange)
    )`,
  ],
};
