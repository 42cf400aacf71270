import type { Migration } from './migration.ts';

/** What strategies plot on charts: points of lines (`value` is a decimal) and marks (JSON). */
export const strategyPlots: Migration = {
  id: 22,
  name: 'strategy-plots',
  statements: [
    `create table strategy_plot (
      instance_id text not null references strategy_instance (instance_id) on delete cascade,
      kind text not null check (kind in ('plot', 'mark')),
      instrument text not null,
      name text not null,
      time_ms bigint not null,
      value text not null,
      primary key (instance_id, kind, instrument, name, time_ms)
    )`,
  ],
};
