import type { Migration } from './migration.ts';

/** Administrators follow who has brought whom, among any number of people. */
export const broughtPeople: Migration = {
  id: 58,
  name: 'brought-people',
  statements: ['create index app_user_invited_by on app_user (invited_by) where invited_by is not null'],
};
