import { type Role, roles } from './role.ts';

/**
 * What can be done with an exchange account: know of it (see), read what it holds and did (report), take back and hold in check, that is
 * cancel, stop, limit and halt (reduce), send orders by hand or by strategy (trade), transfer assets (move).
 */
export const accountActs = ['see', 'report', 'reduce', 'trade', 'move'] as const;
export type AccountAct = (typeof accountActs)[number];

/** Roles that may do it with accounts of their own. Whoever lost a right must still be able to take back what he began with it. */
export const rolesFor: Readonly<Record<AccountAct, readonly Role[]>> = {
  see: roles,
  report: roles,
  reduce: roles,
  trade: ['admin', 'user'],
  move: ['admin', 'user'],
};

/** Roles that know of everybody's accounts, and can do nothing else with them. */
export const seeingAll: readonly Role[] = ['admin'];

/** Whether a role has anything to do with it at all; of one account the server decides. A guest has no role and may nothing. */
export const roleMay = (role: Role | null, act: AccountAct): boolean => role !== null && rolesFor[act].includes(role);
