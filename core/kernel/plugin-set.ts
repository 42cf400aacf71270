import type { AccessDecision, Principal } from '../contract/access.ts';
import type { PluginSet } from '../contract/plugin-sets.ts';
import type { RoleBook } from '../domain/accounts/role-book.ts';
import { type AccessRule, decideAccess, lockedForAll } from './checks/access.ts';
import type { AccessPolicy, PluginDecision } from './checks/access-policy.ts';
import { type ContributionKind, contributionKey, contributionKinds, type PluginManifest, partsOf } from './manifest.ts';

/** What one principal has of one plugin. Absent plugins and contributions have no entry. */
export interface EffectivePlugin {
  readonly pluginId: string;
  readonly decision: Exclude<PluginDecision, { readonly outcome: 'absent' }>;
  /** Kind and id (`panels/open-orders`) → decision. */
  readonly contributions: Readonly<Record<string, Exclude<AccessDecision, { readonly outcome: 'absent' }>>>;
}

/**
 * installed ∩ set(role) ∩ manifest access − the user's own opt-outs. Without a set — for guests — everything
 * installed counts, and the manifests decide; a role that is not in the book has what guests have. Pure; the server sends the result to the client and asks it itself.
 */
export function effectivePlugins(
  roles: RoleBook,
  installed: readonly PluginManifest[],
  set: PluginSet | null,
  principal: Principal,
  optOuts: readonly string[],
): readonly EffectivePlugin[] {
  return installed.flatMap((manifest) => {
    if (set !== null && !isInSet(manifest.id, set)) return [];
    const layers = [manifest.access, overrideFor(manifest.id, set)];
    const access = decideAccess(roles, principal, ...layers);
    if (access.outcome === 'absent') return [];
    const decision = optOuts.includes(manifest.id) ? ({ outcome: 'disabled', reason: 'opted-out' } as const) : access;
    return [{ pluginId: manifest.id, decision, contributions: contributionsFor(roles, manifest, set, principal, layers) }];
  });
}

function contributionsFor(
  roles: RoleBook,
  manifest: PluginManifest,
  set: PluginSet | null,
  principal: Principal,
  layers: readonly (AccessRule | undefined)[],
): EffectivePlugin['contributions'] {
  const entries = contributionKinds.flatMap((kind) =>
    partsOf(manifest, kind).flatMap((part) => {
      const decision = decideAccess(roles, principal, ...layers, part.access, overrideFor(contributionKey(manifest.id, part.id), set));
      return decision.outcome === 'absent' ? [] : [[refKey(kind, part.id), decision] as const];
    }),
  );
  return Object.fromEntries(entries);
}

/** Access as a kernel asks for it, from an effective list; what has no entry is absent. */
export function policyOf(effective: readonly EffectivePlugin[]): AccessPolicy {
  const byId = new Map(effective.map((plugin) => [plugin.pluginId, plugin]));
  return {
    plugin: (manifest) => byId.get(manifest.id)?.decision ?? { outcome: 'absent' },
    contribution: (manifest, ref) => byId.get(manifest.id)?.contributions[refKey(ref.kind, ref.id)] ?? { outcome: 'absent' },
  };
}

const refKey = (kind: ContributionKind, id: string): string => `${kind}/${id}`;

export const isInSet = (pluginId: string, set: PluginSet): boolean =>
  matchesAny(set.included, pluginId) && !matchesAny(set.excluded, pluginId);

export const matchesAny = (patterns: readonly string[], pluginId: string): boolean => patterns.some((one) => matches(one, pluginId));

/** `*` stands for any run of characters. */
const matches = (pattern: string, pluginId: string): boolean => {
  const [head = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === pluginId;
  const tail = rest.at(-1) ?? '';
  if (!pluginId.startsWith(head) || !pluginId.endsWith(tail) || pluginId.length < head.length + tail.length) return false;
  let from = head.length;
  for (const middle of rest.slice(0, -1)) {
    const found = pluginId.indexOf(middle, from);
    if (found < 0 || found + middle.length > pluginId.length - tail.length) return false;
    from = found + middle.length;
  }
  return true;
};

function overrideFor(key: string, set: PluginSet | null): AccessRule | undefined {
  if (set === null) return undefined;
  if (set.locked.includes(key)) return { minVip: lockedForAll };
  return Object.hasOwn(set.vipOverrides, key) ? { minVip: set.vipOverrides[key] ?? 0 } : undefined;
}
