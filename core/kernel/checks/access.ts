import type { AccessDecision, Principal } from '../../contract/access.ts';
import type { AccountAct } from '../../domain/accounts/account-act.ts';
import { type Role, type VipLevel, vipLevels } from '../../domain/accounts/role.ts';
import type { RoleBook } from '../../domain/accounts/role-book.ts';

/** VIP level that each permission word needs. */
export const permissionVip: Readonly<Record<string, VipLevel>> = { exchange: 1, strategy: 1, marketMaking: 3 };

/** `minVip` of something that is locked whatever the level: one above the highest. */
export const lockedForAll: number = Math.max(...vipLevels) + 1;

/** One layer of access: a plugin's, a contribution's or a plugin set's. An absent field adds nothing to the other layers. */
export interface AccessRule {
  readonly roles?: 'public' | readonly Role[];
  readonly minVip?: number;
  readonly permission?: string;
  /** What it is for: it does not exist for roles that may not do this with any account. */
  readonly account?: AccountAct;
}

/**
 * Decides over all layers at once; the stricter one wins. When no layer names roles, every signed-in user passes; guests
 * pass only where every layer that names roles says `public`, and so does whoever has a role that is not in the book. An unknown permission word locks for all.
 */
export function decideAccess(
  roles: Pick<RoleBook, 'has' | 'may'>,
  principal: Principal,
  ...rules: readonly (AccessRule | undefined)[]
): AccessDecision {
  const role = principal.role !== null && roles.has(principal.role) ? principal.role : null;
  const named = rules.flatMap((rule) => (rule?.roles === undefined ? [] : [rule.roles]));
  const admitted = named.length === 0 ? role !== null : named.every((one) => admits(one, role));
  const mayUse = rules.every((rule) => rule?.account === undefined || (role !== null && roles.may(role, rule.account)));
  if (!admitted || !mayUse) return { outcome: 'absent' };
  const minVip = Math.max(0, ...rules.map(neededVip));
  return principal.vipLevel >= minVip ? { outcome: 'granted' } : { outcome: 'locked', minVip };
}

const admits = (roles: 'public' | readonly Role[], role: Role | null): boolean =>
  roles === 'public' || (role !== null && roles.includes(role));

const needs = new Map(Object.entries(permissionVip));

function neededVip(rule: AccessRule | undefined): number {
  const forPermission = rule?.permission === undefined ? 0 : (needs.get(rule.permission) ?? lockedForAll);
  return Math.max(rule?.minVip ?? 0, forPermission);
}
