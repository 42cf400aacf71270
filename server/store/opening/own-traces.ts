import type { sentByKey } from '../orders/order-senders.ts';

/**
 * Actions that users leave traces of by what they do with their own things, without an administrator: they may be many, age, and count in the
 * user's quota, so they stand beside the audit log: of addresses and kill switches those beyond the first twenty of an hour, action and subject. What administrators
 * do stands in it for good, and so do a user's keys, accounts, authorisations and transfers: what ages, or is one of too many, would hide what
 * somebody has done who came in as him.
 */
const agingTraces = ['access.refused', 'api-key.new-address', 'strategies.halted', 'strategies.resumed'] as const;
/** Which orders came by his keys is as much as he likes too, and stays as long as the orders. */
export type OwnTrace = (typeof agingTraces)[number] | typeof sentByKey;

/** Those that age: earlier versions have written more of them. */
export const ownTraces = [
  ...agingTraces,
  ...['account.created', 'account.changed', 'account.deleted', 'account.keys-changed', 'api-key.created', 'api-key.revoked'],
  ...['authorisation.given', 'authorisation.taken', 'money.transferred'],
] as const;
