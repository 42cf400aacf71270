import type { Migration } from './migration.ts';

/** Who may do what with somebody else's account, until when, and who said so. */
export const accountGrants: Migration = {
  id: 29,
  name: 'account-grants',
  statements: [
    `create table account_grant (
      grantee_id text collate "C" not null references app_user (id),
      api_id bigint not null references api_account (api_id),
      acts jsonb not null,
      until_ms bigint,
      granted_by text not null,
      granted_ms bigint not null,
      primary key (grantee_id, api_id)
    )`,
  ],
};
