import type { TableMigration, Tables } from '../../../core/contract/server-contributions.ts';
import type { Sample, Sums } from './samples.ts';

const steps: readonly TableMigration[] = [
  {
    id: 1,
    name: 'samples',
    statements: [
      `create table service_operations__sample (
        step_ms integer not null,
        at_ms bigint not null,
        figures text not null,
        primary key (step_ms, at_ms)
      )`,
    ],
  },
];

interface SampleRow {
  readonly at_ms: string;
  readonly figures: string;
}

/** What figures were, a row for each stretch of time. */
export class SampleTable {
  readonly #tables: Tables;

  private constructor(tables: Tables) {
    this.#tables = tables;
  }

  static async open(tables: Tables): Promise<SampleTable> {
    await tables.migrate(steps);
    return new SampleTable(tables);
  }

  /** In the place of what was written of the same stretch. */
  async write(stepMs: number, samples: readonly Sample[]): Promise<void> {
    await this.#tables.transaction(async (sql) => {
      for (const { atMs, sums } of samples)
        await sql.run(
          `insert into service_operations__sample (step_ms, at_ms, figures) values ($1, $2, $3)
          on conflict (step_ms, at_ms) do update set figures = excluded.figures`,
          [stepMs, atMs, JSON.stringify(sums)],
        );
    });
  }

  /** Those that begin from `fromMs` on and before `untilMs`, oldest first. */
  async read(stepMs: number, fromMs: number, untilMs: number): Promise<readonly Sample[]> {
    const rows = await this.#tables.run<SampleRow>(
      'select at_ms, figures from service_operations__sample where step_ms = $1 and at_ms >= $2 and at_ms < $3 order by at_ms',
      [stepMs, fromMs, untilMs],
    );
    return rows.map(({ at_ms: atMs, figures }) => ({ atMs: Number(atMs), sums: JSON.parse(figures) as Sums }));
  }

  /** When the newest of such stretches begins; null without any. */
  async newest(stepMs: number): Promise<number | null> {
    const [row] = await this.#tables.run<{ readonly at_ms: string | null }>(
      'select max(at_ms) as at_ms from service_operations__sample where step_ms = $1',
      [stepMs],
    );
    return row?.at_ms == null ? null : Number(row.at_ms);
  }

  async forget(stepMs: number, beforeMs: number): Promise<void> {
    await this.#tables.run('delete from service_operations__sample where step_ms = $1 and at_ms < $2', [stepMs, beforeMs]);
  }
}
