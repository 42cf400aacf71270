import { sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { CopiedSchema } from './schema-copy.ts';

type CopiedTable = CopiedSchema['tables'][number];

/** Rows that are fetched at once; bounds the reader's memory with rows of ordinary size. */
const rowsAtOnce = 2_000;

/**
 * The rows of a table, each as a JSON array of what the database itself writes of its columns as text: amounts, bytes and times come back from
 * that exactly, on either engine. In one transaction, which keeps the picture still.
 */
export async function* readRows(transaction: Database, { name, columns }: CopiedTable): AsyncIterable<readonly string[]> {
  const texts = sql.join(columns.map((column) => sql`${sql.id(column.name)}::text`));
  await sql`declare copied_rows no scroll cursor for select array_to_json(array[${texts}]::text[])::text as line from ${sql.table(name)}`.execute(
    transaction,
  );
  for (;;) {
    const { rows } = await sql<{ readonly line: string }>`fetch ${sql.lit(rowsAtOnce)} from copied_rows`.execute(transaction);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`close copied_rows`.execute(transaction);
}

/** Rows as {@link readRows} gave them. */
export async function writeRows(transaction: Database, { name, columns }: CopiedTable, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  const listed = sql.join(columns.map((column) => sql.id(column.name)));
  const values = sql.join(columns.map(({ type }, at) => sql`(line ->> ${sql.lit(at)})::${sql.raw(type)}`));
  await sql`insert into ${sql.table(name)} (${listed}) overriding system value
    select ${values} from json_array_elements(${`[${lines.join(',')}]`}::text::json) as line`.execute(transaction);
}
