import type { OwnDataPart } from '../../core/contract/own-data.ts';
import type { Sql, TableMigration, Tables } from '../../core/contract/server-contributions.ts';
import type { RebateRates, RebateShare } from './rebate-shares.ts';

const [rates, days, shares, credits] = ['rate', 'day', 'share', 'credit'].map((name) => `service_invite__${name}`);

const steps: readonly TableMigration[] = [
  {
    id: 1,
    name: 'rebates',
    statements: [
      `create table ${rates} (day text primary key, first numeric not null, second numeric not null)`,
      `create table ${days} (day text primary key)`,
      `create table ${shares} (
        day text not null,
        exchange text not null,
        user_id text not null,
        payer_id text not null,
        depth integer not null,
        asset text not null,
        fees numeric not null,
        rate numeric not null,
        amount numeric not null,
        primary key (day, exchange, user_id, payer_id, asset)
      )`,
      `create index service_invite__share_user on ${shares} (user_id, day)`,
      `create table ${credits} (
        day text not null,
        exchange text not null,
        user_id text not null,
        asset text not null,
        amount numeric not null,
        movement_id text not null unique,
        state text not null,
        primary key (day, exchange, user_id, asset)
      )`,
      `create index service_invite__credit_user on ${credits} (user_id, day)`,
      `create index service_invite__credit_open on ${credits} (day) where state = 'DUE'`,
    ],
  },
];

/** DUE: not in the books yet; it is asked for again. DONE: it is. NOT_GIVEN: the exchange said no, and never will. */
export type CreditState = 'DUE' | 'DONE' | 'NOT_GIVEN';

/** What somebody gets for a day of one asset. */
export interface RebateCredit {
  /** `2026-11-28`, UTC. */
  readonly day: string;
  readonly exchange: string;
  readonly userId: string;
  readonly asset: string;
  readonly amount: string;
  readonly movementId: string;
  readonly state: CreditState;
}

/** What one person has brought of one asset, over all days. */
export interface BroughtSum {
  readonly payerId: string;
  readonly asset: string;
  readonly amount: string;
}

interface CreditRow {
  readonly day: string;
  readonly exchange: string;
  readonly user_id: string;
  readonly asset: string;
  readonly amount: string;
  readonly movement_id: string;
  readonly state: CreditState;
}
const creditColumns = 'day, exchange, user_id, asset, trim_scale(amount)::text as amount, movement_id, state';

/** Rebates by day: at which rates, for whose fees, and how far each has been credited. */
export class RebateTable {
  readonly #tables: Tables;

  private constructor(tables: Tables) {
    this.#tables = tables;
  }

  static async open(tables: Tables): Promise<RebateTable> {
    await tables.migrate(steps);
    return new RebateTable(tables);
  }

