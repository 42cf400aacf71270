import type { Sql, TableMigration, Tables } from '../../core/contract/server-contributions.ts';
import type { ResumeFormat } from '../../core/domain/forms/career-form.ts';
import type { ResumeFinding } from './resume-check.ts';

const table = 'service_inbox__letter';
const terms = 'service_inbox__terms';

const steps: readonly TableMigration[] = [
  {
    id: 1,
    name: 'letters',
    statements: [
      `create table ${table} (
        letter_id text primary key,
        kind text not null check (kind in ('contact', 'career')),
        sender text not null,
        email text not null,
        fields text not null,
        state text not null check (state in ('new', 'in progress', 'answered', 'closed')),
        notes text not null default '',
        received_ms bigint not null,
        updated_ms bigint not null
      )`,
      `create index ${table}_received on ${table} (received_ms desc, letter_id)`,
    ],
  },
  {
    id: 2,
    name: 'files',
    statements: [
      `alter table ${table} add column file_name text, add column file_bytes bigint, add column file_format text, add column findings text`,
    ],
  },
  {
    id: 3,
    name: 'how long letters are kept',
    statements: [
      `create table ${terms} (one boolean primary key check (one), retention_days integer not null)`,
      `insert into ${terms} values (true, 180)`,
    ],
  },
];

export const letterKinds = ['contact', 'career'] as const;
export type LetterKind = (typeof letterKinds)[number];

/** A form as it came in. */
export interface NewLetter {
  readonly letterId: string;
  readonly kind: LetterKind;
  /** Name of whoever sent it, as lists show it. */
  readonly sender: string;
  readonly email: string;
  /** Of the form, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Kept under the id of the letter; null: none came. */
  readonly file: LetterFile | null;
  readonly receivedMs: number;
}

export interface LetterFile {
  readonly name: string;
  readonly bytes: number;
  readonly format: ResumeFormat;
  readonly findings: readonly ResumeFinding[];
}

/** What visitors have sent in. */
export class InboxTable {
  readonly #tables: Tables;

  private constructor(tables: Tables) {
    this.#tables = tables;
  }

  static async open(tables: Tables): Promise<InboxTable> {
    await tables.migrate(steps);
    return new InboxTable(tables);
  }

  /** Of a kind, since then. */
  async count(kind: LetterKind, sinceMs: number): Promise<number> {
    const rows = await this.#tables.run<{ readonly letters: string }>(
      `select count(*) as letters from ${table} where kind = $1 and received_ms > $2`,
      [kind, sinceMs],
    );
    return Number(rows[0]?.letters ?? 0);
  }

  async retentionDays(): Promise<number> {
    const rows = await this.#tables.run<{ readonly retention_days: number }>(`select retention_days from ${terms}`);
    if (rows[0] === undefined) throw new Error('nothing says how long letters are kept');
    return rows[0].retention_days;
  }

  async keepFor(days: number): Promise<void> {
    await this.#tables.run(`update ${terms} set retention_days = $1`, [days]);
  }

  /** Deletes what came before then; gives the letters that had a file. */
  async forget(beforeMs: number): Promise<readonly string[]> {
    const rows = await this.#tables.run<{ readonly letter_id: string; readonly file_name: string | null }>(
      `delete from ${table} where received_ms < $1 returning letter_id, file_name`,
      [beforeMs],
    );
    return rows.flatMap(({ letter_id, file_name }) => (file_name === null ? [] : [letter_id]));
  }

  /** Letters whose files are here. */
  async withFiles(): Promise<ReadonlySet<string>> {
    const rows = await this.#tables.run<{ readonly letter_id: string }>(`select letter_id from ${table} where file_name is not null`);
    return new Set(rows.map(({ letter_id }) => letter_id));
  }

  /** All or nothing, with whatever else is written of it. */
  add(letter: NewLetter, more: (sql: Sql) => Promise<void>): Promise<void> {
    const { letterId, kind, sender, email, fields, file, receivedMs } = letter;
    return this.#tables.transaction(async (sql) => {
      await sql.run(
        `insert into ${table} (letter_id, kind, sender, email, fields, state, received_ms, updated_ms,
          file_name, file_bytes, file_format, findings)
        values ($1, $2, $3, $4, $5, 'new', $6, $6, $7, $8, $9, $10)`,
        [
          ...[letterId, kind, sender, email, JSON.stringify(fields), receivedMs],
          ...(file === null ? [null, null, null, null] : [file.name, file.bytes, file.format, file.findings.join(' ')]),
        ],
      );
      await more(sql);
    });
  }
}
