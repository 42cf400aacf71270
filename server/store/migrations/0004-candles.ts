import type { Migration } from './migration.ts';

/** Market history; `interval_name` because interval is a type's name in SQL. The primary key also serves paging backwards. */
export const candles: Migration = {
  id: 4,
  name: 'candles',
  statements: [
    `create table candle (
      instrument_id text collate "C" not null,
      interval_name text collate "C" not null,
      open_ms bigint not null,
      open decimal_amount not null,
      high decimal_amount not null,
      low decimal_amount not null,
      close decimal_amount not null,
      volume decimal_amount not null,
      quote_volume decimal_amount not null,
      trades bigint not null,
      primary key (instrument_id, interval_name, open_ms)
    )`,
  ],
};
