import type { Migration } from './migration.ts';

/** Whose account a transfer was asked for stands in its reference, by people of asset behind a word of theirs: the audit finds it by its owner. */
export const transferOwners: Migration = {
  id: 59,
  name: 'transfer-owners',
  statements: [
    `create index audit_log_transfer on audit_log (split_part(replace(subject, '/asset-', '/'), '/', 2), id desc)
      where subject like 'transfer/%'`,
  ],
};
