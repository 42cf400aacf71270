import type { Migration } from './migration.ts';

/**
 * The audit log becomes a chain: each entry has the hash of the one before, and one row holds its end, locked by whoever adds. What users add by
 * what they do with their own things ages, so it moves to a table of its own. Entries from before stand before the first link, which begins with a hash over
 * them all: the text that it is made of is the database's own.
 */
export const auditChain: Migration = {
  id: 37,
  name: 'audit-chain',
  statements: [
    `create table user_trace (
      id bigint generated always as identity primary key,
      time_ms bigint not null,
      actor text not null,
      action text not null,
      subject text not null,
      before jsonb not null,
      after jsonb not null
    )`,
    `insert into user_trace (time_ms, actor, action, subject, before, after)
      select time_ms, actor, action, subject, before, after from audit_log
      where action in ('access.refused', 'api-key.created', 'api-key.revoked', 'api-key.new-address', 'strategies.halted', 'strategies.resumed')
        and subject <> 'everyone' order by id`,
    `delete from audit_log
      where action in ('access.refused', 'api-key.created', 'api-key.revoked', 'api-key.new-address', 'strategies.halted', 'strategies.resumed')
        and subject <> 'everyone'`,
    'create index user_trace_actor on user_trace (actor, id desc)',
    'create index user_trace_subject on user_trace (subject, id desc)',
    // Whoever holds the end of the chain numbers too: a missing number is a missing entry.
    'alter table audit_log alter column id drop identity, add column reason text, add column prev_hash text, add column hash text',
    `create table audit_head (
      one boolean primary key check (one),
      earlier_id bigint not null,
      first_hash text not null,
      last_id bigint not null,
      last_hash text not null
    )`,
    `insert into audit_head (one, earlier_id, first_hash, last_id, last_hash)
      select true, last_id, first_hash, last_id, first_hash from (select coalesce(max(id), 0) as last_id,
        encode(sha256(convert_to(coalesce(string_agg(json_build_array(id, time_ms, actor, action, subject, before, after)::text, chr(10) order by id), ''),
          'UTF8')), 'hex') as first_hash from audit_log) as earlier`,
  ],
};
