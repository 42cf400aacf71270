import type { Role } from '../../../core/domain/accounts/role.ts';
import { ofAsset, ofFinance } from './money-bodies.ts';
import { ofRisk } from './risk-bodies.ts';

/** Paths that are closed to administrators, and to whom they are open. */
export const closedToAdmins: readonly { readonly to: Role; readonly paths: readonly string[] }[] = [
  { to: 'finance_manage', paths: ofFinance },
  { to: 'asset', paths: ofAsset },
  { to: 'risk', paths: ofRisk },
];
