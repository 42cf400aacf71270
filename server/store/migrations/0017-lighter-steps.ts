import type { Migration } from './migration.ts';

/**
 * What a step of an instance writes is little: the balances that its simulated exchanges began with stand apart. Instances are never
 * deleted, so that lines of their histories need not be held against them one by one.
 */
export const lighterSteps: Migration = {
  id: 17,
  name: 'lighter-steps',
  statements: [
    'alter table strategy_instance add column holdings text',
    'alter table strategy_event drop constraint strategy_event_instance_id_fkey',
  ],
};
