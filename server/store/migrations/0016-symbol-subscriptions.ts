import type { Migration } from './migration.ts';

/** The markets that a user follows: "Mine" in the symbol list. */
export const symbolSubscriptions: Migration = {
  id: 16,
  name: 'symbol-subscriptions',
  statements: [
    `create table symbol_subscription (
      user_id text not null references app_user (id),
      instrument_id text not null,
      created_ms bigint not null,
      primary key (user_id, instrument_id)
    )`,
  ],
};
