import type { Outcome } from '../../../core/contract/app-error.ts';
import { type CountedRows, storedBytes, type TableMigration, type Tables } from '../../../core/contract/server-contributions.ts';
import type { Note } from './routes.ts';

const table = 'feature_sample__note';

/** Once a step was run anywhere its text stays as it is: a change is another step. */
const steps: readonly TableMigration[] = [
  {
    id: 1,
    name: 'notes',
    statements: [
      `create table ${table} (
        note_id text primary key,
        user_id text not null references app_user (id),
        text text not null,
        created_ms bigint not null
      )`,
      `create index ${table}_user on ${table} (user_id, created_ms desc)`,
    ],
  },
];
const counted: readonly CountedRows[] = [{ table, kind: 'documents', bytes: storedBytes('text') }];

/** The notes of all users. */
export class NoteTable {
  readonly #tables: Tables;

  private constructor(tables: Tables) {
    this.#tables = tables;
  }

  static async open(tables: Tables): Promise<NoteTable> {
    await tables.migrate(steps, { counted });
    return new NoteTable(tables);
  }

  /** Newest first. */
  async of(userId: string): Promise<Note[]> {
    const rows = await this.#tables.run<{ readonly note_id: string; readonly text: string; readonly created_ms: string }>(
      `select note_id, text, created_ms from ${table} where user_id = $1 order by created_ms desc, note_id`,
      [userId],
    );
    return rows.map(({ note_id, text, created_ms }) => ({ noteId: note_id, text, createdMs: Number(created_ms) }));
  }

  /** STORAGE_FULL: the user has no room left. */
  add(userId: string, { noteId, text, createdMs }: Note): Promise<Outcome<unknown>> {
    return this.#tables.within(userId, (sql) => sql.run(`insert into ${table} values ($1, $2, $3, $4)`, [noteId, userId, text, createdMs]));
  }

  async remove(userId: string, noteId: string): Promise<void> {
    await this.#tables.run(`delete from ${table} where user_id = $1 and note_id = $2`, [userId, noteId]);
  }

  /** Gives whose notes have gone. */
  async forget(beforeMs: number): Promise<readonly string[]> {
    const gone = await this.#tables.run<{ readonly user_id: string }>(`delete from ${table} where created_ms < $1 returning user_id`, [
      beforeMs,
    ]);
    return [...new Set(gone.map(({ user_id }) => user_id))];
  }
}
