import type { Migration } from './migration.ts';

/**
 * Processes that work on this database, what each of them holds, and the journals of venues that lie here instead of in files. An epoch
 * never goes back: whoever takes a lease raises it, and what is written under an earlier one is refused in the transaction that writes.
 */
export const leasesAndJournals: Migration = {
  id: 27,
  name: 'leases-and-journals',
  statements: [
    'create table process (process_id text primary key, address text not null, beat bigint not null)',
    'create table lease (name text primary key, epoch bigint not null, process_id text)',
    `create table venue_journal (
      venue text primary key,
      epoch bigint not null,
      first_sequence bigint not null,
      last_sequence bigint not null
    )`,
    `create table journal_batch (
      venue text not null references venue_journal (venue),
      first_sequence bigint not null,
      last_sequence bigint not null,
      records bytea not null,
      primary key (venue, first_sequence)
    )`,
    // Already dense: trying to compress it again would only cost time in every commit.
    'alter table journal_batch alter column records set storage external',
    `create table venue_snapshot (
      venue text not null references venue_journal (venue),
      sequence bigint not null,
      snapshot bytea not null,
      set_aside text,
      primary key (venue, sequence)
    )`,
    'alter table venue_snapshot alter column snapshot set storage external',
  ],
};
