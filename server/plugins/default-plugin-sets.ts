import { roleMay } from '../../core/domain/accounts/account-act.ts';
import { roles } from '../../core/domain/accounts/role.ts';
import type { PluginSet } from '../../core/kernel/index.ts';

/** What each role starts with; an admin may change all of it. Manifests still keep admin pages for admins. */
export const defaultPluginSets: readonly PluginSet[] = roles.map((role) => ({
  role,
  included: ['*'],
  excluded: roleMay(role, 'trade') ? [] : ['panel-order-ticket', 'strategy-*'],
  vipOverrides: {},
  locked: [],
}));
