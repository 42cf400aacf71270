import type { Migration } from './migration.ts';

/** When a session was last in use, as far as that was written, and when its person has last proven who he is. */
export const usedSessions: Migration = {
  id: 43,
  name: 'used-sessions',
  statements: ['alter table session add column used_ms bigint, add column confirmed_ms bigint'],
};
