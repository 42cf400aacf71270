import type { Migration } from './migration.ts';

/** What the firm has said of itself at the set-up: one value by key, with how often it has changed. */
export const platformSettings: Migration = {
  id: 39,
  name: 'platform-settings',
  statements: [
    `create table platform_setting (
      key text primary key,
      value jsonb not null,
      version integer not null default 1,
      changed_ms bigint not null
    )`,
  ],
};
