import { sql } from 'kysely';
import type { JournalBatch } from '../leases/journal-store.ts';
import type { Database } from '../opening/dialect.ts';
import { type CopiedSchema, readSchema } from './schema-copy.ts';
import { writeRows } from './table-rows.ts';

/** An empty database that gets another one's content, within one transaction. */
export class DatabaseFilling {
  readonly #transaction: Database;

  constructor(transaction: Database) {
    this.#transaction = transaction;
  }

  async makeTables({ before }: CopiedSchema): Promise<void> {
    for (const statement of before) await sql.raw(statement).execute(this.#transaction);
  }

  write(table: CopiedSchema['tables'][number], lines: readonly string[]): Promise<void> {
    return writeRows(this.#transaction, table, lines);
  }

  /** After the rows: keys, indexes and the rest. Throws when the schema is then not the one that was copied. */
  async finish(schema: CopiedSchema): Promise<void> {
    for (const statement of schema.after) await sql.raw(statement).execute(this.#transaction);
    for (const { table, column, last } of schema.sequences)
      if (last !== null)
        await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${last}::text::bigint)`.execute(
          this.#transaction,
        );
    // Whoever held a lease was a process of the other installation; its epoch stays, since it never goes back.
    await sql`update lease set process_id = null`.execute(this.#transaction);
    const made = await readSchema(this.#transaction);
    const missing = [...schema.before, ...schema.after].filter((statement) => ![...made.before, ...made.after].includes(statement));
    if (missing.length > 0) throw new Error(`the database made something else of: ${missing.join('; ')}`);
    const unnamed = made.tables.map(({ name }) => name).filter((name) => !schema.tables.some((table) => table.name === name));
    if (unnamed.length > 0) throw new Error(`made without rows, since the copied schema does not name them: ${unnamed.join(', ')}`);
  }

  /** Begins a journal in the database, with its snapshots. */
  async beginJournal(exchange: string, firstSequence: number, lastSequence: number): Promise<void> {
    await sql`insert into venue_journal (venue, epoch, first_sequence, last_sequence)
      values (${exchange}, 0, ${firstSequence}, ${lastSequence})`.execute(this.#transaction);
  }

  async addBatch(exchange: string, { firstSequence, lastSequence, records }: JournalBatch): Promise<void> {
    await sql`insert into journal_batch (venue, first_sequence, last_sequence, records)
      values (${exchange}, ${firstSequence}, ${lastSequence}, ${records}::bytea)`.execute(this.#transaction);
  }

  async addSnapshot(exchange: string, sequence: number, bytes: Uint8Array): Promise<void> {
    await sql`insert into venue_snapshot (venue, sequence, snapshot) values (${exchange}, ${sequence}, ${bytes}::bytea)`.execute(
      this.#transaction,
    );
  }
}
