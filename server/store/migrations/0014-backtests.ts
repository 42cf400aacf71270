import type { Migration } from './migration.ts';

/**
 * Backtests of users. JSON is kept as text: it is given back as it was written and never searched. The trade list lies in pages
 * of its own, so that a result is read without it.
 */
export const backtests: Migration = {
  id: 14,
  name: 'backtests',
  statements: [
    `create table backtest_run (
      run_id text primary key,
      user_id text not null references app_user (id),
      name text not null,
      choice text not null,
      status text not null,
      reason text,
      figures text,
      result text,
      created_ms bigint not null,
      started_ms bigint,
      ended_ms bigint,
      deleted_ms bigint
    )`,
    'create index backtest_run_user on backtest_run (user_id, created_ms desc, run_id desc)',
    `create table backtest_page (
      run_id text not null references backtest_run (run_id) on delete cascade,
      page integer not null,
      trades text not null,
      primary key (run_id, page)
    )`,
  ],
};
