import type { Migration } from './migration.ts';

/** Finds a transfer by its reference; trades, which are most entries, stay out of the index. */
export const transfers: Migration = {
  id: 5,
  name: 'transfers',
  statements: [`create index ledger_entry_transfer on ledger_entry (venue, reference) where kind = 'TRANSFER'`],
};
