import type { OwnDataPart } from '../../core/contract/own-data.ts';
import type { Sql, TableMigration, Tables } from '../../core/contract/server-contributions.ts';
import type { ResumeFormat } from '../../core/domain/forms/career-form.ts';
import type { LetterFilter, LetterKind, LetterState, ResumeFinding } from '../../core/domain/forms/letter.ts';
import { type LetterRow, letterColumns, matching, type StoredLetter, storedLetter } from './letter-table.ts';
import type { QueuedMail } from './mail-outbox.ts';

const table = 'service_inbox__letter';
const notes = 'service_inbox__note';
const mails = 'service_inbox__mail';
const terms = 'service_inbox__terms';
const dayMs = 24 * 60 * 60_000;

/** Who wrote stands there by his user name, which goes. */
export const notesAsOwnData: OwnDataPart = {
  ...{ table: notes, of: 'author = (select username from app_user where id = $1)', name: null, leaving: 'stays' },
  why: 'Notes about letters of visitors are the house’s.',
  erasure: [`update ${notes} set author = 'deleted-' || $1 where author = (select username from app_user where id = $1)`],
};

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
  {
    id: 4,
    name: 'notes with author and time',
    statements: [
      `alter table ${table} drop column notes`,
      `create table ${notes} (
        note_id text primary key,
        letter_id text not null references ${table} (letter_id) on delete cascade,
        author text not null,
        body text not null,
        written_ms bigint not null
      )`,
      `create index ${notes}_letter on ${notes} (letter_id, written_ms, note_id)`,
    ],
  },
  {
    id: 5,
    name: 'mails that wait',
    statements: [`create table ${mails} (letter_id text primary key references ${table} (letter_id) on delete cascade)`],
  },
  {
    id: 6,
    name: 'what was told of how long a letter is kept',
    statements: [
      `alter table ${table} add column told_days integer`,
      `update ${table} set told_days = (select retention_days from ${terms})`,
      `alter table ${table} alter column told_days set not null`,
    ],
  },
];

/** SQL: how long a letter is kept. Nobody keeps one for longer than whoever sent it was told. */
const keptDays = `least(told_days, (select retention_days from ${terms}))`;

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

/** Of the last letter of a page, after which the next begins. */
export interface LetterPlace {
  readonly receivedMs: number;
  readonly letterId: string;
}

/** What administrators have written beside a letter. */
export interface LetterNote {
  readonly noteId: string;
  /** Name of the administrator. */
  readonly author: string;
  readonly body: string;
  readonly writtenMs: number;
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

