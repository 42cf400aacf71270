import { sql } from 'kysely';
import type { JournalBatch } from '../leases/journal-store.ts';
import type { Database } from '../opening/dialect.ts';
import { type CopiedSchema, readSchema } from './schema-copy.ts';
import { readRows } from './table-rows.ts';

/**
 * Tables whose rows do not go along: journals and their snapshots lie in files of a backup wherever they lay before, and processes that work
 * on the database are none of its content.
 */
export const leftTables: readonly string[] = ['journal_batch', 'venue_snapshot', 'venue_journal', 'process'];

/** A database within one transaction, at one moment. */
export class DatabasePicture {
  readonly schema: CopiedSchema;
  readonly #transaction: Database;
  #cursors = 0;

  private constructor(transaction: Database, schema: CopiedSchema) {
    this.#transaction = transaction;
    this.schema = schema;
  }

  static async take(transaction: Database): Promise<DatabasePicture> {
    return new DatabasePicture(transaction, await readSchema(transaction));
  }

  /** Tables whose rows belong to the content. */
  get tables(): CopiedSchema['tables'] {
    return this.schema.tables.filter(({ name }) => !leftTables.includes(name));
  }

  rows(table: CopiedSchema['tables'][number]): AsyncIterable<readonly string[]> {
    return readRows(this.#transaction, table);
  }

  /** Number of the newest migration of the house. */
  async migration(): Promise<number> {
    const { rows } = await sql<{ readonly id: number }>`select max(id) as id from schema_migration`.execute(this.#transaction);
    return Number(rows[0]?.id ?? 0);
  }

  /** Through which command it has stored orders, money and candles of each exchange; the furthest of them. */
  async storedThrough(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ readonly venue: string; readonly sequence: string }>`select venue, sequence from projection_position
      where venue not like '%/%'`.execute(this.#transaction);
    const stored = new Map<string, number>();
    for (const { venue, sequence } of rows) {
      const exchange = venue.replace(/^candles:/, '');
      stored.set(exchange, Math.max(stored.get(exchange) ?? 0, Number(sequence)));
    }
    return stored;
  }

  /** Exchanges whose journals lie in this database, each with its first command. */
  async journals(): Promise<ReadonlyMap<string, { readonly firstSequence: number; readonly lastSequence: number }>> {
    const { rows } = await sql<{ readonly venue: string; readonly first_sequence: string; readonly last_sequence: string }>`
      select venue, first_sequence, last_sequence from venue_journal where last_sequence > 0 order by venue`.execute(this.#transaction);
    return new Map(rows.map((row) => [row.venue, { firstSequence: Number(row.first_sequence), lastSequence: Number(row.last_sequence) }]));
  }

  /** Batches of a journal with commands from `sequence` on, in order. */
  async *batches(exchange: string, sequence: number): AsyncIterable<JournalBatch> {
    // Whoever stops early leaves his open until the transaction ends.
    this.#cursors += 1;
    const cursor = sql.id(`copied_batches_${this.#cursors}`);
    await sql`declare ${cursor} no scroll cursor for select first_sequence, last_sequence, records from journal_batch
      where venue = ${sql.lit(exchange)} and last_sequence >= ${sql.lit(sequence)} order by first_sequence`.execute(this.#transaction);
    for (;;) {
      const { rows } = await sql<{ readonly first_sequence: string; readonly last_sequence: string; readonly records: Uint8Array }>`
        fetch 200 from ${cursor}`.execute(this.#transaction);
      if (rows.length === 0) break;
      for (const { first_sequence, last_sequence, records } of rows)
        yield { firstSequence: Number(first_sequence), lastSequence: Number(last_sequence), records };
    }
    await sql`close ${cursor}`.execute(this.#transaction);
  }

  /** Snapshots of an exchange whose journal lies here, by their last commands, ascending. */
  async snapshots(exchange: string): Promise<readonly number[]> {
    const { rows } = await sql<{ readonly sequence: string }>`select sequence from venue_snapshot
      where venue = ${exchange} and set_aside is null order by venue_snapshot.sequence`.execute(this.#transaction);
    return rows.map(({ sequence }) => Number(sequence));
  }

  async snapshot(exchange: string, sequence: number): Promise<Uint8Array> {
    const { rows } = await sql<{ readonly snapshot: Uint8Array }>`select snapshot from venue_snapshot
      where venue = ${exchange} and sequence = ${sequence}`.execute(this.#transaction);
    return rows[0]?.snapshot ?? new Uint8Array();
  }
}
