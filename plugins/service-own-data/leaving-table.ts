import type { Sql, TableMigration, Tables } from '../../core/contract/server-contributions.ts';

const table = 'service_own_data__leaving';

const steps: readonly TableMigration[] = [
  {
    id: 1,
    name: 'who leaves',
    statements: [
      `create table ${table} (
        user_id text primary key,
        asked_ms bigint not null,
        due_ms bigint not null
      )`,
      `create index ${table}_due on ${table} (due_ms)`,
    ],
  },
];

export interface LeavingRecord {
  readonly askedMs: number;
  /** From when on he is erased, as soon as nothing keeps him. */
  readonly dueMs: number;
}

/** Who has asked to leave. The row goes with everything else of the person. */
export class LeavingTable {
  readonly #tables: Tables;

  private constructor(tables: Tables) {
    this.#tables = tables;
  }

  static async open(tables: Tables): Promise<LeavingTable> {
    await tables.migrate(steps);
    return new LeavingTable(tables);
  }

  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#tables.transaction(work);
  }

  async of(userId: string): Promise<LeavingRecord | null> {
    const [row] = await this.#tables.run<{ readonly asked_ms: string; readonly due_ms: string }>(
      `select asked_ms, due_ms from ${table} where user_id = $1`,
      [userId],
    );
    return row === undefined ? null : { askedMs: Number(row.asked_ms), dueMs: Number(row.due_ms) };
  }

  /** False: he has asked already. */
  async add(sql: Sql, userId: string, { askedMs, dueMs }: LeavingRecord): Promise<boolean> {
    const rows = await sql.run(
      `insert into ${table} (user_id, asked_ms, due_ms) values ($1, $2, $3) on conflict (user_id) do nothing returning user_id`,
      [userId, askedMs, dueMs],
    );
    return rows.length > 0;
  }

  /** False: he had not asked, or is gone. */
  async remove(sql: Sql, userId: string): Promise<boolean> {
    return (await sql.run(`delete from ${table} where user_id = $1 returning user_id`, [userId])).length > 0;
  }

  async due(nowMs: number): Promise<readonly string[]> {
    const rows = await this.#tables.run<{ readonly user_id: string }>(`select user_id from ${table} where due_ms <= $1 order by due_ms`, [
      nowMs,
    ]);
    return rows.map(({ user_id }) => user_id);
  }
}
