import type { Principal } from '../../core/contract/access.ts';
import { AppError } from '../../core/contract/app-error.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import type { AccountType } from '../../core/domain/instrument.ts';
import type { Role } from '../../core/domain/role.ts';
import type { ApiAccountRecord } from '../store/records.ts';

/** Roles that may send orders; the others look on. */
const tradingRoles: readonly Role[] = ['admin', 'user'];

/** Permission word of an api account that an account type needs. */
const permissionOf: Readonly<Record<AccountType, string>> = {
  spot: 'spot',
  margin: 'spot',
  isolated_margin: 'spot',
  ashare: 'spot',
  usdm: 'futures',
  coinm: 'futures',
  option: 'futures',
};

/** Null when the principal may send orders from the account. Being an admin gives no hand in another user's account. */
export function checkAccess(principal: Principal, apiId: ApiId, account: ApiAccountRecord | null): AppError | null {
  if (principal.userId === null) return new AppError('SESSION_MISSING');
  if (principal.role === null || !tradingRoles.includes(principal.role)) return new AppError('ACCESS_ROLE');
  if (account === null || account.userId !== principal.userId || account.state !== 'ACTIVE')
    return new AppError('ACCESS_ACCOUNT', { apiId });
  return null;
}

/** Null when the account reaches the exchange and has the permission for its kind of market. */
export function checkPermission(account: ApiAccountRecord, exchange: string, accountType: AccountType): AppError | null {
  if (account.exchange === exchange && account.permissions.includes(permissionOf[accountType])) return null;
  return new AppError('ACCESS_ACCOUNT', { apiId: account.apiId });
}
