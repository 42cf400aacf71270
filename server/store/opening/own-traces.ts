/**
 * Actions that users leave traces of by what they do with their own things, without an administrator: they may be many, age, and count in the
 * user's quota, so they stand beside the audit log. What administrators do stands in it for good, and so do a user's keys, accounts, authorisations
 * and transfers: what ages, or is one of too many, would hide what somebody has done who came in as him.
 */
const writtenTraces = ['access.refused', 'api-key.new-address', 'orders.sent-by-key', 'strategies.halted', 'strategies.resumed'] as const;
export type OwnTrace = (typeof writtenTraces)[number];

/** Those that earlier versions have written too: they age with the rest. */
export const ownTraces = [
  ...writtenTraces,
  ...['account.created', 'account.changed', 'account.deleted', 'account.keys-changed', 'api-key.created', 'api-key.revoked'],
  ...['authorisation.given', 'authorisation.taken', 'money.transferred'],
] as const;
