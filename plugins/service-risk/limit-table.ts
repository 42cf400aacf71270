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
  readonly kind: string;
  readonly key: string;
  readonly measure: string;
}

interface BreachRow extends BreachKey {
  readonly value: string;
  readonly is_short: boolean;
}

/** Who hears what has become of limits. */
export interface LimitNews {
  passed(breach: LimitBreach, sql: Sql): Promise<void>;
  kept(one: BreachKey, sql: Sql): Promise<void>;
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

  /** What limits that refuse were passed by when they were judged last, for the time until they are judged again. */
  async barred(): Promise<readonly LimitBreach[]> {
    const rows = await this.#tables.run<BreachRow & { readonly most: string }>(
      `select b.kind, b.key, b.measure, b.value, b.is_short, case b.measure when 'net' then l.net else l.gross end as most
       from service_risk__breach b join service_risk__limit l on l.kind = b.kind and l.key = b.key
       where l.refuses and b.value > case b.measure when 'net' then l.net else l.gross end`,
    );
    return rows.map(({ kind, key, measure, value, is_short: isShort, most }) => ({
      ...{ kind: kind as ExposureKind, key, measure: measure as RiskMeasure, isShort },
      ...{ limit: String(most), value: String(value), refuses: true },
    }));
  }

  /** Takes what is passed now for what was passed before; tells of what is new, and of what is kept again, in the same transaction. */
  async settle(breaches: readonly LimitBreach[], nowMs: number, { passed, kept }: LimitNews): Promise<void> {
    await this.#tables.transaction(async (sql) => {
      const known = await sql.run<BreachKey>('select kind, key, measure from service_risk__breach');
      const isSame = (a: BreachKey, b: BreachKey): boolean => a.kind === b.kind && a.key === b.key && a.measure === b.measure;
      for (const one of known) {
        if (breaches.some((breach) => isSame(breach, one))) continue;
        const gone = 'delete from service_risk__breach where kind = $1 and key = $2 and measure = $3 returning key';
        if ((await sql.run(gone, [one.kind, one.key, one.measure])).length > 0) await kept(one, sql);
      }
      for (const breach of breaches) {
        const { kind, key, measure, value, isShort } = breach;
        if (known.some((one) => isSame(breach, one))) {
          const now = 'update service_risk__breach set value = $4, is_short = $5 where kind = $1 and key = $2 and measure = $3';
          if (breach.refuses) await sql.run(now, [kind, key, measure, value, isShort]);
          continue;
        }
        const added = await sql.run(
          `insert into service_risk__breach (kind, key, measure, since_ms, value, is_short) values ($1, $2, $3, $4, $5, $6)
           on conflict do nothing returning key`,
          [kind, key, measure, nowMs, value, isShort],
        );
        if (added.length > 0) await passed(breach, sql);
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
