import type { Selectable } from 'kysely';
import type { Database } from '../opening/dialect.ts';
import type { Json } from '../records.ts';
import { type BulkTarget, bulkInsert } from '../sql/bulk.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { checkedLimit } from '../sql/page.ts';
import type { Tables } from '../tables.ts';
import type { BacktestOutput, BacktestRecord, Backtests } from './backtest-store.ts';

const pageTarget: BulkTarget<{ readonly runId: string; readonly page: number; readonly trades: string }> = {
  table: 'backtest_page',
  columns: {
    run_id: ['text', ({ runId }) => runId],
    page: ['integer', ({ page }) => page],
    trades: ['text', ({ trades }) => trades],
  },
  key: ['run_id', 'page'],
  onKnown: 'update',
};

/** All columns but the result, which may be large. */
const columns = [
  'run_id',
  'user_id',
  'name',
  'choice',
  'status',
  'reason',
  'figures',
  'created_ms',
  'started_ms',
  'ended_ms',
  'deleted_ms',
] as const;

export class SqlBacktests implements Backtests {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create(record: BacktestRecord): Promise<void> {
    const { runId, userId, name, choice, createdMs } = record;
    await this.#database
      .insertInto('backtest_run')
      .values({
        run_id: runId,
        user_id: userId,
        name,
        choice: JSON.stringify(choice),
        created_ms: createdMs,
        deleted_ms: null,
        result: null,
        ...changing(record),
      })
      .execute();
  }

  async save(record: BacktestRecord, output?: BacktestOutput): Promise<void> {
    const { runId } = record;
    await inTransaction(this.#database, async (database) => {
      const values = { ...changing(record), ...(output === undefined ? {} : { result: output.result }) };
      await database.updateTable('backtest_run').set(values).where('run_id', '=', runId).execute();
      if (output === undefined) return;
      await bulkInsert(
        database,
        pageTarget,
        output.pages.map((trades, page) => ({ runId, page, trades })),
      );
    });
  }

  async get(userId: string, runId: string, { deleted } = { deleted: false }): Promise<BacktestRecord | null> {
    const row = await this.#database
      .selectFrom('backtest_run')
      .select(columns)
      .where('user_id', '=', userId)
      .where('run_id', '=', runId)
      .where('deleted_ms', deleted ? 'is not' : 'is', null)
      .executeTakeFirst();
    return row === undefined ? null : toRecord(row);
  }

  async list(userId: string, limit: number): Promise<readonly BacktestRecord[]> {
    const rows = await this.#database
      .selectFrom('backtest_run')
      .select(columns)
      .where('user_id', '=', userId)
      .where('deleted_ms', 'is', null)
      .orderBy('created_ms', 'desc')
      .orderBy('run_id', 'desc')
      .limit(checkedLimit(limit))
      .execute();
    return rows.map(toRecord);
  }

  async count(userId: string): Promise<number> {
    const { runs } = await this.#database
      .selectFrom('backtest_run')
      .select(({ fn }) => fn.countAll<string>().as('runs'))
      .where('user_id', '=', userId)
      .where('deleted_ms', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(runs);
  }

  async result(runId: string): Promise<string | null> {
    const row = await this.#database.selectFrom('backtest_run').select('result').where('run_id', '=', runId).executeTakeFirst();
    return row?.result ?? null;
  }

  async page(runId: string, page: number): Promise<string | null> {
    const row = await this.#database
      .selectFrom('backtest_page')
      .select('trades')
      .where('run_id', '=', runId)
      .where('page', '=', page)
      .executeTakeFirst();
    return row?.trades ?? null;
  }

  rename(userId: string, runId: string, name: string): Promise<boolean> {
    return this.#change(userId, runId, { name }, 'is');
  }

  delete(userId: string, runId: string, nowMs: number): Promise<boolean> {
    return this.#change(userId, runId, { deleted_ms: nowMs }, 'is');
  }

  restore(userId: string, runId: string): Promise<boolean> {
    return this.#change(userId, runId, { deleted_ms: null }, 'is not');
  }

  async purge(beforeMs: number): Promise<number> {
    const result = await this.#database.deleteFrom('backtest_run').where('deleted_ms', '<', String(beforeMs)).executeTakeFirst();
    return Number(result.numDeletedRows);
  }

  async end(statuses: readonly string[], status: string, nowMs: number): Promise<number> {
    const result = await this.#database
      .updateTable('backtest_run')
      .set({ status, ended_ms: nowMs })
      .where('status', 'in', [...statuses])
      .executeTakeFirst();
    return Number(result.numUpdatedRows);
  }

  /** `deleted`: `is` for runs that are not, `is not` for those that are. */
  async #change(
    userId: string,
    runId: string,
    values: { readonly name: string } | { readonly deleted_ms: number | null },
    deleted: 'is' | 'is not',
  ): Promise<boolean> {
    const result = await this.#database
      .updateTable('backtest_run')
      .set(values)
      .where('user_id', '=', userId)
      .where('run_id', '=', runId)
      .where('deleted_ms', deleted, null)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }
}

/** Columns that change while a run goes on. */
const changing = ({ status, reason, figures, startedMs, endedMs }: BacktestRecord) => ({
  status,
  reason: textOf(reason),
  figures: textOf(figures),
  started_ms: startedMs,
  ended_ms: endedMs,
});

const textOf = (json: Json): string | null => (json === null ? null : JSON.stringify(json));
const jsonOf = (text: string | null): Json => (text === null ? null : (JSON.parse(text) as Json));
const numberOrNull = (value: string | null): number | null => (value === null ? null : Number(value));

const toRecord = (row: Omit<Selectable<Tables['backtest_run']>, 'result'>): BacktestRecord => ({
  runId: row.run_id,
  userId: row.user_id,
  name: row.name,
  choice: JSON.parse(row.choice) as Json,
  status: row.status,
  reason: jsonOf(row.reason),
  figures: jsonOf(row.figures),
  createdMs: Number(row.created_ms),
  startedMs: numberOrNull(row.started_ms),
  endedMs: numberOrNull(row.ended_ms),
});
