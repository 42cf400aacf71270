import type { Principal } from '../../core/contract/access.ts';
import { AppError } from '../../core/contract/app-error.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import type { AccountAct } from '../../core/domain/accounts/account-act.ts';
import type { RoleBook } from '../../core/domain/accounts/role-book.ts';
import type { Bus, BusListener } from '../bus/bus.ts';
import type { AccountDirectory } from '../gateway/ports.ts';
import type { ApiAccountRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { AccountAccess } from '../trading/accounts/account-access.ts';
import { ApiAccountDirectory } from '../trading/accounts/api-account-directory.ts';
import { GrantBook } from '../trading/accounts/grant-book.ts';

const againEveryMs = 30_000;

/** Exchange accounts as the database has them, of a server at which nobody trades. */
export class StoredAccounts implements AccountDirectory {
  readonly #access: AccountAccess;
  readonly #grants: GrantBook;

  private constructor(roles: RoleBook, accounts: ApiAccountDirectory, grants: GrantBook, clock: Clock) {
    this.#grants = grants;
    this.#access = new AccountAccess({
      roles,
      accounts,
      grants,
      clock,
      pluginOf: () => '',
      guard: { guard: () => new AppError('SERVER_STANDBY', { address: '' }) },
    });
  }

  static async open(
    parts: { readonly roles: RoleBook; readonly store: Store; readonly bus: Bus; readonly clock: Clock },
    started: Disposer[],
  ): Promise<StoredAccounts> {
    const { store, bus, clock } = parts;
    const accounts = new ApiAccountDirectory(store, clock, { venue: () => null });
    await accounts.load();
    const grants = await GrantBook.open({
      store: store.accountGrants,
      instances: store.instanceGrants,
      clock,
      onWritten: (userId) => bus.publish({ kind: 'grants', userId }),
    });
    const again = async (): Promise<void> => {
      await Promise.all([accounts.load(), grants.reload()]);
    };
    const message: BusListener['message'] = (news) => {
      if (news.kind === 'accounts') return accounts.load();
      if (news.kind === 'grants') return grants.changed(news.userId);
    };
    started.push(grants.start(), bus.listen({ message, gap: again }), clock.every(againEveryMs, again));
    return new StoredAccounts(parts.roles, accounts, grants, clock);
  }

  may(principal: Principal, apiId: ApiId, act: AccountAct): AppError | null {
    return this.#access.may(principal, apiId, act);
  }

  owns(principal: Principal, apiId: ApiId): boolean {
    return this.#access.owns(principal, apiId);
  }

  of(principal: Principal, act: AccountAct): readonly ApiAccountRecord[] {
    return this.#access.of(principal, act);
  }

  instancesOf(principal: Principal, act: 'see' | 'report'): ReadonlySet<string> {
    return this.#access.instancesOf(principal, act);
  }

  onRights(listener: (userId: string) => void): Disposer {
    return this.#grants.onChange(listener);
  }

  /** What another server knows and has not written yet, nobody here can wait for. */
  async stored(): Promise<void> {}
}
