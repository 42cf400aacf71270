import type { PluginSet } from '../../core/contract/plugin-sets.ts';
import type { Role } from '../../core/domain/accounts/role.ts';

const needed: Readonly<Partial<Record<Role, readonly string[]>>> = {
  admin: ['service-audit', 'service-people'],
  risk: ['service-risk'],
  finance: ['service-money'],
  finance_manage: ['service-money'],
};

/** Services that nobody takes from a role: one administrator alone would leave the house without its kill switch, its second pair of eyes or its audit. */
export const neededBy = (role: Role): readonly string[] => ['service-security', ...(needed[role] ?? [])];

/** The set as it holds: whatever it leaves out, the role has what it cannot do without. What it excludes or locks by name is refused where it is saved. */
export const withNeeded = (set: PluginSet): PluginSet => ({ ...set, included: [...set.included, ...neededBy(set.role)] });
