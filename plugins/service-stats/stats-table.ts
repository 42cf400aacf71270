import type { Sql, TableMigration, Tables } from '../../core/contract/server-contributions.ts';
import type { StatsHour } from './stats-hour.ts';
import { settledHours } from './valued-hours.ts';

const table = 'service_stats__hour';
const steps: readonly TableMigration[] = [
  {
    id: 1,
    name: 'hours',
    // An empty strategy is none: null could not be part of a key.
    statements: [
      `create table ${table} (
        hour_ms bigint not null,
        exchange text not null,
        strategy text not null,
        volume numeric not null,
        turnover numeric not null,
        making numeric not null,
        saved numeric not null,
        rebates numeric not null,
        fills bigint not null,
        orders bigint not null,
        unvalued bigint not null,
        primary key (hour_ms, exchange, strategy)
      )`,
    ],
  },
  { id: 2, name: 'credits', statements: [`alter table ${table} add column credits bigint not null default 0`] },
];

type Row = { readonly [F in keyof Omit<StatsHour, 'hourMs' | 'strategy'>]: string } & {
  readonly hour_ms: string;
  readonly strategy: string;
};

const columns = ['volume', 'turnover', 'making', 'saved', 'rebates', 'fills', 'orders', 'unvalued', 'credits'] as const;

/** Hours that were summed up, by exchange and sender. */
export class StatsTable {
  readonly #tables: Tables;

  private constructor(tables: Tables) {
    this.#tables = tables;
  }

  static async open(tables: Tables): Promise<StatsTable> {
    await tables.migrate(steps);
    return new StatsTable(tables);
  }

  /** The hour up to which there are any; null without one. */
  async lastMs(): Promise<number | null> {
    const [row] = await this.#tables.run<{ readonly last: string | null }>(`select max(hour_ms) as last from ${table}`);
    return row?.last == null ? null : Number(row.last);
  }

  /** Takes the place of everything from `fromMs` to `untilMs`, that left out, but for values that are settled. */
  async replace(fromMs: number, untilMs: number, fresh: readonly StatsHour[]): Promise<void> {
    await this.#tables.transaction(async (sql) => {
      const rows = await sql.run<Row>(`select * from ${table} where hour_ms >= $1 and hour_ms < $2`, [fromMs, untilMs]);
      const hours = settledHours(rows.map(toHour), fresh);
      await sql.run(`delete from ${table} where hour_ms >= $1 and hour_ms < $2`, [fromMs, untilMs]);
      for (const hour of hours) await insert(sql, hour);
    });
  }

  /** From `fromMs` on by the hour, before that one row for each day. */
  async all(fromMs: number, dayMs: number): Promise<readonly StatsHour[]> {
    const rows = await this.#tables.run<Row>(
      `select case when hour_ms < $1 then hour_ms / $2::bigint * $2::bigint else hour_ms end as hour_ms, exchange, strategy,
        ${columns.map((name) => `sum(${name})::text as ${name}`).join(', ')}
      from ${table} group by 1, 2, 3 order by 1, 2, 3`,
      [fromMs, dayMs],
    );
    return rows.map(toHour);
  }
}

const toHour = ({ hour_ms, strategy, fills, orders, unvalued, credits, ...row }: Row): StatsHour => ({
  ...row,
  hourMs: Number(hour_ms),
  strategy: strategy === '' ? null : strategy,
  fills: Number(fills),
  orders: Number(orders),
  unvalued: Number(unvalued),
  credits: Number(credits),
});

async function insert(sql: Sql, hour: StatsHour): Promise<void> {
  await sql.run(
    `insert into ${table} (hour_ms, exchange, strategy, ${columns.join(', ')}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [hour.hourMs, hour.exchange, hour.strategy ?? '', ...columns.map((name) => hour[name])],
  );
}
