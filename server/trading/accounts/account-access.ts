import type { Principal } from '../../../core/contract/access.ts';
import { AppError } from '../../../core/contract/app-error.ts';
import type { Clock } from '../../../core/contract/server-services.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import { type AccountAct, type GrantableAct, grantableActs, openedBy } from '../../../core/domain/accounts/account-act.ts';
import { permissionFor } from '../../../core/domain/accounts/account-permission.ts';
import type { Role } from '../../../core/domain/accounts/role.ts';
import type { AccountTie, RoleBook } from '../../../core/domain/accounts/role-book.ts';
import type { AccountType } from '../../../core/domain/markets/instrument.ts';
import type { ApiAccountRecord } from '../../store/records.ts';
import type { VenueGuard } from '../venues/venue-guard.ts';
import type { ApiAccountDirectory } from './api-account-directory.ts';
import type { GrantBook } from './grant-book.ts';

interface AccountAccessParts {
  readonly roles: RoleBook;
  readonly accounts: Pick<ApiAccountDirectory, 'get' | 'all'>;
  readonly grants: Pick<GrantBook, 'allows' | 'instancesOf'>;
  /** Plugin behind an exchange; null while there is none. */
  readonly pluginOf: (exchange: string) => string | null;
  readonly guard: VenueGuard;
  readonly clock: Pick<Clock, 'nowMs'>;
}

type Barred = 'SESSION_MISSING' | 'ACCESS_ROLE' | 'ACCESS_ACCOUNT' | 'ACCOUNT_INACTIVE' | 'ACCOUNT_EXPIRED';

/** The one answer to who may do what with which account. */
export class AccountAccess {
  readonly #parts: AccountAccessParts;

  constructor(parts: AccountAccessParts) {
    this.#parts = parts;
  }

  /**
   * Null when the principal may, with an account of his own or one that he is authorised for; else why not: SESSION_MISSING, ACCESS_ROLE, ACCESS_ACCOUNT, and for what leads to new orders or transfers
   * ACCOUNT_INACTIVE, ACCOUNT_EXPIRED, or ACCESS_VIP and ACCESS_PLUGIN of the exchange. Taking back asks for no exchange: nobody may be stuck with orders.
   */
  may(principal: Principal, apiId: ApiId, act: AccountAct): AppError | null {
    const barred = this.#barred(principal, apiId, act);
    return typeof barred === 'string' ? new AppError(barred, barred === 'SESSION_MISSING' ? {} : { apiId }) : barred;
  }

  /** The same without a reason, for lists: to make an error of each that is left out costs more than to decide. */
  allows(principal: Principal, apiId: ApiId, act: AccountAct): boolean {
    return this.#barred(principal, apiId, act) === null;
  }

  /** Whether it is his own. */
  owns(principal: Principal, apiId: ApiId): boolean {
    const account = this.#parts.accounts.get(apiId);
    return principal.userId !== null && account !== null && this.#tie(principal.userId, account, 'see') === 'own';
  }

  /** Those that are a user's own, whatever he may do with them now, in order of creation. */
  ownAccounts(userId: string): readonly ApiAccountRecord[] {
    return this.#parts.accounts.all().filter((account) => this.#tie(userId, account, 'see') === 'own');
  }

  /** Accounts with which the principal may do it, in order of creation. */
  of(principal: Principal, act: AccountAct): readonly ApiAccountRecord[] {
    if (principal.userId === null) return [];
    return this.#parts.accounts.all().filter(({ apiId }) => this.allows(principal, apiId, act));
  }

  /** Single instances of others that their owners have opened to the principal, as far as his role lets him do it with what he is authorised for. */
  instancesOf({ userId, role }: Principal, act: 'see' | 'report'): ReadonlySet<string> {
    const { roles, grants } = this.#parts;
    if (userId === null || !roles.mayWith(role, act, 'granted')) return new Set();
    return new Set(grants.instancesOf(userId).map(({ instanceId }) => instanceId));
  }

  /** What somebody of the role may do of what he is authorised for: what is not for him opens what it would have opened beside. */
  granted(role: Role, acts: readonly GrantableAct[]): readonly GrantableAct[] {
    const may = (act: GrantableAct): boolean => this.#parts.roles.mayWith(role, act, 'granted');
    return grantableActs.filter((act) => may(act) && acts.some((given) => given === act || (!may(given) && openedBy[given].includes(act))));
  }

  #barred(principal: Principal, apiId: ApiId, act: AccountAct): Barred | AppError | null {
    const { userId, role } = principal;
    if (userId === null) return 'SESSION_MISSING';
    if (!this.#parts.roles.may(role, act)) return 'ACCESS_ROLE';
    const account = this.#parts.accounts.get(apiId);
    const tie = account === null ? 'foreign' : this.#tie(userId, account, act);
    if (account === null || !this.#parts.roles.mayWith(role, act, tie)) return tie === 'own' ? 'ACCESS_ROLE' : 'ACCESS_ACCOUNT';
    if (act !== 'trade' && act !== 'move' && act !== 'allocate') return null;
    if (account.state !== 'ACTIVE') return 'ACCOUNT_INACTIVE';
    if (account.expiresMs !== null && account.expiresMs <= this.#parts.clock.nowMs()) return 'ACCOUNT_EXPIRED';
    // Whoever allocates for the house trades nowhere himself: no exchange is closed to his level.
    const plugin = act === 'allocate' ? null : this.#parts.pluginOf(account.exchange);
    return plugin === null ? null : this.#parts.guard.guard(principal, plugin);
  }

  #tie(userId: string, { apiId, userId: ownerId }: ApiAccountRecord, act: AccountAct): AccountTie {
    if (ownerId === userId) return 'own';
    return this.#parts.grants.allows(userId, apiId, act) ? 'granted' : 'foreign';
  }
}

/** Null when the account reaches the exchange and has the permission for its kind of market. */
export function checkPermission(account: ApiAccountRecord, exchange: string, accountType: AccountType): AppError | null {
  const { apiId } = account;
  const permission = permissionFor[accountType];
  return (
    checkReach(account, exchange) ??
    (account.permissions.includes(permission) ? null : new AppError('ACCOUNT_PERMISSION', { apiId, permission }))
  );
}

/** Null when the account is one of the exchange: enough for taking back, which no lost permission may stop. */
export const checkReach = (account: ApiAccountRecord, exchange: string): AppError | null =>
  account.exchange === exchange ? null : new AppError('ACCESS_ACCOUNT', { apiId: account.apiId });
