import type { Migration } from './migration.ts';

/** When an exchange account is of no use for new orders any more, as its owner says. */
export const accountTerms: Migration = {
  id: 46,
  name: 'account-terms',
  statements: ['alter table api_account add column expires_ms bigint'],
};
