import type { Migration } from './migration.ts';

/** Which price an alert looks at: until now it was that of the last trade alone. */
export const alertPrices: Migration = {
  id: 30,
  name: 'alert-prices',
  statements: [
    `alter table price_alert add column watched_price text not null default 'LAST'`,
    `alter table price_alert_raise add column watched_price text not null default 'LAST'`,
  ],
};