  /** The rates of a day are the last that were noted on it. */
  async noteRates(day: string, { first, second }: RebateRates): Promise<void> {
    await this.#tables.run(
      `insert into ${rates} (day, first, second) values ($1, $2::text::numeric, $3::text::numeric) on conflict (day) do update
       set first = excluded.first, second = excluded.second where ${rates}.first <> excluded.first or ${rates}.second <> excluded.second`,
      [day, first, second],
    );
  }

  /** Those of the day, or of the last day before it on which any were noted; null: none ever were. */
  async ratesOf(day: string): Promise<RebateRates | null> {
    const [row] = await this.#tables.run<RebateRates>(
      `select trim_scale(first)::text as first, trim_scale(second)::text as second from ${rates} where day <= $1 order by day desc limit 1`,
      [day],
    );
    return row ?? null;
  }

  /** The day after the last that was settled, or the first of which rates are known; null without either. */
  async lastSettled(): Promise<{ readonly settled: string | null; readonly firstNoted: string | null }> {
    const [row] = await this.#tables.run<{ settled: string | null; first_noted: string | null }>(
      `select (select max(day) from ${days}) as settled, (select min(day) from ${rates}) as first_noted`,
    );
    return { settled: row?.settled ?? null, firstNoted: row?.first_noted ?? null };
  }

  /** Writes what follows from a day, once: a day that is settled stays as it is. */
  async settle(day: string, given: readonly RebateShare[], due: readonly Omit<RebateCredit, 'day' | 'state'>[]): Promise<void> {
    await this.#tables.transaction(async (sql) => {
      const isNew = await sql.run(`insert into ${days} (day) values ($1) on conflict do nothing returning day`, [day]);
      if (isNew.length === 0) return;
      for (const one of given) await insertShare(sql, day, one);
      for (const { exchange, userId, asset, amount, movementId } of due)
        await sql.run(
          `insert into ${credits} (day, exchange, user_id, asset, amount, movement_id, state) values ($1, $2, $3, $4, $5::text::numeric, $6, 'DUE')`,
          [day, exchange, userId, asset, amount, movementId],
        );
    });
  }

  async due(limit: number): Promise<readonly RebateCredit[]> {
    const rows = await this.#tables.run<CreditRow>(
      `select ${creditColumns} from ${credits} where state = 'DUE' order by day, user_id limit $1`,
      [limit],
    );
    return rows.map(creditOf);
  }

  async credited(movementId: string, state: CreditState): Promise<void> {
    await this.#tables.run(`update ${credits} set state = $2 where movement_id = $1`, [movementId, state]);
  }

  /** The newest days first; `before`: a day that is left out with all after it. */
  async statement(userId: string, before: string | null, most: number): Promise<readonly RebateCredit[]> {
    const rows = await this.#tables.run<CreditRow>(
      `select ${creditColumns} from ${credits} where user_id = $1 and day in (
         select distinct day from ${credits} where user_id = $1 and ($2::text is null or day < $2::text) order by day desc limit $3)
       order by day desc, asset, exchange`,
      [userId, before, most],
    );
    return rows.map(creditOf);
  }

  /** Of what is in the books, or will be. */
  async brought(userId: string): Promise<readonly BroughtSum[]> {
    return this.#tables.run<BroughtSum>(
      `select payer_id as "payerId", asset, trim_scale(sum(amount))::text as amount from ${shares}
       where user_id = $1 group by 1, 2 order by 1, 2`,
      [userId],
    );
  }

  /** Of what is in the books. */
  async totals(userId: string): Promise<readonly { readonly asset: string; readonly amount: string }[]> {
    return this.#tables.run(
      `select asset, trim_scale(sum(amount))::text as amount from ${credits} where user_id = $1 and state = 'DONE' group by 1 order by 1`,
      [userId],
    );
  }
}

async function insertShare(sql: Sql, day: string, one: RebateShare): Promise<void> {
  await sql.run(
    `insert into ${shares} (day, exchange, user_id, payer_id, depth, asset, fees, rate, amount)
     values ($1, $2, $3, $4, $5, $6, $7::text::numeric, $8::text::numeric, $9::text::numeric)`,
    [day, one.exchange, one.inviterId, one.payerId, one.depth, one.asset, one.fees, one.rate, one.amount],
  );
}

const creditOf = ({ user_id, movement_id, ...row }: CreditRow): RebateCredit => ({ ...row, userId: user_id, movementId: movement_id });

/** What a person is told of it, and what stays of it when he leaves. */
export const rebatesAsOwnData: readonly OwnDataPart[] = [
  {
    ...{ table: credits ?? '', of: 'user_id = $1', name: 'rebates', key: ['day', 'exchange', 'user_id', 'asset'] },
    ...{ leaving: 'stays', why: 'books of money that was credited' },
  },
  {
    ...{ table: shares ?? '', of: 'user_id = $1', name: null, leaving: 'stays' },
    why: 'it says what others paid; what he got of it stands among his rebates, and in the books',
  },
];
