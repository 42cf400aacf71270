import type { Migration } from './migration.ts';

/** Price alerts and when they were raised. A raise keeps its condition: the alert may be changed or deleted afterwards. */
export const priceAlerts: Migration = {
  id: 9,
  name: 'price-alerts',
  statements: [
    `create table price_alert (
      alert_id text primary key,
      user_id text not null references app_user (id),
      instrument_id text not null,
      condition jsonb not null,
      duration text not null,
      channels jsonb not null,
      note text not null,
      status text not null,
      round integer not null,
      reference text,
      raised_price text,
      raised_ms bigint,
      created_ms bigint not null,
      updated_ms bigint not null
    )`,
    'create index price_alert_user on price_alert (user_id)',
    `create table price_alert_raise (
      raise_id bigint generated always as identity primary key,
      user_id text not null references app_user (id),
      alert_id text not null,
      instrument_id text not null,
      condition jsonb not null,
      note text not null,
      price text not null,
      time_ms bigint not null
    )`,
    'create index price_alert_raise_user on price_alert_raise (user_id, raise_id desc)',
  ],
};
