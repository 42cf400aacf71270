import type { Principal } from '../../core/contract/access.ts';
import type { SessionInfo } from '../../core/contract/client-services.ts';
import type { OwnPlugin } from '../../core/contract/plugin-sets.ts';
import type { VipLevel } from '../../core/domain/accounts/role.ts';
import { vipLevels } from '../../core/domain/accounts/role.ts';
import type { RoleBook } from '../../core/domain/accounts/role-book.ts';
import { type AccessPolicy, decideAccess, partsOf } from '../../core/kernel/index.ts';

export function principalOf(user: SessionInfo | null): Principal {
  if (user === null) return { userId: null, username: null, role: null, vipLevel: 0 };
  const vipLevel: VipLevel = vipLevels.find((level) => level === user.vipLevel) ?? 0;
  return { userId: user.username, username: user.username, role: user.role, vipLevel };
}

/** The server's list of plugins, and the manifests' own rules for what they contribute. The server checks every call again. */
export function policyFrom(roles: RoleBook, list: readonly OwnPlugin[], principal: Principal): AccessPolicy {
  const byId = new Map(list.map((plugin) => [plugin.id, plugin]));
  return {
    plugin(manifest) {
      const plugin = byId.get(manifest.id);
      if (plugin === undefined) return { outcome: 'absent' };
      return plugin.lockedAtVip === null ? { outcome: 'granted' } : { outcome: 'locked', minVip: plugin.lockedAtVip };
    },
    contribution(manifest, ref) {
      const part = partsOf(manifest, ref.kind).find((one) => one.id === ref.id);
      return decideAccess(roles, principal, manifest.access, part?.access);
    },
  };
}
