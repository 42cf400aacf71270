import type { Migration } from './migration.ts';

/** Size of a document's JSON text, so that a user's total is a sum of small numbers. */
export const documentBytes: Migration = {
  id: 18,
  name: 'document-bytes',
  statements: [
    'alter table user_document add column bytes integer',
    'update user_document set bytes = octet_length(content::text)',
    'alter table user_document alter column bytes set not null',
  ],
};
