import type { TableMigration, Tables } from '../../../core/contract/server-contributions.ts';
import type { SeriesDay } from '../figures/imported-series.ts';

const own = 'page_data__fear_greed';
const imported = 'page_data__imported';
const steps: readonly TableMigration[] = [
  {
    id: 1,
    name: 'the index by the day, and a series that takes its place',
    statements: [
      `create table ${own} (day_ms bigint primary key, value double precision not null, close double precision)`,
      `create table ${imported} (day_ms bigint primary key, value double precision not null, name text not null)`,
    ],
  },
];

/** The index of a day, 0 to 100, and BTC's price at its end. */
export interface StoredDay {
  readonly dayMs: number;
  readonly value: number;
  readonly close: number | null;
}

/** A series from outside; its days in ascending order. */
export interface ImportedSeries {
  readonly name: string;
  readonly days: readonly SeriesDay[];
}

interface Row {
  readonly day_ms: string;
  readonly value: number;
}

/** SQL: all days of a list at once: thousands of statements would hold up whoever else writes. */
const given = (list: string): string =>
  `json_to_recordset(${list}::json) as given (day_ms bigint, value double precision, close double precision)`;
const rowsOf = (days: readonly (SeriesDay & Partial<StoredDay>)[]): string =>
  JSON.stringify(days.map(({ dayMs, value, close }) => ({ day_ms: dayMs, value, close })));

/** Values of the index that were told, and the series that an administrator has put in their place. */
export class FearGreedTable {
  readonly #tables: Tables;

  private constructor(tables: Tables) {
    this.#tables = tables;
  }

  static async open(tables: Tables): Promise<FearGreedTable> {
    await tables.migrate(steps);
    return new FearGreedTable(tables);
  }

  /** Oldest first. */
  async all(): Promise<readonly StoredDay[]> {
    const rows = await this.#tables.run<Row & { readonly close: number | null }>(`select * from ${own} order by day_ms`);
    return rows.map(({ day_ms, value, close }) => ({ dayMs: Number(day_ms), value, close }));
  }

  /** A day that is kept stays as it was told, but for those from `runningMs` on. */
  async keep(days: readonly StoredDay[], runningMs: number): Promise<void> {
    await this.#tables.run(
      `insert into ${own} (day_ms, value, close) select day_ms, value, close from ${given('$1')}
      on conflict (day_ms) do update set value = excluded.value, close = excluded.close where ${own}.day_ms >= $2`,
      [rowsOf(days), runningMs],
    );
  }

  /** Null: there is none. */
  async imported(): Promise<ImportedSeries | null> {
    const rows = await this.#tables.run<Row & { readonly name: string }>(`select * from ${imported} order by day_ms`);
    const [first] = rows;
    return first === undefined ? null : { name: first.name, days: rows.map(({ day_ms, value }) => ({ dayMs: Number(day_ms), value })) };
  }

  /** In place of the one before; null: none. */
  async replaceImported(series: ImportedSeries | null): Promise<void> {
    await this.#tables.transaction(async (sql) => {
      await sql.run(`delete from ${imported}`);
      if (series === null) return;
      await sql.run(`insert into ${imported} (day_ms, value, name) select day_ms, value, $2 from ${given('$1')}`, [
        rowsOf(series.days),
        series.name,
      ]);
    });
  }
}
