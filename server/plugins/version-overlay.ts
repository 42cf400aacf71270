import type { PluginSet } from '../../core/contract/plugin-sets.ts';
import { isInSet, matchesAny } from '../../core/kernel/index.ts';
import { neededBy } from './needed-services.ts';

/**
 * A role's set with the set of a version of the product laid over it, which has the last word: what it excludes is gone, what it includes is there
 * although the role's set leaves it out, its levels take the place of the role's levels and locks, and what it locks is locked. What it does not name
 * stays as the role has it, and so does what the role cannot do without. Plugins' own rules are asked besides and bind both: a set opens nothing that
 * a plugin keeps from the role or level.
 */
export function overlaid(role: PluginSet, version: Omit<PluginSet, 'role'>, installed: readonly string[]): PluginSet {
  const kept = neededBy(role.role);
  const has = (id: string): boolean =>
    kept.includes(id) ? isInSet(id, role) : !matchesAny(version.excluded, id) && (matchesAny(version.included, id) || isInSet(id, role));
  const overrides = Object.entries(version.vipOverrides).filter(([key]) => !kept.includes(key));
  const opened = new Set(overrides.map(([key]) => key));
  return {
    role: role.role,
    included: installed.filter(has),
    excluded: [],
    vipOverrides: { ...role.vipOverrides, ...Object.fromEntries(overrides) },
    locked: [...role.locked.filter((key) => !opened.has(key)), ...version.locked.filter((key) => !kept.includes(key))],
  };
}
