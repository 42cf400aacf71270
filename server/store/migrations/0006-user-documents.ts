import type { Migration } from './migration.ts';

/** What panels keep per user and thing: drawings of an instrument, templates. `revision` stands beside the content so that a save can name it. */
export const userDocuments: Migration = {
  id: 6,
  name: 'user-documents',
  statements: [
    `create table user_document (
      user_id text not null references app_user (id),
      kind text collate "C" not null,
      key text collate "C" not null,
      revision integer not null,
      content jsonb not null,
      updated_ms bigint not null,
      primary key (user_id, kind, key)
    )`,
  ],
};
