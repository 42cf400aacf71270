import type { Principal } from '../../core/contract/access.ts';
import { accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type * as contract from '../../core/contract/money.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { formatCursor, parseCursor } from '../store/sql/page.ts';
import type { Store } from '../store/store.ts';
import type { AccountAccess } from '../trading/accounts/account-access.ts';
import type { ApiAccountDirectory } from '../trading/accounts/api-account-directory.ts';

export interface OverseenParts {
  readonly store: Pick<Store, 'money' | 'ledger'>;
  readonly accounts: Pick<ApiAccountDirectory, 'get' | 'all'>;
  readonly access: Pick<AccountAccess, 'may' | 'allows'>;
  readonly venue: (exchange: string) => Venue | null;
  /** Resolves when the store holds what the exchanges have told so far. */
  readonly stored: (exchanges: readonly string[]) => Promise<void>;
}

/** Accounts of everybody and what has happened in them, as finance looks at them. */
export class OverseenAccounts {
  readonly #parts: OverseenParts;

  constructor(parts: OverseenParts) {
    this.#parts = parts;
  }

  async list(
    principal: Principal,
    { search, exchange, skip = 0, limit }: contract.AccountFilter,
  ): ReturnType<contract.HouseMoney['accounts']> {
    const { accounts: directory, access, venue, store } = this.#parts;
    const seen = directory
      .all()
      .filter((one) => (exchange === undefined || one.exchange === exchange) && access.allows(principal, one.apiId, 'oversee'));
    const names = await store.money.usernames([...new Set(seen.map(({ userId }) => userId))]);
    const sought = search?.toLowerCase();
    const named = seen
      .map((one) => ({ one, username: names.get(one.userId) ?? one.userId }))
      .filter(({ username }) => sought === undefined || username.toLowerCase().includes(sought))
      .sort((a, b) => (a.username < b.username ? -1 : a.username > b.username ? 1 : a.one.apiId - b.one.apiId));
    const accounts = named.slice(skip, skip + limit).map(({ one: { apiId, name, exchange: at, userId, state }, username }) => {
      const open = venue(at);
      const balances = open === null ? [] : open.accounts(apiId).flatMap((key) => open.balances(key));
      const { deposit = false, withdrawal = false } = open?.capabilities ?? {};
      const assets = open === null ? [] : open.assets.map(({ code }) => code);
      return { apiId, name, exchange: at, userId, username, isActive: state === 'ACTIVE', deposit, withdrawal, assets, balances };
    });
    return { accounts, total: named.length };
  }

  async statement(principal: Principal, query: contract.StatementQuery): Promise<Outcome<contract.StatementPage>> {
    const { apiId, asset, fromMs, toMs, cursor, limit } = query;
    const { accounts, access, store, stored } = this.#parts;
    const barred = access.may(principal, apiId, 'oversee');
    if (barred !== null) return denied(barred);
    const from = cursor === undefined ? undefined : parseCursor(cursor);
    if (from === null) return refused('REQUEST_INVALID', { field: 'cursor', rule: "must be the last page's next" });
    const exchange = accounts.get(apiId)?.exchange;
    if (from === undefined && exchange !== undefined) await stored([exchange]);
    const page = await store.ledger.page({ accounts: [apiId], asset, fromMs, toMs, cursor: from, limit });
    const standings = await store.ledger.standings(page.items);
    const lines = page.items.map(({ timeMs, venue, accountType, asset: of, amount, kind, reference }, at) => ({
      ...{ timeMs, exchange: venue, accountType: accountType ?? 'spot', asset: of, amount, kind, reference },
      ...(standings[at] ?? { balance: '0', movement: null }),
    }));
    return accepted({ lines, next: page.next === null ? null : formatCursor(page.next) });
  }
}
