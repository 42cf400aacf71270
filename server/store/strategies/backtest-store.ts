import type { Json } from '../records.ts';

/** A backtest without what it has brought. */
export interface BacktestRecord {
  readonly runId: string;
  readonly userId: string;
  readonly name: string;
  /** Everything that decides the run. */
  readonly choice: Json;
  readonly status: string;
  readonly reason: Json;
  readonly figures: Json;
  readonly createdMs: number;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
}

/** JSON texts, given back byte for byte. */
export interface BacktestOutput {
  readonly result: string;
  /** The trade list, page by page. */
  readonly pages: readonly string[];
}

export interface Backtests {
  create(record: BacktestRecord): Promise<void>;
  /** Saves status, reason, figures and times; with `output` also what the run has brought, all or nothing. */
  save(record: BacktestRecord, output?: BacktestOutput): Promise<void>;
  /** Null for a run of somebody else; deleted ones only with `deleted`. */
  get(userId: string, runId: string, which?: { readonly deleted: boolean }): Promise<BacktestRecord | null>;
  /** Without deleted ones, newest first. */
  list(userId: string, limit: number): Promise<readonly BacktestRecord[]>;
  /** Deleted ones not counted. */
  count(userId: string): Promise<number>;
  result(runId: string): Promise<string | null>;
  page(runId: string, page: number): Promise<string | null>;
  rename(userId: string, runId: string, name: string): Promise<boolean>;
  /** Out of the list; `restore` brings it back until it is purged. */
  delete(userId: string, runId: string, nowMs: number): Promise<boolean>;
  restore(userId: string, runId: string): Promise<boolean>;
  /** Ends what was deleted before this time; returns how many. */
  purge(beforeMs: number): Promise<number>;
  /** Gives every run of one of these statuses another one; returns how many. */
  end(statuses: readonly string[], status: string, nowMs: number): Promise<number>;
}
