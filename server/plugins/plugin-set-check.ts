import type { Principal } from '../../core/contract/access.ts';
import type { PluginSet } from '../../core/contract/plugin-sets.ts';
import { vipLevels } from '../../core/domain/accounts/role.ts';
import type { RoleBook } from '../../core/domain/accounts/role-book.ts';
import { effectivePlugins, type PluginManifest, partsOf } from '../../core/kernel/index.ts';
import { neededBy, withNeeded } from './needed-services.ts';

interface SetProblem {
  readonly field: string;
  readonly rule: string;
}

/** What speaks against a change beyond its shape, which the route's schema has checked; null when nothing does. */
export function changeProblem(
  roles: RoleBook,
  installed: readonly PluginManifest[],
  before: PluginSet | null,
  after: PluginSet,
  actor: Principal,
): SetProblem | null {
  if (!roles.has(after.role)) return { field: 'role', rule: `no plugin that runs brings the role ${after.role}` };
  // What stands there already may stay: a plugin that is gone has no row on the page any more in which to take it out.
  const kept = [...(before?.locked ?? []), ...Object.keys(before?.vipOverrides ?? {})];
  const known = new Set([...installed.flatMap((manifest) => [manifest.id, ...keysOf(manifest)]), ...kept]);
  const unknownLock = after.locked.find((id) => !known.has(id));
  if (unknownLock !== undefined) return { field: 'locked', rule: `unknown plugin ${unknownLock}` };
  const unknownOverride = Object.keys(after.vipOverrides).find((id) => !known.has(id));
  if (unknownOverride !== undefined) return { field: 'vip_overrides', rule: `unknown plugin ${unknownOverride}` };
  const lost = after.role === 'admin' ? lostAdminPages(roles, installed, before, after, actor) : [];
  if (lost.length > 0) return { field: 'excluded', rule: `admins would lose ${lost.join(', ')} and with it the way back` };
  const missed = lostServices(roles, installed, before, after);
  return missed.length === 0 ? null : { field: 'excluded', rule: `the role ${after.role} cannot do without ${missed.join(', ')}` };
}

const keysOf = (manifest: PluginManifest): readonly string[] =>
  Object.values(manifest.contributes ?? {}).flatMap((parts) => parts.map(({ id }) => `${manifest.id}/${id}`));

/** Plugins with a page in the admin's menu that the acting admin has now and would not have any more. */
function lostAdminPages(
  roles: RoleBook,
  installed: readonly PluginManifest[],
  before: PluginSet | null,
  after: PluginSet,
  actor: Principal,
): readonly string[] {
  const pages = installed.filter((manifest) => partsOf(manifest, 'routes').some(({ menu }) => menu?.group === 'admin'));
  const grantedBy = (set: PluginSet | null): readonly string[] =>
    effectivePlugins(roles, pages, set, actor, []).flatMap(({ pluginId, decision }) => (decision.outcome === 'granted' ? [pluginId] : []));
  const kept = grantedBy(after);
  return grantedBy(before).filter((id) => !kept.includes(id));
}

/** What the role needs and the set takes away by name, lock or level: what it merely leaves out stays (`withNeeded`). */
function lostServices(
  roles: RoleBook,
  installed: readonly PluginManifest[],
  before: PluginSet | null,
  after: PluginSet,
): readonly string[] {
  const { role } = after;
  const services = installed.filter(({ id }) => neededBy(role).includes(id));
  const grantedBy = (set: PluginSet | null): ReadonlySet<string> =>
    new Set(
      vipLevels.flatMap((vipLevel) =>
        effectivePlugins(
          roles,
          services,
          set === null ? null : withNeeded(set),
          { userId: 'anybody', username: 'anybody', role, vipLevel },
          [],
        ).flatMap(({ pluginId, decision }) => (decision.outcome === 'granted' ? [`${pluginId} ${vipLevel}`] : [])),
      ),
    );
  const kept = grantedBy(after);
  return [...new Set([...grantedBy(before)].filter((one) => !kept.has(one)).map((one) => one.split(' ')[0] ?? one))];
}
