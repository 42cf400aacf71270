import type { PluginSet } from '../../core/contract/plugin-sets.ts';
import { isInSet, matchesAny } from '../../core/kernel/index.ts';

/**
 * A role's set with the set of a version of the product laid over it, which has the last word: what it excludes is gone, what it includes is there
 * although the role's set leaves it out, its levels take the place of the role's levels and locks, and what it locks is locked. What it does not name
 * stays as the role has it. Plugins' own rules are asked besides and bind both: a set opens nothing that a plugin keeps from the role or level.
 */
export function overlaid(role: PluginSet, version: Omit<PluginSet, 'role'>, installed: readonly string[]): PluginSet {
  const has = (id: string): boolean => !matchesAny(version.excluded, id) && (matchesAny(version.included, id) || isInSet(id, role));
  const opened = new Set(Object.keys(version.vipOverrides));
  return {
    role: role.role,
    included: installed.filter(has),
    excluded: [],
    vipOverrides: { ...role.vipOverrides, ...version.vipOverrides },
    locked: [...role.locked.filter((key) => !opened.has(key)), ...version.locked],
  };
}
