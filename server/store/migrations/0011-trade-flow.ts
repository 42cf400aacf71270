import type { Migration } from './migration.ts';

/** A day of each market's takers, by minute and quarter of an hour; `lines` is JSON: [[line, "bought", "sold"], …] in units of 10^-12. */
export const tradeFlow: Migration = {
  id: 11,
  name: 'trade-flow',
  statements: [
    `create table trade_flow (
      instrument_id text collate "C" not null,
      open_ms bigint not null,
      length_ms bigint not null,
      first_ms bigint not null,
      trades bigint not null,
      step text not null,
      lines text not null,
      primary key (instrument_id, open_ms, length_ms)
    )`,
  ],
};
