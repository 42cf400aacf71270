import { capabilitiesOf } from '../../core/contract/bridged-tokens.ts';
import { isHouseRole, type Role, type VipLevel, vipLevels } from '../../core/domain/accounts/role.ts';
import { grantedRights, ownRights, RoleBook } from '../../core/domain/accounts/role-book.ts';
import { contributionKinds, decideAccess, type PluginManifest, partsOf } from '../../core/kernel/index.ts';
import type { PackageGrant } from '../../schemas/wire/package.ts';

export const nothingGranted: PackageGrant = { capabilities: [], reach: {} };

/** All that a package asks for: what its code may do in a browser, and for whom any part of it is there. */
export function asksOf(manifest: PluginManifest, hasClient: boolean): PackageGrant {
  return { capabilities: hasClient ? [...capabilitiesOf(manifest)] : [], reach: reachOf(manifest) };
}

/**
 * Role → lowest VIP level at which it has a part; roles without any are left out. It is asked of the roles of the house and of those that the manifest names,
 * which count as if they might do everything: a role that comes or changes with another plugin makes nobody ask anew.
 */
function reachOf(manifest: PluginManifest): PackageGrant['reach'] {
  const parts = contributionKinds.flatMap((kind) => partsOf(manifest, kind));
  const named = [manifest, ...parts].flatMap(({ access }) => (access?.roles === 'public' ? [] : (access?.roles ?? [])));
  const others = [...new Set(named)].filter((role) => !isHouseRole(role));
  const book = new RoleBook(others.map((role) => ({ role, own: ownRights, granted: grantedRights })));
  const has = (role: Role, vipLevel: VipLevel): boolean =>
    parts.some(
      ({ access }) => decideAccess(book, { userId: '', username: '', role, vipLevel }, manifest.access, access).outcome === 'granted',
    );
  const lowest = (role: Role) => vipLevels.find((vipLevel) => has(role, vipLevel));
  const entries = book.roles.flatMap((role) => {
    const level = lowest(role);
    return level === undefined ? [] : [[role, level] as const];
  });
  return Object.fromEntries(entries);
}

/** What of `asks` goes beyond `granted`. */
export function beyond(asks: PackageGrant, granted: PackageGrant): PackageGrant {
  const wider = Object.entries(asks.reach).filter(
    ([role, level]) => (level ?? 0) < (granted.reach[role as Role] ?? Number.POSITIVE_INFINITY),
  );
  return { capabilities: asks.capabilities.filter((one) => !granted.capabilities.includes(one)), reach: Object.fromEntries(wider) };
}

export const isNothing = ({ capabilities, reach }: PackageGrant): boolean => capabilities.length === 0 && Object.keys(reach).length === 0;

export const covers = (granted: PackageGrant, asks: PackageGrant): boolean => isNothing(beyond(asks, granted));

/** True when an administrator grants what is asked for, no more and no less. */
export const isWhole = (granted: PackageGrant, asks: PackageGrant): boolean => covers(granted, asks) && covers(asks, granted);
