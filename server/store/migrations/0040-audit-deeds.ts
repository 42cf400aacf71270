import type { Migration } from './migration.ts';

/** What a person has done of one kind of late: looks are noted once an hour, and what people do with their own things a number of times. */
export const auditDeeds: Migration = {
  id: 40,
  name: 'audit-deeds',
  statements: ['create index audit_log_deed on audit_log (actor, action, time_ms)'],
};
