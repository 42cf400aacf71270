import type { OwnDataPart } from '../../core/contract/own-data.ts';
import type { Sql, TableMigration, Tables } from '../../core/contract/server-contributions.ts';

const table = 'service_people__note';

const steps: readonly TableMigration[] = [
  {
    id: 1,
    name: 'notes about people',
    statements: [
      `create table ${table} (
        note_id text primary key,
        person_id text not null,
        author text not null,
        body text not null,
        written_ms bigint not null
      )`,
      `create index ${table}_person on ${table} (person_id, written_ms, note_id)`,
    ],
  },
];

/** Not told: what people of the house write among themselves about somebody is asked for by a letter to the firm. */
export const notesAsOwnData: OwnDataPart = {
  ...{ table, of: 'person_id = $1', name: null, leaving: 'goes' },
  why: 'Notes of administrators among themselves.',
  // Who wrote stands there by his user name.
  erasure: [`update ${table} set author = 'deleted-' || $1 where author = (select username from app_user where id = $1)`],
};

/** What an administrator has written about a person. */
export interface PersonNote {
  readonly noteId: string;
  /** User name of the administrator. */
  readonly author: string;
  readonly body: string;
  readonly writtenMs: number;
}

export class PersonNotes {
  readonly #tables: Tables;

  private constructor(tables: Tables) {
    this.#tables = tables;
  }

  static async open(tables: Tables): Promise<PersonNotes> {
    await tables.migrate(steps);
    return new PersonNotes(tables);
  }

  /** Oldest first. */
  async of(personId: string): Promise<readonly PersonNote[]> {
    const rows = await this.#tables.run<{
      readonly note_id: string;
      readonly author: string;
      readonly body: string;
      readonly written_ms: string;
    }>(`select note_id, author, body, written_ms from ${table} where person_id = $1 order by written_ms, note_id`, [personId]);
    return rows.map(({ note_id: noteId, author, body, written_ms }) => ({ noteId, author, body, writtenMs: Number(written_ms) }));
  }

  /** With whatever else is written of it, or not at all. */
  add(personId: string, { noteId, author, body, writtenMs }: PersonNote, more: (sql: Sql) => Promise<void>): Promise<void> {
    return this.#tables.transaction(async (sql) => {
      await sql.run(`insert into ${table} (note_id, person_id, author, body, written_ms) values ($1, $2, $3, $4, $5)`, [
        ...[noteId, personId, author, body, writtenMs],
      ]);
      await more(sql);
    });
  }
}
