import type { Principal } from '../../core/contract/access.ts';
import { AppError } from '../../core/contract/app-error.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import type { AccountAct } from '../../core/domain/account-act.ts';
import type { Bus } from '../bus/bus.ts';
import type { AccountDirectory } from '../gateway/ports.ts';
import type { ApiAccountRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { AccountAccess } from '../trading/account-access.ts';
import { Accounts } from '../trading/accounts.ts';

const againEveryMs = 30_000;

/** Exchange accounts as the database has them, of a server at which nobody trades. */
export class StoredAccounts implements AccountDirectory {
  readonly #access: AccountAccess;

  private constructor(accounts: Accounts) {
    this.#access = new AccountAccess({
      accounts,
      pluginOf: () => '',
      guard: { guard: () => new AppError('SERVER_STANDBY', { address: '' }) },
    });
  }

  static async open(
    parts: { readonly store: Store; readonly bus: Bus; readonly clock: Clock },
    started: Disposer[],
  ): Promise<StoredAccounts> {
    const { store, bus, clock } = parts;
    const accounts = new Accounts(store, clock, { venue: () => null });
    await accounts.load();
    started.push(
      bus.listen({ message: ({ kind }) => (kind === 'accounts' ? accounts.load() : undefined), gap: () => accounts.load() }),
      clock.every(againEveryMs, () => accounts.load()),
    );
    return new StoredAccounts(accounts);
  }

  may(principal: Principal, apiId: ApiId, act: AccountAct): AppError | null {
    return this.#access.may(principal, apiId, act);
  }

  of(principal: Principal, act: AccountAct): readonly ApiAccountRecord[] {
    return this.#access.of(principal, act);
  }

  /** What another server knows and has not written yet, nobody here can wait for. */
  async stored(): Promise<void> {}
}
