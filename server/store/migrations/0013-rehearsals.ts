import type { Migration } from './migration.ts';

/** Instances whose orders are not sent keep the state of their simulated exchanges; lines of histories are found by age. */
export const rehearsals: Migration = {
  id: 13,
  name: 'rehearsals',
  statements: ['alter table strategy_instance add column simulation text', 'create index strategy_event_time on strategy_event (time_ms)'],
};
