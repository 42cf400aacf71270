import type { PluginSet } from '../../core/contract/plugin-sets.ts';
import type { RoleRow } from '../../core/domain/accounts/role-book.ts';

const whatTrades = ['panel-order-ticket', 'strategy-*'];

/** What a role starts with; an admin may change all of it. Manifests still keep admin pages for admins. */
export const defaultPluginSet = ({ role, own, without }: RoleRow): PluginSet => ({
  role,
  included: ['*'],
  excluded: [...(without ?? (own.includes('trade') ? [] : whatTrades))],
  vipOverrides: {},
  locked: [],
});
