import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import { arrayLiteral } from '../sql/bulk.ts';
import type { JournalBatch, JournalExtent, Journals } from './journal-store.ts';

export class SqlJournals implements Journals {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async claim(venue: string, epoch: number): Promise<JournalExtent | null> {
    const { rows } = await sql<{ readonly first_sequence: string; readonly last_sequence: string }>`insert into venue_journal
      (venue, epoch, first_sequence, last_sequence) values (${venue}, ${epoch}, 1, 0)
      on conflict (venue) do update set epoch = excluded.epoch where venue_journal.epoch <= excluded.epoch
      returning first_sequence, last_sequence`.execute(this.#database);
    const row = rows[0];
    return row === undefined ? null : { firstSequence: Number(row.first_sequence), lastSequence: Number(row.last_sequence) };
  }

  async append(venue: string, epoch: number, { firstSequence, lastSequence, records }: JournalBatch): Promise<boolean> {
    const { rows } = await sql`with head as (
        update venue_journal set last_sequence = ${lastSequence}
        where venue = ${venue} and epoch = ${epoch} and last_sequence = ${firstSequence - 1} returning venue)
      insert into journal_batch (venue, first_sequence, last_sequence, records)
      select venue, ${firstSequence}::bigint, ${lastSequence}::bigint, ${records}::bytea from head returning venue`.execute(this.#database);
    return rows.length > 0;
  }

  async batches(venue: string, sequence: number, limit: number): Promise<readonly JournalBatch[]> {
    // The batch that holds `sequence` is the last one that begins before it or with it.
    const { rows } = await sql<BatchRow>`select first_sequence, last_sequence, records from journal_batch
      where venue = ${venue} and first_sequence >= coalesce(
        (select max(first_sequence) from journal_batch where venue = ${venue} and first_sequence <= ${sequence}), 0)
      order by first_sequence limit ${limit}`.execute(this.#database);
    return rows
      .map((row) => ({ firstSequence: Number(row.first_sequence), lastSequence: Number(row.last_sequence), records: row.records }))
      .filter(({ lastSequence }) => lastSequence >= sequence);
  }

  async drop(venue: string, epoch: number, sequence: number): Promise<number | null> {
    const { rows } = await sql<{ readonly first_sequence: string }>`with
      gone as (delete from journal_batch where venue = ${venue} and last_sequence <= ${sequence}
        and exists (select from venue_journal where venue = ${venue} and epoch = ${epoch} for update) returning last_sequence)
      update venue_journal set first_sequence = greatest(first_sequence, (select max(last_sequence) + 1 from gone))
      where venue = ${venue} and epoch = ${epoch} returning first_sequence`.execute(this.#database);
    return rows[0] === undefined ? null : Number(rows[0].first_sequence);
  }

  async snapshots(venue: string): Promise<readonly number[]> {
    const rows = await this.#database
      .selectFrom('venue_snapshot')
      .select('sequence')
      .where('venue', '=', venue)
      .where('set_aside', 'is', null)
      .orderBy('sequence')
      .execute();
    return rows.map(({ sequence }) => Number(sequence));
  }

  async snapshot(venue: string, sequence: number): Promise<Uint8Array | null> {
    const row = await this.#database
      .selectFrom('venue_snapshot')
      .select('snapshot')
      .where('venue', '=', venue)
      .where('sequence', '=', String(sequence))
      .executeTakeFirst();
    return row?.snapshot ?? null;
  }

  async saveSnapshot(venue: string, epoch: number, sequence: number, snapshot: Uint8Array): Promise<boolean> {
    const { rows } = await sql`insert into venue_snapshot (venue, sequence, snapshot)
      select venue, ${sequence}::bigint, ${snapshot}::bytea from venue_journal where venue = ${venue} and epoch = ${epoch} for share
      on conflict (venue, sequence) do update set snapshot = excluded.snapshot, set_aside = null returning venue`.execute(this.#database);
    return rows.length > 0;
  }

  async setSnapshotAside(venue: string, epoch: number, sequence: number, reason: string): Promise<void> {
    await sql`update venue_snapshot set set_aside = ${reason} where venue = ${venue} and sequence = ${sequence}
      and ${claimed(venue, epoch)}`.execute(this.#database);
  }

  async deleteSnapshots(venue: string, epoch: number, sequences: readonly number[]): Promise<void> {
    await sql`delete from venue_snapshot where venue = ${venue} and sequence = any (${arrayLiteral(sequences)}::text::bigint[])
      and ${claimed(venue, epoch)}`.execute(this.#database);
  }
}

/** The journal is claimed for that epoch, and stays so until the end of the statement. */
const claimed = (venue: string, epoch: number): RawBuilder<unknown> =>
  sql`exists (select from venue_journal where venue = ${venue} and epoch = ${epoch} for share)`;

interface BatchRow {
  readonly first_sequence: string;
  readonly last_sequence: string;
  readonly records: Uint8Array;
}
