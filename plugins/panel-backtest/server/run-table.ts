import type { Outcome } from '../../../core/contract/app-error.ts';
import { type CountedRows, type Sql, storedBytes, type TableMigration, type Tables } from '../../../core/contract/server-contributions.ts';
import type { BacktestChoice, BacktestFigures, BacktestReason, BacktestStatus } from '../../../schemas/wire/backtest.ts';

const runs = 'panel_backtest__run';
const pages = 'panel_backtest__page';
/** What the tables were called when they were the house's. */
const [formerRuns, formerPages] = ['backtest_run', 'backtest_page'];

/** JSON lies in columns of text: it is given back as it was written and never searched. The trade list lies in pages, so that a result is read without it. */
const steps: readonly TableMigration[] = [
  {
    id: 1,
    name: 'runs',
    statements: [
      `alter table ${formerRuns} rename to ${runs}`,
      `alter table ${formerPages} rename to ${pages}`,
      `alter index ${formerRuns}_user rename to ${runs}_user`,
    ],
  },
];

const counted: readonly CountedRows[] = [
  {
    table: runs,
    kind: 'backtests',
    bytes: `${storedBytes('choice', 'figures', 'result')} +
      coalesce((select sum(${storedBytes('trades')}) from ${pages} where ${pages}.run_id = ${runs}.run_id), 0)`,
    deleted: { column: 'deleted_ms', key: 'run_id' },
  },
];

/** A run without what it has brought. */
export interface RunRecord {
  readonly runId: string;
  readonly userId: string;
  readonly name: string;
  /** Everything that decides the run. */
  readonly choice: BacktestChoice;
  readonly status: BacktestStatus;
  readonly reason: BacktestReason | null;
  readonly figures: BacktestFigures | null;
  readonly createdMs: number;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
}

/** JSON texts, given back byte for byte. */
interface RunOutput {
  readonly result: string;
  /** The trade list, page by page. */
  readonly pages: readonly string[];
}

/** `bigint` comes as text. */
interface RunRow {
  readonly run_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly choice: string;
  readonly status: BacktestStatus;
  readonly reason: string | null;
  readonly figures: string | null;
  readonly created_ms: string;
  readonly started_ms: string | null;
  readonly ended_ms: string | null;
}

/** All but the result, which may be large. */
const columns = 'run_id, user_id, name, choice, status, reason, figures, created_ms, started_ms, ended_ms';

/** Runs of all users with what they have brought. */
export class RunTable {
  readonly #tables: Tables;

  private constructor(tables: Tables) {
    this.#tables = tables;
  }

  static async open(tables: Tables): Promise<RunTable> {
    await tables.migrate(steps, { adopts: [formerRuns, formerPages], counted });
    return new RunTable(tables);
  }

