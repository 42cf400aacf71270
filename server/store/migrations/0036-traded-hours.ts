import type { Migration } from './migration.ts';

/** Sums by the hour read what was traded lately: rows come in the order of time, so ranges of blocks tell where, and cost a write next to nothing. */
export const tradedHours: Migration = {
  id: 36,
  name: 'traded-hours',
  statements: [
    'create index fill_record_hours on fill_record using brin (time_ms) with (pages_per_range = 32)',
    'create index order_record_hours on order_record using brin (created_ms) with (pages_per_range = 32)',
  ],
};
