import type { Sql, TableMigration, Tables } from '../../core/contract/server-contributions.ts';
import type { ExposureKind } from './exposure.ts';
import type { LimitBreach, RiskLimit } from './limits.ts';

const steps: readonly TableMigration[] = [
  {
    id: 1,
    name: 'limits',
    statements: [
      `create table service_risk__limit (
        kind text not null,
        key text not null,
        net numeric,
        gross numeric,
        primary key (kind, key)
      )`,
      `create table service_risk__breach (
        kind text not null,
        key text not null,
        measure text not null,
        since_ms bigint not null,
        primary key (kind, key, measure)
      )`,
    ],
  },
  {
    id: 2,
    name: 'told-closings',
    statements: [
      `create table service_risk__told_closing (
        api_id bigint not null,
        closing_id text not null,
        primary key (api_id, closing_id)
      )`,
    ],
  },
];

interface LimitRow {
  readonly kind: string;
  readonly key: string;
  readonly net: string | null;
  readonly gross: string | null;
}

/** Limits of exposure, and which of them are passed. */
export class LimitTable {
  readonly #tables: Tables;

  private constructor(tables: Tables) {
    this.#tables = tables;
  }

  static async open(tables: Tables): Promise<LimitTable> {
    await tables.migrate(steps);
    return new LimitTable(tables);
  }

  async all(): Promise<readonly RiskLimit[]> {
    return (await this.#tables.run<LimitRow>('select kind, key, net, gross from service_risk__limit')).map(limitOf);
  }

  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#tables.transaction(work);
  }

  /** Puts the limit in the place of the one before, which it gives; without amounts it takes it away. */
  async put({ kind, key, net, gross }: RiskLimit, sql: Sql): Promise<RiskLimit | null> {
    const where = 'where kind = $1 and key = $2';
    const [before] = await sql.run<LimitRow>(`select kind, key, net, gross from service_risk__limit ${where} for update`, [kind, key]);
    if (net === null && gross === null) await sql.run(`delete from service_risk__limit ${where}`, [kind, key]);
    else
      await sql.run(
        `insert into service_risk__limit (kind, key, net, gross) values ($1, $2, $3, $4)
         on conflict (kind, key) do update set net = excluded.net, gross = excluded.gross`,
        [kind, key, net, gross],
      );
    return before === undefined ? null : limitOf(before);
  }

  /** Runs `tell` in the transaction that notes that the owner knows of the closing, once for each. */
  async tellClosing(apiId: number, closingId: string, tell: (sql: Sql) => Promise<void>): Promise<void> {
    await this.#tables.transaction(async (sql) => {
      const added = await sql.run(
        'insert into service_risk__told_closing (api_id, closing_id) values ($1, $2) on conflict do nothing returning api_id',
        [apiId, closingId],
      );
      if (added.length > 0) await tell(sql);
    });
  }

  /** Takes what is passed now for what was passed before; gives what is new. `tell`: in the same transaction. */
  async settle(breaches: readonly LimitBreach[], nowMs: number, tell: (breach: LimitBreach, sql: Sql) => Promise<void>): Promise<void> {
    await this.#tables.transaction(async (sql) => {
      const known = await sql.run<{ kind: string; key: string; measure: string }>('select kind, key, measure from service_risk__breach');
      const isSame = (a: { kind: string; key: string; measure: string }, b: typeof a): boolean =>
        a.kind === b.kind && a.key === b.key && a.measure === b.measure;
      for (const one of known) {
        if (breaches.some((breach) => isSame(breach, one))) continue;
        await sql.run('delete from service_risk__breach where kind = $1 and key = $2 and measure = $3', [one.kind, one.key, one.measure]);
      }
      for (const breach of breaches) {
        if (known.some((one) => isSame(breach, one))) continue;
        const { kind, key, measure } = breach;
        const added = await sql.run(
          'insert into service_risk__breach (kind, key, measure, since_ms) values ($1, $2, $3, $4) on conflict do nothing returning key',
          [kind, key, measure, nowMs],
        );
        if (added.length > 0) await tell(breach, sql);
      }
    });
  }
}

const limitOf = ({ kind, key, net, gross }: LimitRow): RiskLimit => ({
  kind: kind as ExposureKind,
  key,
  net: net === null ? null : String(net),
  gross: gross === null ? null : String(gross),
});
