import type { Migration } from './migration.ts';

/** Keys of accounts at exchanges lie among the secrets of their venues; no account ever had any here. */
export const keysWithVenues: Migration = {
  id: 51,
  name: 'keys-with-venues',
  statements: ['alter table api_account drop column api_key_sealed, drop column secret_key_sealed, drop column passphrase_sealed'],
};
