import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../opening/dialect.ts';

/** `json`: text that JSON.stringify made; written as it is, while other text has to be escaped. */
export type BulkType = 'json' | 'text' | 'bigint' | 'integer' | 'numeric' | 'boolean';
export type BulkValue = string | number | boolean | null;

/** Column → its type and how to read it from a record. */
export type BulkColumns<T> = Readonly<Record<string, readonly [type: BulkType, read: (record: T) => BulkValue]>>;

export interface BulkTarget<T> {
  readonly table: string;
  readonly columns: BulkColumns<T>;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** What a row with a known key does: 'update' all other columns, or 'keep' the row that is there. */
  readonly onKnown: 'update' | 'keep';
}

const rowsPerStatement = 5_000;

/** Inserts any number of records, a few thousand per statement. The keys of one call must differ from each other. */
export async function bulkInsert<T>(database: Database, target: BulkTarget<T>, records: readonly T[]): Promise<void> {
  for (let start = 0; start < records.length; start += rowsPerStatement) {
    await insertSome(database, target, records.slice(start, start + rowsPerStatement));
  }
}

async function insertSome<T>(database: Database, target: BulkTarget<T>, records: readonly T[]): Promise<void> {
  const names = Object.keys(target.columns);
  const arrays = bulkArrays(target.columns, records);
  await sql`insert into ${sql.table(target.table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select * from unnest(${sql.join(arrays)})
    on conflict (${sql.join(target.key.map((name) => sql.ref(name)))}) ${sql.raw(conflictAction(target, names))}`.execute(database);
}

function conflictAction<T>(target: BulkTarget<T>, names: readonly string[]): string {
  if (target.onKnown === 'keep') return 'do nothing';
  const rest = names.filter((name) => !target.key.includes(name));
  return `do update set ${rest.map((name) => `"${name}" = excluded."${name}"`).join(', ')}`;
}

/** JSON escapes every control character, and no JSON is empty. */
const betweenJson = '\u001f';

/** One array for each column. The parameter is a text on both drivers; PostgreSQL itself reads the array from it. */
export const bulkArrays = <T>(columns: BulkColumns<T>, records: readonly T[]): readonly RawBuilder<unknown>[] =>
  Object.values(columns).map(([type, read]) => {
    const values = records.map(read);
    return type === 'json'
      ? sql`string_to_array(${values.join(betweenJson)}::text, ${sql.lit(betweenJson)}, '')`
      : sql`${arrayLiteral(values)}::text::${sql.raw(type)}[]`;
  });

/** PostgreSQL's text form of an array: `{"a","b\"c",NULL}`. */
export function arrayLiteral(values: readonly BulkValue[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: BulkValue): string {
  if (value === null) return 'NULL';
  return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value);
}

/** The last record of each key, in order of first appearance: one statement may not touch a row twice. */
export function lastPerKey<T>(records: readonly T[], keyOf: (record: T) => string): readonly T[] {
  return [...new Map(records.map((record) => [keyOf(record), record])).values()];
}
