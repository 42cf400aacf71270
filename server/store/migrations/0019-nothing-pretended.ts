import type { Migration } from './migration.ts';

/** An alert shows in the browser: another channel could be chosen and nothing was ever sent there. Nothing filled the A-share names. */
export const nothingPretended: Migration = {
  id: 19,
  name: 'nothing-pretended',
  statements: ['alter table price_alert drop column channels', 'drop table astock_name'],
};
