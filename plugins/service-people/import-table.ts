import { type AppError, accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { PersonTerms } from '../../core/contract/people.ts';
import { productVersions } from '../../core/domain/accounts/role.ts';
import { csvTime } from '../../core/domain/csv.ts';
import { type CsvLine, readCsv } from '../../core/domain/csv-reader.ts';
import { exportColumns } from './person-export.ts';

export const mostPeople = 1_000;

/** Columns that say what a person is made with; the first one has to be there. */
const madeOf = ['username', 'email', 'phone', 'role', 'vip_level', 'vip_until', 'product'] as const;
const needed: readonly string[] = ['username', 'role'];

export interface ImportedLine {
  readonly line: number;
  readonly username: string;
  readonly read: Outcome<PersonTerms>;
}

type Cells = Readonly<Record<string, string>>;

/** Reads a table as the export writes it. Refused as a whole for its head, its length and its quotes; every other problem is its line's. */
export function readPeople(csv: string): Outcome<readonly ImportedLine[]> {
  const table = readCsv(csv);
  if (!table.ok) return refused('PERSON_IMPORT_QUOTES', { line: table.line });
  const [head, ...lines] = table.lines;
  const columns = head?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  const wrong = headProblem(columns);
  if (wrong !== null) return wrong;
  if (lines.length === 0) return refused('PERSON_IMPORT_EMPTY');
  if (lines.length > mostPeople) return refused('PERSON_IMPORT_TOO_LONG', { limit: mostPeople });
  const seen = new Map<string, number>();
  return accepted(lines.map((line) => readLine(line, columns, seen)));
}

function headProblem(columns: readonly string[]): ReturnType<typeof refused> | null {
  const unknown = columns.find((name) => !Object.hasOwn(exportColumns, name));
  if (unknown !== undefined) return refused('PERSON_IMPORT_COLUMN_UNKNOWN', { column: unknown.slice(0, 40) });
  const twice = columns.find((name, at) => columns.indexOf(name) !== at);
  if (twice !== undefined) return refused('PERSON_IMPORT_COLUMN_TWICE', { column: twice });
  const missing = needed.find((name) => !columns.includes(name));
  return missing === undefined ? null : refused('PERSON_IMPORT_COLUMN_MISSING', { column: missing });
}

function readLine({ line, cells }: CsvLine, columns: readonly string[], seen: Map<string, number>): ImportedLine {
  const values = Object.fromEntries(columns.map((name, at) => [name, (cells[at] ?? '').trim()]));
  const username = (values.username ?? '').slice(0, 64);
  if (cells.length !== columns.length)
    return { line, username, read: refused('PERSON_IMPORT_CELLS', { count: cells.length, expected: columns.length }) };
  const repeated = repeatedField(line, values, seen);
  return { line, username, read: repeated === null ? termsOf(values) : { ok: false, error: repeated } };
}

/** What a line of the table has had before. */
function repeatedField(line: number, values: Cells, seen: Map<string, number>): AppError | null {
  let problem: AppError | null = null;
  for (const field of ['username', 'email', 'phone'] as const) {
    const value = values[field] ?? '';
    if (value === '') continue;
    const key = `${field} ${value.toLowerCase()}`;
    const before = seen.get(key);
    if (before !== undefined) problem ??= refused('PERSON_IMPORT_TWICE', { field, line: before }).error;
    else seen.set(key, line);
  }
  return problem;
}

const isoTime = /^(\d{4}|\+\d{6})-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;

/** ms; NaN for what is no time, and for a day that its month does not have, which a date would carry over into the next. */
function timeOf(text: string): number {
  const timeMs = isoTime.test(text) ? Date.parse(text) : Number.NaN;
  const seconds = text.replace(/(\.\d+)?Z$/, '');
  return !Number.isNaN(timeMs) && csvTime(timeMs).startsWith(seconds) ? timeMs : Number.NaN;
}

function termsOf(values: Cells): Outcome<PersonTerms> {
  const [username = '', email = '', phone = '', role = '', level = '', until = '', product = ''] = madeOf.map((name) => values[name] ?? '');
  if (!['', 'ACTIVE'].includes(values.state ?? '')) return refused('PERSON_IMPORT_STATE', { field: 'state' });
  if (role === '') return refused('FORM_FIELD_EMPTY', { field: 'role' });
  if (!/^[0-3]?$/.test(level)) return refused('PERSON_LEVEL_INVALID', { field: 'vip_level' });
  const vipUntilMs = until === '' ? null : timeOf(until);
  if (Number.isNaN(vipUntilMs)) return refused('PERSON_TIME_INVALID', { field: 'vip_until' });
  const productVersion = productVersions.find((one) => one === product) ?? null;
  if (product !== '' && productVersion === null)
    return refused('REQUEST_INVALID', { field: 'product', rule: `must be ${productVersions.join(', ')} or empty` });
  return accepted({
    ...{ username, email: email === '' ? null : email, phone: phone === '' ? null : phone },
    ...{ role: role as PersonTerms['role'], vipLevel: Number(level) as PersonTerms['vipLevel'], vipUntilMs, productVersion },
  });
}
