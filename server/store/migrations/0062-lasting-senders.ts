import type { Migration } from './migration.ts';

/** Which orders came by which key stays as long as the orders; what ages is counted and brought back to its newest without reading those. */
export const lastingSenders: Migration = {
  id: 62,
  name: 'lasting-senders',
  statements: [`create index user_trace_aging on user_trace (actor, action, id desc) where action <> 'orders.sent-by-key'`],
};
