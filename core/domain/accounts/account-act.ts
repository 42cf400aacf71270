import { type Role, roles } from './role.ts';

/**
 * What can be done with an exchange account: know that it is there (know), look at what it holds and has open (see), read its histories
 * and statements (report), take back and hold in check, that is cancel, stop, limit and halt (reduce), send orders by hand or by strategy
 * (trade), transfer assets (move).
 */
export const accountActs = ['know', 'see', 'report', 'reduce', 'trade', 'move'] as const;
export type AccountAct = (typeof accountActs)[number];

/** What the owner of an account, or an administrator for him, can authorise somebody else to do. */
export const grantableActs = ['see', 'report', 'reduce', 'trade', 'move'] as const;
export type GrantableAct = (typeof grantableActs)[number];

/** What an authorisation opens: nobody trades or moves money without looking, and whoever trades can take his orders back. */
export const openedBy: Readonly<Record<GrantableAct, readonly AccountAct[]>> = {
  see: ['know', 'see'],
  report: ['know', 'report'],
  reduce: ['know', 'see', 'reduce'],
  trade: ['know', 'see', 'reduce', 'trade'],
  move: ['know', 'see', 'move'],
};

/** Roles that may do it with accounts of their own. Whoever lost a right must still be able to take back what he began with it. */
const ownRoles: Readonly<Record<AccountAct, readonly Role[]>> = {
  know: roles,
  see: roles,
  report: roles,
  reduce: roles,
  trade: ['admin', 'user'],
  move: ['admin', 'user'],
};

/** Roles that may do it with accounts of others, as far as they are authorised. */
const grantedRoles: Readonly<Record<AccountAct, readonly Role[]>> = {
  know: roles,
  see: roles,
  report: roles,
  reduce: ['admin', 'user', 'risk'],
  trade: ['admin', 'user'],
  move: ['admin', 'user', 'finance', 'finance_manage'],
};

/** Roles that know of everybody's accounts, and can do nothing else with them. */
const knowingAll: readonly Role[] = ['admin'];

/** `own`: his account; `granted`: somebody else's, for which he is authorised; `foreign`: anybody else's. */
export type AccountTie = 'own' | 'granted' | 'foreign';

/** Whether a role may do it with an account that it is so tied to. A guest has no role and may nothing. */
export function roleMayWith(role: Role | null, act: AccountAct, tie: AccountTie): boolean {
  if (role === null) return false;
  if (tie === 'foreign') return act === 'know' && knowingAll.includes(role);
  return (tie === 'own' ? ownRoles : grantedRoles)[act].includes(role);
}

/** Whether a role has anything to do with it at all; of one account the server decides. */
export const roleMay = (role: Role | null, act: AccountAct): boolean =>
  roleMayWith(role, act, 'own') || roleMayWith(role, act, 'granted') || roleMayWith(role, act, 'foreign');
