import type { Sql, TableMigration, Tables } from '../../core/contract/server-contributions.ts';
import { passkeyStep } from './passkey-table.ts';

const totp = 'service_security__totp';
const recovery = 'service_security__recovery';

const steps: readonly TableMigration[] = [
  {
    id: 1,
    name: 'one-time codes',
    statements: [
      // `since_ms` null: it was begun and has not been confirmed by a code. `last_step`: the newest time step whose code was taken.
      `create table ${totp} (
        user_id text primary key,
        sealed text not null,
        since_ms bigint,
        last_step bigint not null
      )`,
      `create table ${recovery} (
        user_id text not null,
        code_digest text not null,
        primary key (user_id, code_digest)
      )`,
    ],
  },
  passkeyStep,
];

/** Secret of one-time codes, sealed. */
export interface TotpRecord {
  readonly sealed: string;
  /** When it was confirmed, ms; null: it has not been. */
  readonly sinceMs: number | null;
}

/** Second factors of people, as they are stored. */
export class FactorTable {
  readonly #tables: Tables;

  private constructor(tables: Tables) {
    this.#tables = tables;
  }

  static async open(tables: Tables): Promise<FactorTable> {
    await tables.migrate(steps);
    return new FactorTable(tables);
  }

  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#tables.transaction(work);
  }

  async totp(userId: string, sql: Sql = this.#tables): Promise<TotpRecord | null> {
    const [row] = await sql.run<{ readonly sealed: string; readonly since_ms: string | null }>(
      `select sealed, since_ms from ${totp} where user_id = $1`,
      [userId],
    );
    return row === undefined ? null : { sealed: row.sealed, sinceMs: row.since_ms === null ? null : Number(row.since_ms) };
  }

  /** Keeps a secret that is to be confirmed, in place of one that never was. False: one is confirmed already. */
  async begin(userId: string, sealed: string): Promise<boolean> {
    const rows = await this.#tables.run(
      `insert into ${totp} (user_id, sealed, since_ms, last_step) values ($1, $2, null, 0)
        on conflict (user_id) do update set sealed = excluded.sealed where ${totp}.since_ms is null returning user_id`,
      [userId, sealed],
    );
    return rows.length > 0;
  }

  /** The code of `step` has confirmed the secret. False: another was confirmed meanwhile, or begun. */
  async confirm(
    sql: Sql,
    userId: string,
    { sealed, sinceMs, step }: { readonly sealed: string; readonly sinceMs: number; readonly step: number },
  ) {
    const rows = await sql.run(
      `update ${totp} set since_ms = $3, last_step = $4 where user_id = $1 and sealed = $2 and since_ms is null returning user_id`,
      [userId, sealed, sinceMs, step],
    );
    return rows.length > 0;
  }

  /** Uses up the code of a time step. False: one of this step, or of a later one, was taken before. */
  async take(userId: string, step: number): Promise<boolean> {
    const rows = await this.#tables.run(
      `update ${totp} set last_step = $2 where user_id = $1 and since_ms is not null and last_step < $2 returning user_id`,
      [userId, step],
    );
    return rows.length > 0;
  }

  /** False: there was none that was confirmed. */
  async remove(sql: Sql, userId: string): Promise<boolean> {
    const rows = await sql.run<{ readonly since_ms: string | null }>(`delete from ${totp} where user_id = $1 returning since_ms`, [userId]);
    return rows.some(({ since_ms }) => since_ms !== null);
  }

  async recoveryLeft(userId: string): Promise<number> {
    const [row] = await this.#tables.run<{ readonly left: number }>(`select count(*)::int as left from ${recovery} where user_id = $1`, [
      userId,
    ]);
    return row?.left ?? 0;
  }

  /** In place of those from before. */
  async giveRecovery(sql: Sql, userId: string, digests: readonly string[]): Promise<void> {
    await sql.run(`delete from ${recovery} where user_id = $1`, [userId]);
    for (const digest of digests) await sql.run(`insert into ${recovery} (user_id, code_digest) values ($1, $2)`, [userId, digest]);
  }

  /** Uses up a recovery code. False: there is no such code, or it was used before. */
  async takeRecovery(userId: string, digest: string): Promise<boolean> {
    const rows = await this.#tables.run(`delete from ${recovery} where user_id = $1 and code_digest = $2 returning user_id`, [
      userId,
      digest,
    ]);
    return rows.length > 0;
  }
}
