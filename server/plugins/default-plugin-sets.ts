import type { RoleRow } from '../../core/domain/accounts/role-book.ts';
import type { PluginSet } from '../../core/kernel/index.ts';

const whatTrades = ['panel-order-ticket', 'strategy-*'];

/** What a role starts with; an admin may change all of it. Manifests still keep admin pages for admins. */
export const defaultPluginSet = ({ role, own, without }: RoleRow): PluginSet => ({
  role,
  included: ['*'],
  excluded: [...(without ?? (own.includes('trade') ? [] : whatTrades))],
  vipOverrides: {},
  locked: [],
});
