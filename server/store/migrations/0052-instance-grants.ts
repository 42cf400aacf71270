import type { Migration } from './migration.ts';

/** Who may look at one strategy instance of somebody else, and until when. */
export const instanceGrants: Migration = {
  id: 52,
  name: 'instance-grants',
  statements: [
    `create table instance_grant (
      grantee_id text collate "C" not null references app_user (id),
      instance_id text collate "C" not null references strategy_instance (instance_id) on delete cascade,
      until_ms bigint,
      granted_by text not null,
      granted_ms bigint not null,
      primary key (grantee_id, instance_id)
    )`,
    'create index instance_grant_giver on instance_grant (granted_by)',
  ],
};
