/**
 * Actions that users leave traces of by what they do with their own things, without an administrator: they may be many, age, and count in the
 * user's quota, so they stand beside the audit log. What administrators do stands in it for good.
 */
export const ownTraces = [
  'access.refused',
  'account.created',
  'account.changed',
  'account.deleted',
  'account.keys-changed',
  'api-key.created',
  'api-key.revoked',
  'api-key.new-address',
  'authorisation.given',
  'authorisation.taken',
  'money.transferred',
  'orders.sent-by-key',
  'strategies.halted',
  'strategies.resumed',
] as const;
export type OwnTrace = (typeof ownTraces)[number];
