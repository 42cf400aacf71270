import type { Migration } from './migration.ts';

/**
 * What people of risk have switched off: everything (`everyone`), an account (`account/<id>`) or a market (`market/<instrument>`); the row is the switch.
 * `release_id`: the approval that its release waits for.
 */
export const riskSwitches: Migration = {
  id: 47,
  name: 'risk-switches',
  statements: [
    `create table desk_switch (
      scope text primary key,
      reason text not null,
      thrown_by text not null,
      thrown_ms bigint not null,
      release_id text references approval (id)
    )`,
  ],
};
