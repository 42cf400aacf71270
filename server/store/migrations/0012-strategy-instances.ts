import type { Migration } from './migration.ts';

/**
 * Strategy instances with what they need to go on after a restart. JSON is kept as text: it comes from strategies, may hold what
 * jsonb refuses, and must come back as it was. `settled`: nothing of the instance is under way any more.
 */
export const strategyInstances: Migration = {
  id: 12,
  name: 'strategy-instances',
  statements: [
    `create table strategy_instance (
      instance_id text primary key,
      user_id text not null references app_user (id),
      strategy text not null,
      name text not null,
      environment text not null,
      api_ids text not null,
      params text not null,
      limits text not null,
      seed bigint not null,
      status text not null,
      cause text,
      settled boolean not null,
      step bigint not null,
      snapshot text,
      told text not null,
      created_ms bigint not null,
      started_ms bigint,
      stopped_ms bigint
    )`,
    'create index strategy_instance_user on strategy_instance (user_id, created_ms desc, instance_id desc)',
    'create index strategy_instance_unsettled on strategy_instance (instance_id) where not settled',
    `create table strategy_effect (
      instance_id text not null references strategy_instance (instance_id),
      step bigint not null,
      ordinal integer not null,
      effect text not null,
      primary key (instance_id, step, ordinal)
    )`,
    `create table strategy_event (
      event_id bigint generated always as identity primary key,
      instance_id text not null references strategy_instance (instance_id),
      time_ms bigint not null,
      kind text not null,
      payload text not null
    )`,
    'create index strategy_event_instance on strategy_event (instance_id, event_id desc)',
    "create index strategy_event_fills on strategy_event (instance_id, event_id desc) where kind = 'fill'",
    `create table strategy_limit (
      scope text primary key,
      limits text not null,
      updated_ms bigint not null
    )`,
  ],
};
