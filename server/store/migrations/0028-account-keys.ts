import type { Migration } from './migration.ts';

/** Isolated margin accounts have a market: without it the balances of two of them would be one row. Empty for every other account. */
export const accountKeys: Migration = {
  id: 28,
  name: 'account-keys',
  statements: [
    `alter table balance add column symbol text collate "C" not null default ''`,
    'alter table balance drop constraint balance_pkey',
    'alter table balance add primary key (venue, api_id, account_type, symbol, asset)',
    'alter table ledger_line add column symbol text',
  ],
};
