import type { Migration } from './migration.ts';

/** From where the key of an account is used, as its owner has bound it at the exchange, and the key's last characters, by which he knows it again. */
export const accountAddresses: Migration = {
  id: 57,
  name: 'account-addresses',
  statements: [
    `alter table api_account add column addresses jsonb not null default '[]'`,
    'alter table api_account add column key_end text',
  ],
};
