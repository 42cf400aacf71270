import type { CopiedSchema } from '../../server/store/copy/schema-copy.ts';
import { BackupProblem } from './backup-problem.ts';

/** What a backup's tables are made of. Throws {@link BackupProblem} where the text is none. */
export function readSchemaText(text: string, where: string): CopiedSchema {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new BackupProblem(`${where}: is no JSON`);
  }
  if (!isSchema(found)) throw new BackupProblem(`${where}: does not say of what the tables are made`);
  return found;
}

const isSchema = (found: unknown): found is CopiedSchema =>
  hasFields(found, {
    before: listOf(isText),
    after: listOf(isText),
    tables: listOf((table) =>
      hasFields(table, { name: isText, columns: listOf((column) => hasFields(column, { name: isText, type: isText })) }),
    ),
    sequences: listOf((one) => hasFields(one, { table: isText, column: isText, last: (last) => last === null || isText(last) })),
  });

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const hasFields = (value: unknown, fields: Readonly<Record<string, Check>>): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]));
