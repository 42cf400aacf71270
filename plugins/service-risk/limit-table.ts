import type { Sql, TableMigration, Tables } from '../../core/contract/server-contributions.ts';
import type { ExposureKind } from './exposure.ts';
import type { LimitBreach, RiskLimit, RiskMeasure } from './limits.ts';

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
  {
    id: 3,
    name: 'refusing-limits',
    statements: [
      'alter table service_risk__limit add column refuses boolean not null default false',
      'alter table service_risk__breach add column value numeric, add column is_short boolean not null default false',
    ],
  },
  {
    id: 4,
    name: 'short-assets-and-bars',
    statements: [
      `alter table service_risk__breach drop column is_short,
        add column shorts text not null default '[]', add column barred boolean not null default false`,
    ],
  },
];

const limitColumns = 'kind, key, net, gross, refuses';

interface LimitRow {
  readonly kind: string;
  readonly key: string;
  readonly net: string | null;
  readonly gross: string | null;
  readonly refuses: boolean;
}

interface BreachKey {
  readonly kind: ExposureKind;
  readonly key: string;
  readonly measure: string;
}

interface BreachRow extends BreachKey {
  readonly value: string;
  readonly shorts: string;
  readonly refuses: boolean;
  readonly most: string;
}

/** Who hears what has become of limits. */
export interface LimitNews {
  passed(breach: LimitBreach, sql: Sql): Promise<void>;
  /** Orders that would enlarge it are refused from now on, and no more: it is kept again, or its limit has become another one. */
  barred(breach: LimitBreach, sql: Sql): Promise<void>;
  allowed(one: BreachKey, sql: Sql): Promise<void>;
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
    return (await this.#tables.run<LimitRow>(`select ${limitColumns} from service_risk__limit`)).map(limitOf);
  }

  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#tables.transaction(work);
  }

  /** Puts the limit in the place of the one before, which it gives; without amounts it takes it away. */
  async put({ kind, key, net, gross, refuses }: RiskLimit, sql: Sql): Promise<RiskLimit | null> {
    const where = 'where kind = $1 and key = $2';
    const [before] = await sql.run<LimitRow>(`select ${limitColumns} from service_risk__limit ${where} for update`, [kind, key]);
    if (net === null && gross === null) await sql.run(`delete from service_risk__limit ${where}`, [kind, key]);
    else
      await sql.run(
        `insert into service_risk__limit (${limitColumns}) values ($1, $2, $3, $4, $5)
         on conflict (kind, key) do update set net = excluded.net, gross = excluded.gross, refuses = excluded.refuses`,
        [kind, key, net, gross, refuses],
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

  /** What stood above its limit, as that is set now, when it was judged last. */
  async standing(): Promise<readonly LimitBreach[]> {
    const rows = await this.#tables.run<BreachRow>(
      `select b.kind, b.key, b.measure, b.value, b.shorts, l.refuses, case b.measure when 'net' then l.net else l.gross end as most
       from service_risk__breach b join service_risk__limit l on l.kind = b.kind and l.key = b.key
       where b.value > case b.measure when 'net' then l.net else l.gross end`,
    );
    return rows.map(({ kind, key, measure, value, shorts, refuses, most }) => ({
      ...{ kind, key, measure: measure as RiskMeasure, refuses },
      ...{ limit: String(most), value: String(value), shorts: JSON.parse(shorts) as LimitBreach['shorts'] },
    }));
  }

  /** Takes what is passed now for what was passed before; tells of what is otherwise in the same transaction. */
  async settle(breaches: readonly LimitBreach[], nowMs: number, { passed, barred, allowed }: LimitNews): Promise<void> {
    await this.#tables.transaction(async (sql) => {
      const known = await sql.run<BreachKey & { readonly barred: boolean }>('select kind, key, measure, barred from service_risk__breach');
      const isSame = (a: BreachKey, b: BreachKey): boolean => a.kind === b.kind && a.key === b.key && a.measure === b.measure;
      for (const one of known) {
        if (breaches.some((breach) => isSame(breach, one))) continue;
        const gone = 'delete from service_risk__breach where kind = $1 and key = $2 and measure = $3 returning key';
        if ((await sql.run(gone, [one.kind, one.key, one.measure])).length > 0 && one.barred) await allowed(one, sql);
      }
      for (const breach of breaches) {
        const { kind, key, measure, value, refuses } = breach;
        const values = [kind, key, measure, value, JSON.stringify(breach.shorts), refuses];
        const before = known.find((one) => isSame(breach, one));
        const written = await sql.run(
          before === undefined
            ? `insert into service_risk__breach (kind, key, measure, value, shorts, barred, since_ms) values ($1, $2, $3, $4, $5, $6, $7)
               on conflict do nothing returning key`
            : 'update service_risk__breach set value = $4, shorts = $5, barred = $6 where kind = $1 and key = $2 and measure = $3 returning key',
          before === undefined ? [...values, nowMs] : values,
        );
        if (written.length === 0) continue;
        if (before === undefined) await passed(breach, sql);
        if (refuses && before?.barred !== true) await barred(breach, sql);
        if (!refuses && before?.barred === true) await allowed(before, sql);
      }
    });
  }
}

const limitOf = ({ kind, key, net, gross, refuses }: LimitRow): RiskLimit => ({
  kind: kind as ExposureKind,
  key,
  net: net === null ? null : String(net),
  gross: gross === null ? null : String(gross),
  refuses,
});
