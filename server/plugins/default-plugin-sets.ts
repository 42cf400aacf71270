import { type Role, roles } from '../../core/domain/role.ts';
import type { PluginSet } from '../../core/kernel/index.ts';

/** Roles that watch and account but do not trade. */
const watching: readonly Role[] = ['observer', 'finance', 'finance_manage', 'risk'];

/** What each role starts with; an admin may change all of it. Manifests still keep admin pages for admins. */
export const defaultPluginSets: readonly PluginSet[] = roles.map((role) => ({
  role,
  included: ['*'],
  excluded: watching.includes(role) ? ['panel-order-ticket', 'strategy-*'] : [],
  vipOverrides: {},
  locked: [],
}));
