import type { Sql, TableMigration, Tables } from '../../core/contract/server-contributions.ts';

const table = 'service_inbox__letter';

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
  readonly receivedMs: number;
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

  /** All or nothing, with whatever else is written of it. */
  add(letter: NewLetter, more: (sql: Sql) => Promise<void> = async () => undefined): Promise<void> {
    const { letterId, kind, sender, email, fields, receivedMs } = letter;
    return this.#tables.transaction(async (sql) => {
      await sql.run(
        `insert into ${table} (letter_id, kind, sender, email, fields, state, received_ms, updated_ms)
        values ($1, $2, $3, $4, $5, 'new', $6, $6)`,
        [letterId, kind, sender, email, JSON.stringify(fields), receivedMs],
      );
      await more(sql);
    });
  }
}
