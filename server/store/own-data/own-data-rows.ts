import type { OwnDataPart } from '../../../core/contract/own-data.ts';
import type { Sql, SqlValue } from '../../../core/contract/server-contributions.ts';
import { usualPart } from './house-parts.ts';

/** Rows that are read at once. */
const most = 1_000;

interface ColumnRow {
  readonly table_name: string;
  readonly column_name: string;
}

/** Tables of plugins with a column `user_id` of which nobody says anything, each as such tables are treated. */
export async function untoldParts(sql: Sql, told: readonly OwnDataPart[]): Promise<readonly OwnDataPart[]> {
  const columns = await sql.run<ColumnRow>(
    `select table_name, column_name from information_schema.columns
      where table_schema = current_schema() and table_name like '%\\_\\_%' order by table_name, ordinal_position`,
  );
  const known = new Set(told.map(({ table }) => table));
  const tables = new Set(columns.filter(({ column_name }) => column_name === 'user_id').map(({ table_name }) => table_name));
  return [...tables]
    .filter((table) => !known.has(table))
    .map((table) =>
      usualPart(
        table,
        columns.flatMap((one) => (one.table_name === table ? [one.column_name] : [])),
      ),
    );
}

/** What a row of the table is told with, also where there is none. */
export async function ownColumns(sql: Sql, { table, hidden = [] }: OwnDataPart): Promise<readonly string[]> {
  const columns = await sql.run<ColumnRow>(
    `select table_name, column_name from information_schema.columns
      where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
    [table],
  );
  return columns.map(({ column_name }) => column_name).filter((column) => !hidden.includes(column));
}

/** The person's rows, without what is hidden, some at a time. */
export async function* ownRows(sql: Sql, { table, of, hidden = [], key }: OwnDataPart, userId: string) {
  const order = key?.map((column) => `t.${column}`).join(', ');
  let after: readonly SqlValue[] | null = null;
  for (;;) {
    const places = after?.map((_, at) => `$${at + 2}`).join(', ');
    const beyond = places === undefined ? '' : ` and (${order}) > (${places})`;
    const limit = order === undefined ? '' : ` order by ${order} limit ${most}`;
    const rows: readonly Readonly<Record<string, unknown>>[] = await sql.run(`select t.* from ${table} t where ${of}${beyond}${limit}`, [
      userId,
      ...(after ?? []),
    ]);
    for (const row of rows) yield Object.fromEntries(Object.entries(row).filter(([column]) => !hidden.includes(column)));
    const last = rows.at(-1);
    if (key === undefined || rows.length < most || last === undefined) return;
    after = key.map((column) => last[column] as SqlValue);
  }
}

export async function eraseRows(sql: Sql, parts: readonly OwnDataPart[], userId: string): Promise<void> {
  for (const { table, of, leaving, erasure = [] } of parts) {
    for (const statement of erasure) await sql.run(statement, [userId]);
    if (leaving === 'goes') await sql.run(`delete from ${table} t where ${of}`, [userId]);
  }
}
