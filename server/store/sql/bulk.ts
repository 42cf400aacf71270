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
  const given: string[] = [];
  const arrays: RawBuilder<unknown>[] = [];
  const selected = Object.entries(target.columns).map(([name, [type, read]]) => {
    const values = records.map(read);
    // Many columns say the same in all rows, venue and what an order does not have among them: they are read once.
    if (type !== 'json' && records.length > 1 && isOneValue(values)) return constant(type, values[0] as BulkValue);
    given.push(name);
    arrays.push(bulkArray(type, values));
    return sql.ref(`given.${name}`);
  });
  await sql`insert into ${sql.table(target.table)} (${refs(names)})
    select ${sql.join(selected)} from unnest(${sql.join(arrays)}) as given (${refs(given)})
    on conflict (${refs(target.key)}) ${sql.raw(conflictAction(target, names))}`.execute(database);
}

const refs = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)));

function isOneValue(values: readonly BulkValue[]): boolean {
  const [first] = values;
  for (const value of values) if (value !== first) return false;
  return true;
}

const constant = (type: BulkType, value: BulkValue): RawBuilder<unknown> =>
  value === null ? sql.raw(`null::${type}`) : sql`${String(value)}::text::${sql.raw(type)}`;

function conflictAction<T>(target: BulkTarget<T>, names: readonly string[]): string {
  if (target.onKnown === 'keep') return 'do nothing';
  const rest = names.filter((name) => !target.key.includes(name));
  return `do update set ${rest.map((name) => `"${name}" = excluded."${name}"`).join(', ')}`;
}

/** JSON escapes every control character, and no JSON is empty. */
const betweenJson = '\u001f';

/** One array for each column. */
export const bulkArrays = <T>(columns: BulkColumns<T>, records: readonly T[]): readonly RawBuilder<unknown>[] =>
  Object.values(columns).map(([type, read]) => bulkArray(type, records.map(read)));

/** The parameter is a text on both drivers; PostgreSQL itself reads the array from it. */
const bulkArray = (type: BulkType, values: readonly BulkValue[]): RawBuilder<unknown> =>
  type === 'json'
    ? sql`string_to_array(${values.join(betweenJson)}::text, ${sql.lit(betweenJson)}, '')`
    : sql`${arrayLiteral(values)}::text::${sql.raw(type)}[]`;

const escaped = /["\\]/;
const everyEscaped = /["\\]/g;

/** PostgreSQL's text form of an array: `{"a","b\"c",NULL}`. */
export function arrayLiteral(values: readonly BulkValue[]): string {
  // Looked through together: ids, words and decimals have nothing to escape.
  const hasEscapes = escaped.test(values.join(''));
  let text = '{';
  for (const value of values) {
    if (text.length > 1) text += ',';
    if (typeof value === 'string') text += `"${hasEscapes ? value.replace(everyEscaped, '\\$&') : value}"`;
    else text += value === null ? 'NULL' : String(value);
  }
  return `${text}}`;
}

/** The last record of each key, in order of first appearance: one statement may not touch a row twice. */
export function lastPerKey<T>(records: readonly T[], keyOf: (record: T) => string): readonly T[] {
  return [...new Map(records.map((record) => [keyOf(record), record])).values()];
}