  /** Deletes letters whose time is over; gives those that had a file. */
  async forget(nowMs: number): Promise<readonly string[]> {
    const rows = await this.#tables.run<{ readonly letter_id: string; readonly file_name: string | null }>(
      `delete from ${table} where received_ms < $1 - ${keptDays}::bigint * ${dayMs} returning letter_id, file_name`,
      [nowMs],
    );
    return rows.flatMap(({ letter_id, file_name }) => (file_name === null ? [] : [letter_id]));
  }

  /** Letters whose files are here. */
  async withFiles(): Promise<ReadonlySet<string>> {
    const rows = await this.#tables.run<{ readonly letter_id: string }>(`select letter_id from ${table} where file_name is not null`);
    return new Set(rows.map(({ letter_id }) => letter_id));
  }

  /** Newest first, at most `limit` of those that come after the place. */
  async page(filter: LetterFilter, after: LetterPlace | null, limit: number): Promise<readonly StoredLetter[]> {
    const rows = await this.#tables.run<LetterRow>(
      `select ${letterColumns(notes, keptDays)} from ${table} as letter where ${matching(notes)}
        and ($4::bigint is null or received_ms < $4 or (received_ms = $4 and letter_id > $5))
        order by received_ms desc, letter_id limit $6`,
      [...valuesOf(filter), after?.receivedMs ?? null, after?.letterId ?? null, limit],
    );
    return rows.map(storedLetter);
  }

  /** How many pass the filter. */
  async matches(filter: LetterFilter): Promise<number> {
    const rows = await this.#tables.run<{ readonly letters: string }>(
      `select count(*) as letters from ${table} as letter where ${matching(notes)}`,
      valuesOf(filter),
    );
    return Number(rows[0]?.letters ?? 0);
  }

  async letter(letterId: string): Promise<StoredLetter | null> {
    const rows = await this.#tables.run<LetterRow>(
      `select ${letterColumns(notes, keptDays)} from ${table} as letter where letter_id = $1`,
      [letterId],
    );
    return rows[0] === undefined ? null : storedLetter(rows[0]);
  }

  /** Of a letter, oldest first. */
  async notes(letterId: string): Promise<readonly LetterNote[]> {
    const rows = await this.#tables.run<{
      readonly note_id: string;
      readonly author: string;
      readonly body: string;
      readonly written_ms: string;
    }>(`select note_id, author, body, written_ms from ${notes} where letter_id = $1 order by written_ms, note_id`, [letterId]);
    return rows.map(({ note_id: noteId, author, body, written_ms }) => ({ noteId, author, body, writtenMs: Number(written_ms) }));
  }

  /** False: there is no such letter. */
  async setState(letterId: string, state: LetterState, nowMs: number): Promise<boolean> {
    const rows = await this.#tables.run(`update ${table} set state = $2, updated_ms = $3 where letter_id = $1 returning letter_id`, [
      letterId,
      state,
      nowMs,
    ]);
    return rows.length > 0;
  }

  /** False: there is no such letter. */
  addNote(letterId: string, { noteId, author, body, writtenMs }: LetterNote): Promise<boolean> {
    return this.#tables.transaction(async (sql) => {
      const rows = await sql.run(`update ${table} set updated_ms = $2 where letter_id = $1 returning letter_id`, [letterId, writtenMs]);
      if (rows.length === 0) return false;
      await sql.run(`insert into ${notes} (note_id, letter_id, author, body, written_ms) values ($1, $2, $3, $4, $5)`, [
        ...[noteId, letterId, author, body, writtenMs],
      ]);
      return true;
    });
  }

  /** With its notes, in one transaction with what is noted of it. False: there is no such letter. */
  remove(letterId: string, note: (sql: Sql, kind: LetterKind) => Promise<void>): Promise<boolean> {
    return this.#tables.transaction(async (sql) => {
      const [row] = await sql.run<Pick<LetterRow, 'kind'>>(`delete from ${table} where letter_id = $1 returning kind`, [letterId]);
      if (row !== undefined) await note(sql, row.kind);
      return row !== undefined;
    });
  }

  /** Letters that no mail has told of, the oldest first. */
  async queued(limit: number): Promise<readonly QueuedMail[]> {
    const rows = await this.#tables.run<Pick<LetterRow, 'letter_id' | 'kind' | 'received_ms'>>(
      `select letter_id, kind, received_ms from ${mails} join ${table} as letter using (letter_id) order by received_ms, letter_id limit $1`,
      [limit],
    );
    return rows.map(({ letter_id: letterId, kind, received_ms }) => ({ letterId, kind, receivedMs: Number(received_ms) }));
  }

  async sent(letterId: string): Promise<void> {
    await this.#tables.run(`delete from ${mails} where letter_id = $1`, [letterId]);
  }

  /** All or nothing, with whatever else is written of it; `isMailed`: a mail shall tell of it. */
  add(letter: NewLetter, isMailed: boolean, more: (sql: Sql) => Promise<void>): Promise<void> {
    const { letterId, kind, sender, email, fields, file, receivedMs } = letter;
    return this.#tables.transaction(async (sql) => {
      await sql.run(
        `insert into ${table} (letter_id, kind, sender, email, fields, state, received_ms, updated_ms,
          file_name, file_bytes, file_format, findings, told_days)
        values ($1, $2, $3, $4, $5, 'new', $6, $6, $7, $8, $9, $10, (select retention_days from ${terms}))`,
        [
          ...[letterId, kind, sender, email, JSON.stringify(fields), receivedMs],
          ...(file === null ? [null, null, null, null] : [file.name, file.bytes, file.format, file.findings.join(' ')]),
        ],
      );
      if (isMailed) await sql.run(`insert into ${mails} (letter_id) values ($1)`, [letterId]);
      await more(sql);
    });
  }
}

const valuesOf = ({ kind, state, search }: LetterFilter): readonly (string | null)[] => [kind ?? null, state ?? null, patternOf(search)];

/** Of `ilike`, in which what was typed stands for itself. */
const patternOf = (search: string | undefined): string | null =>
  search === undefined || search === '' ? null : `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
