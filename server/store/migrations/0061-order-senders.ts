import type { Migration } from './migration.ts';

/** By whom or by which key an order came is looked up by the time of the order, however much was sent since. */
export const orderSenders: Migration = {
  id: 61,
  name: 'order-senders',
  statements: [
    `create index audit_log_sent_for on audit_log (subject, time_ms) where action = 'orders.sent-for'`,
    `create index user_trace_sent_by_key on user_trace (actor, time_ms) where action = 'orders.sent-by-key'`,
  ],
};