  /** If there is room for it. */
  create({ runId, userId, name, choice, status, createdMs }: RunRecord): Promise<Outcome<void>> {
    return this.#tables.within(userId, async (sql) => {
      await sql.run(`insert into ${runs} (run_id, user_id, name, choice, status, created_ms) values ($1, $2, $3, $4, $5, $6)`, [
        ...[runId, userId, name, JSON.stringify(choice), status, createdMs],
      ]);
    });
  }

  /** Status, reason, figures and times. */
  save(record: RunRecord): Promise<void> {
    return save(this.#tables, record);
  }

  /** The same with what the run has brought, all or nothing, if there is room for it. */
  finish(record: RunRecord, output: RunOutput): Promise<Outcome<void>> {
    const { runId, userId } = record;
    return this.#tables.within(userId, async (sql) => {
      await save(sql, record);
      await sql.run(`update ${runs} set result = $2 where run_id = $1`, [runId, output.result]);
      for (const [page, trades] of output.pages.entries())
        await sql.run(
          `insert into ${pages} (run_id, page, trades) values ($1, $2, $3)
          on conflict (run_id, page) do update set trades = excluded.trades`,
          [runId, page, trades],
        );
    });
  }

  /** Null for a run of somebody else, and for one that is deleted. */
  async get(userId: string, runId: string): Promise<RunRecord | null> {
    const [row] = await this.#tables.run<RunRow>(
      `select ${columns} from ${runs} where user_id = $1 and run_id = $2 and deleted_ms is null`,
      [userId, runId],
    );
    return row === undefined ? null : toRecord(row);
  }

  /** Without deleted ones, newest first. */
  async list(userId: string, limit: number): Promise<readonly RunRecord[]> {
    const rows = await this.#tables.run<RunRow>(
      `select ${columns} from ${runs} where user_id = $1 and deleted_ms is null order by created_ms desc, run_id desc limit $2`,
      [userId, limit],
    );
    return rows.map(toRecord);
  }

  /** Deleted ones not counted. */
  async count(userId: string): Promise<number> {
    const [row] = await this.#tables.run<{ readonly runs: number }>(
      `select count(*)::int as runs from ${runs} where user_id = $1 and deleted_ms is null`,
      [userId],
    );
    return row?.runs ?? 0;
  }

  async result(runId: string): Promise<string | null> {
    const [row] = await this.#tables.run<{ readonly result: string | null }>(`select result from ${runs} where run_id = $1`, [runId]);
    return row?.result ?? null;
  }

  async page(runId: string, page: number): Promise<string | null> {
    const [row] = await this.#tables.run<{ readonly trades: string }>(`select trades from ${pages} where run_id = $1 and page = $2`, [
      runId,
      page,
    ]);
    return row?.trades ?? null;
  }

  async rename(userId: string, runId: string, name: string): Promise<boolean> {
    return this.#changed(`set name = $3 where user_id = $1 and run_id = $2 and deleted_ms is null`, [userId, runId, name]);
  }

  /** Out of the list; `restore` brings it back until it is purged. */
  delete(userId: string, runId: string, nowMs: number): Promise<boolean> {
    return this.#changed(`set deleted_ms = $3 where user_id = $1 and run_id = $2 and deleted_ms is null`, [userId, runId, nowMs]);
  }

  restore(userId: string, runId: string): Promise<boolean> {
    return this.#changed(`set deleted_ms = null where user_id = $1 and run_id = $2 and deleted_ms is not null`, [userId, runId]);
  }

  /** Ends what was deleted before this time. */
  async purge(beforeMs: number): Promise<void> {
    await this.#tables.run(`delete from ${runs} where deleted_ms < $1`, [beforeMs]);
  }

  /** Tells runs that a stop has cut off apart from those that ended. */
  async interrupt(nowMs: number): Promise<void> {
    await this.#tables.run(`update ${runs} set status = 'INTERRUPTED', ended_ms = $1 where status in ('QUEUED', 'RUNNING')`, [nowMs]);
  }

  async #changed(change: string, values: readonly (string | number)[]): Promise<boolean> {
    return (await this.#tables.run(`update ${runs} ${change} returning run_id`, values)).length > 0;
  }
}

async function save(sql: Sql, { runId, status, reason, figures, startedMs, endedMs }: RunRecord): Promise<void> {
  await sql.run(`update ${runs} set status = $2, reason = $3, figures = $4, started_ms = $5, ended_ms = $6 where run_id = $1`, [
    ...[runId, status, textOf(reason), textOf(figures), startedMs, endedMs],
  ]);
}

const textOf = (json: object | null): string | null => (json === null ? null : JSON.stringify(json));
const jsonOf = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));
const numberOrNull = (value: string | null): number | null => (value === null ? null : Number(value));

const toRecord = (row: RunRow): RunRecord => ({
  runId: row.run_id,
  userId: row.user_id,
  name: row.name,
  choice: JSON.parse(row.choice) as BacktestChoice,
  status: row.status,
  reason: jsonOf(row.reason),
  figures: jsonOf(row.figures),
  createdMs: Number(row.created_ms),
  startedMs: numberOrNull(row.started_ms),
  endedMs: numberOrNull(row.ended_ms),
});
